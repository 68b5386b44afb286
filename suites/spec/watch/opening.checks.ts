// How a watch is asked for, and in what form its events come.

import { answered, at, itemsOf, succeeded } from '../../../properties/history.ts'
import type { Exchange, History } from '../../../properties/history.ts'
import { notesAlike, notesOf } from '../../../properties/laws/notes.ts'
import { done, listed } from '../../../properties/laws/premises.ts'
import { arrives } from '../../../properties/laws/watch/arrival.ts'
import { isEvent, tellsOneChangeADocument } from '../../../properties/laws/watch/documents.ts'
import { caughtUp } from '../../../properties/laws/watch/story.ts'
import { stillKept, watchAt } from '../../../properties/laws/watch/told.ts'
import { given, holds, noted } from '../../../properties/observation.ts'
import type { Observation } from '../../../properties/observation.ts'
import { watchedWrites } from '../../../properties/scenarios/watched-collections.ts'
import type { Step } from '../../../properties/scenario.ts'
import {
  create,
  get,
  list,
  named,
  patiently,
  untilShown,
  versionOf,
  watch,
} from '../../../properties/steps.ts'
import { decided } from '../../../properties/laws/decisions.ts'
import { example, property } from '../../check.ts'

/** A watch from before a create, which it is waited to show. */
const oneWatched: Step[] = [
  create('before', 'main', 'before'),
  list('start', 'main'),
  watch('watch', 'main', { resourceVersion: versionOf('start') }),
  create('object', 'main', 'object'),
  patiently(untilShown('watch', 'object')),
]

function* opensAStream(history: History): Generator<Observation> {
  yield* done(history, 'before', 'object')
  yield* listed(history, at(history, 'start'))
  yield* stillKept(history, 'watch')
  const watched = yield* decided(history, 'watch')
  yield holds(succeeded(watched), {
    says: 'A GET with watch=1 is answered with a stream.',
    expected: 'a success, as of the list at the same path',
    got: answered(watched),
    at: watched,
  })
  const [first] = (yield* watchAt(history, 'watch')).stream.frames
  yield holds(first === undefined || isEvent(first.document), {
    says: 'A GET with watch=1 is answered with events in place of a list.',
    expected: 'first a document with a type and an object',
    got: first?.document,
    at: watched,
  })
  yield* arrives(
    history,
    { stream: 'watch', wait: 'watch shows object' },
    'A watch stays open and tells a change as an event.',
  )
}

const values = { 'watch=true': 'true', 'watch=': '', 'watch=0': '0', 'watch=false': 'false' }

/** What a GET with some value of `watch` was taken for. */
function takenFor(exchange: Exchange): string {
  const { stream } = exchange
  if (!stream) return answered(exchange)
  const [first] = stream.frames
  if (isEvent(first?.document)) return 'a watch'
  const body = {
    ...exchange,
    answer: { status: 200, headers: {}, text: '', body: first?.document },
  }
  if (itemsOf(body)) return 'a list'
  return first ? 'an object' : 'a stream without events'
}

const chunked = 'transfer-encoding'

function* isChunked(history: History): Generator<Observation> {
  yield* done(history, 'object')
  const { answer } = yield* watchAt(history, 'watch')
  const coding = answer?.headers[chunked]
  yield holds(coding?.toLowerCase().includes('chunked') ?? false, {
    says: 'The answer to a watch over HTTP/1.1 has Transfer-Encoding: chunked.',
    expected: 'chunked',
    got: coding ?? 'no Transfer-Encoding',
    at: 'watch',
  })
  yield* arrives(
    history,
    { stream: 'watch', wait: 'watch shows object' },
    'An event is sent when it happens, while the stream is open.',
  )
}

const separatorNames: Record<string, string> = { '\n': 'a newline', '\r\n': 'CR LF', '': 'nothing' }

function* notesSeparators(history: History): Generator<Observation> {
  const { stream } = yield* watchAt(history, 'watch')
  yield* caughtUp(history, 'watch shows marker')
  yield* given(stream.separators.length > 0, 'there are no two documents')
  for (const separator of stream.separators)
    yield noted(`between documents: ${separatorNames[separator] ?? JSON.stringify(separator)}`)
}

export default [
  example('WATCH-001', oneWatched, opensAStream),
  example(
    'WATCH-002',
    [
      create('before', 'main', 'before'),
      list('start', 'main'),
      ...Object.entries(values).map(([label, value]) =>
        watch(label, 'main', { resourceVersion: versionOf('start'), query: { watch: value } }),
      ),
      create('object', 'main', 'object'),
      ...Object.keys(values).map(label => untilShown(label, 'object')),
    ],
    notesAlike(takenFor, ...Object.keys(values)),
  ),
  example(
    'WATCH-005',
    [
      create('object', 'main', 'object'),
      {
        watch: get('watch on the path of an object', 'main', named('object'), {
          query: { watch: '1', resourceVersion: '0' },
        }),
      },
      untilShown('watch on the path of an object', 'object'),
    ],
    notesOf(takenFor, 'watch on the path of an object'),
  ),
  property(
    'WATCH-007',
    watchedWrites(),
    tellsOneChangeADocument({ stream: 'watch', wait: 'watch shows marker' }),
    { observationsMin: 20 },
  ),
  property('WATCH-008', watchedWrites(), notesSeparators),
  example('WATCH-020', oneWatched, isChunked),
  example(
    'WATCH-021',
    oneWatched,
    notesOf(({ answer }) => `over HTTP/1.1, ${answer?.headers[chunked] ?? 'not chunked'}`, 'watch'),
  ),
]
