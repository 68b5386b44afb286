// Checks watches from old versions: they return 410 once the history is gone, which must not happen
// within five minutes.

import {
  answerSummary,
  exchangeAt,
  resourceVersionOf,
} from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { requireDecision } from '../../../properties/laws/decisions.ts'
import { notesOf } from '../../../properties/laws/notes.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { requireCaughtUp } from '../../../properties/laws/watch/interpreted-watch.ts'
import { serverEnd, requireWatch } from '../../../properties/laws/watch/watch-stream.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { ownChangeEvents } from '../../../properties/history/watch-events.ts'
import type { Step } from '../../../properties/dsl/scenario.ts'
import {
  advanceClock,
  updateFrom,
  create,
  expireVersions,
  list,
  awaitVersion,
  versionFrom,
  watch,
} from '../../../properties/dsl/steps.ts'
import { valueAt } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

const fromOld = { resourceVersion: versionFrom('old') }
const tries = ['first try', 'second try', 'third try']

/** Watches that start before a change, after the history of that change has expired. */
const watchedTooLate = (...labels: string[]): Step[] => [
  create('object', 'main', 'object'),
  list('old', 'main'),
  updateFrom('changed', 'main', 'object', { '/metadata/annotations': { change: '1' } }),
  watch('twin', 'main', fromOld),
  awaitVersion('twin', 'changed'),
  expireVersions('expired'),
  ...labels.map(label => watch(label, 'main', fromOld)),
  create('later', 'main', 'later'),
  ...labels.map(label => awaitVersion(label, 'later')),
]

const codeOf = (exchange: Exchange): unknown =>
  exchange.stream?.frames
    .filter(({ document }) => valueAt(document, '/type') === 'ERROR')
    .map(({ document }) => valueAt(document, '/object/code'))[0]

const showsWrite = (history: History, { stream }: Exchange, write: string): boolean =>
  stream !== undefined &&
  ownChangeEvents(history, stream).some(
    one => one.version === resourceVersionOf(exchangeAt(history, write)),
  )

/** Whether the stream ended without a document. A single stream may do so, but not all of them. */
const isMute = ({ stream }: Exchange): boolean =>
  stream?.end?.how === 'ended' && stream.frames.length === 0

/**
 * Whether the server was too busy, according to the status of the answer or to the error at the end
 * of the stream.
 */
const isBusy = (watched: Exchange): boolean =>
  [watched.answer?.status ?? 503, Number(codeOf(watched) ?? 0)].some(
    code => code === 429 || code >= 500,
  )

function* isGone(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'old', 'changed', 'later')
  yield* requireCaughtUp(history, 'twin shows changed')
  const watches = tries.map(label => exchangeAt(history, label))
  const areMute = watches.every(isMute)
  for (const watched of watches) {
    const is410 = watched.answer?.status === 410 || codeOf(watched) === 410
    yield* precondition(
      is410 || !isBusy(watched),
      `${watched.step} returned ${answerSummary(watched)}`,
    )
    yield* precondition(
      is410 || !showsWrite(history, watched, 'changed'),
      'the history is still kept',
    )
    const isOpen = watched.stream !== undefined && codeOf(watched) === undefined
    const isSilent =
      isOpen && !showsWrite(history, watched, 'later') && !(isMute(watched) && areMute)
    yield* precondition(is410 || !isSilent, `${watched.step} shows neither 410 nor later changes`)
    yield verify(is410, {
      says: 'A watch from an expired version returns 410.',
      expected: 'the status 410, or an event ERROR with the code 410',
      got: signOf(watched),
      at: watched,
    })
  }
}

function signOf(watched: Exchange): string {
  if (!watched.stream) return answerSummary(watched)
  const code = codeOf(watched)
  if (code !== undefined) return `${answerSummary(watched)} and ERROR with code ${String(code)}`
  return isMute(watched) ? 'a stream that ends without an event' : 'a stream of later changes'
}

function formOf(watched: Exchange): string {
  if (!watched.stream) return `HTTP ${answerSummary(watched)}`
  const { frames, end } = watched.stream
  const last = frames.at(-1)?.document
  if (valueAt(last, '/type') !== 'ERROR') return 'no error: the history may still be kept'
  const status = `${String(valueAt(last, '/object/code'))} ${String(valueAt(last, '/object/reason'))}`
  const ending = end?.how === 'ended' ? 'then the end' : 'and no end'
  return `HTTP ${answerSummary(watched)} with ERROR, ${status}, ${ending}`
}

const minuteMs = 60_000

// The maximum number of changes of a type during the wait. A server may keep less history of a type
// that is written all the time.
const quietMax = 50

function* isQuiet(history: History): Generator<Observation> {
  const { stream } = yield* requireWatch(history, 'meanwhile')
  const frameCount = stream.frames.length
  yield* precondition(serverEnd(stream) === undefined, 'the watch of the whole type did not last')
  yield* requireCaughtUp(history, 'meanwhile shows later')
  yield* precondition(frameCount <= quietMax, `the type is busy: ${frameCount} changes meanwhile`)
}

function* isStillKept(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'old', 'changed', 'later')
  yield* isQuiet(history)
  const watched = yield* requireDecision(history, 'watch')
  const is410 = watched.answer?.status === 410 || codeOf(watched) === 410
  yield verify(!is410, {
    says: 'A watch can start from a version less than five minutes old.',
    expected: 'a stream of the changes after it',
    got: signOf(watched),
    at: watched,
  })
  yield* requireWatch(history, 'watch')
  yield* requireCaughtUp(history, 'watch shows later')
  yield verify(showsWrite(history, watched, 'changed'), {
    says: 'A watch from an earlier version delivers the changes of the last five minutes.',
    expected: 'the change after that version',
    got: 'a later change alone',
    at: watched,
  })
}

export default [
  example('WATCH-017', watchedTooLate('a version too old'), notesOf(formOf, 'a version too old')),
  example('WATCH-024', watchedTooLate(...tries), isGone),
  example(
    'WATCH-025',
    watchedTooLate('410 of a watch'),
    notesOf(watched => {
      if (codeOf(watched) === 410) return 'inside a stream'
      return watched.answer?.status === 410 ? 'as the HTTP status' : 'not signalled'
    }, '410 of a watch'),
  ),
  // If the clock of the target cannot be controlled, `--slow` waits in real time. A version that is
  // only some seconds old would show nothing about five minutes.
  example(
    'WATCH-026',
    [
      create('object', 'core', 'object'),
      list('old', 'core'),
      updateFrom('changed', 'core', 'object', { '/metadata/annotations': { change: '1' } }),
      watch('meanwhile', 'core', { ...fromOld, namespace: 'all' }),
      advanceClock('four and a half minutes pass', 4.5 * minuteMs),
      watch('watch', 'core', fromOld),
      create('later', 'core', 'later'),
      awaitVersion('watch', 'later'),
      awaitVersion('meanwhile', 'later'),
    ],
    isStillKept,
  ),
]
