// How a watch is asked for, and in what form its events come.

import { answered, itemsOf } from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { notesAlike, notesOf } from '../../../properties/laws/notes.ts'
import { done } from '../../../properties/laws/premises.ts'
import { arrives } from '../../../properties/laws/watch/arrival.ts'
import { isEvent, tellsOneChangeADocument } from '../../../properties/laws/watch/documents.ts'
import { caughtUp } from '../../../properties/laws/watch/story.ts'
import { opensAStream } from '../../../properties/laws/watch/opening.ts'
import { watchAt } from '../../../properties/laws/watch/told.ts'
import { given, holds, noted } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { oneWatched } from '../../../properties/scenarios/watch/watch-forms.ts'
import { watchedWrites } from '../../../properties/scenarios/watch/watched-collections.ts'
import {
  create,
  get,
  list,
  named,
  untilShown,
  versionOf,
  watch,
} from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

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
  example('WATCH-001', oneWatched('1'), opensAStream('1')),
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
  example('WATCH-020', oneWatched('1'), isChunked),
  example(
    'WATCH-021',
    oneWatched('1'),
    notesOf(({ answer }) => `over HTTP/1.1, ${answer?.headers[chunked] ?? 'not chunked'}`, 'watch'),
  ),
]
