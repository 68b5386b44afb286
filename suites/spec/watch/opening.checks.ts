// Checks how a watch is requested, and the form of its events.

import { versionHeader } from '../../../fixtures/client/answer-version.ts'
import { answerSummary, itemsOf } from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { notesGrouped, notesOf } from '../../../properties/laws/notes.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { eventArrives } from '../../../properties/laws/watch/arrival.ts'
import {
  isEventDocument,
  eachDocumentIsOneChange,
} from '../../../properties/laws/watch/documents.ts'
import { requireCaughtUp } from '../../../properties/laws/watch/interpreted-watch.ts'
import { requestOpensAStream } from '../../../properties/laws/watch/opening.ts'
import { requireWatch } from '../../../properties/laws/watch/watch-stream.ts'
import {
  applicable,
  precondition,
  verify,
  recordAnswer,
} from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { watchOneCreate } from '../../../properties/scenarios/watch/watch-forms.ts'
import { watchWrites } from '../../../properties/scenarios/watch/watched-collections.ts'
import {
  create,
  get,
  list,
  caseName,
  awaitVersion,
  versionFrom,
  watch,
} from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const values = { 'watch=true': 'true', 'watch=': '', 'watch=0': '0', 'watch=false': 'false' }

/** Describes how the server interpreted a GET with a value of `watch`. */
function takenFor(exchange: Exchange): string {
  const { stream } = exchange
  if (!stream) return answerSummary(exchange)
  const [first] = stream.frames
  if (isEventDocument(first?.document)) return 'a watch'
  const body = {
    ...exchange,
    answer: { status: 200, headers: {}, text: '', body: first?.document },
  }
  if (itemsOf(body)) return 'a list'
  return first ? 'an object' : 'a stream without events'
}

const chunked = 'transfer-encoding'

function* isChunked(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object')
  const { answer } = yield* requireWatch(history, 'watch')
  yield* applicable(
    answer?.headers[versionHeader] === undefined,
    'the server answers over HTTP/1.0',
  )
  const coding = answer?.headers[chunked]
  yield verify(coding?.toLowerCase().includes('chunked') ?? false, {
    says: 'The response to a watch over HTTP/1.1 has Transfer-Encoding: chunked.',
    expected: 'chunked',
    got: coding ?? 'no Transfer-Encoding',
    at: 'watch',
  })
  yield* eventArrives(
    history,
    { stream: 'watch', wait: 'watch shows object' },
    'An event is sent when it happens, while the stream is open.',
  )
}

const separatorNames: Record<string, string> = { '\n': 'a newline', '\r\n': 'CR LF', '': 'nothing' }

function* notesSeparators(history: History): Generator<Observation> {
  const { stream } = yield* requireWatch(history, 'watch')
  yield* requireCaughtUp(history, 'watch shows marker')
  yield* precondition(stream.separators.length > 0, 'there are fewer than two documents')
  for (const separator of stream.separators)
    yield recordAnswer(
      `between documents: ${separatorNames[separator] ?? JSON.stringify(separator)}`,
    )
}

export default [
  example('WATCH-001', watchOneCreate('1'), requestOpensAStream('1')),
  example(
    'WATCH-002',
    [
      create('before', 'main', 'before'),
      list('start', 'main'),
      ...Object.entries(values).map(([label, value]) =>
        watch(label, 'main', { resourceVersion: versionFrom('start'), query: { watch: value } }),
      ),
      create('object', 'main', 'object'),
      ...Object.keys(values).map(label => awaitVersion(label, 'object')),
    ],
    notesGrouped(takenFor, ...Object.keys(values)),
  ),
  example(
    'WATCH-005',
    [
      create('object', 'main', 'object'),
      {
        watch: get('watch on the path of an object', 'main', caseName('object'), {
          query: { watch: '1', resourceVersion: '0' },
        }),
      },
      awaitVersion('watch on the path of an object', 'object'),
    ],
    notesOf(takenFor, 'watch on the path of an object'),
  ),
  property(
    'WATCH-007',
    watchWrites(),
    eachDocumentIsOneChange({ stream: 'watch', wait: 'watch shows marker' }),
    { observationsMin: 20, allowsClusterScope: true },
  ),
  property('WATCH-008', watchWrites(), notesSeparators),
  example('WATCH-020', watchOneCreate('1'), isChunked),
  example(
    'WATCH-021',
    watchOneCreate('1'),
    notesOf(({ answer }) => `over HTTP/1.1, ${answer?.headers[chunked] ?? 'not chunked'}`, 'watch'),
  ),
]
