// Judges Accept, gzip and `pretty` by the behaviour of genuine servers where the specification is
// silent.

import type { MediaWord } from '../../../fixtures/dialects/dialect.ts'
import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, isSuccess } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { answerIsIn } from './negotiation.ts'
import { isCompressed, uncompressedLength, compressionBytesMin } from './negotiation-compression.ts'
import { layoutOf } from './negotiation-pretty.ts'
import { requireSuccess } from '../preconditions.ts'
import { requireFinalAnswer } from '../status.ts'

/** Each step succeeds, and its answer has this media type. */
export const succeedsInMediaType = (says: string, wanted: Record<string, MediaWord>) =>
  function* (history: History): Generator<Observation> {
    for (const [label, word] of Object.entries(wanted)) {
      const exchange = yield* requireFinalAnswer(history, label)
      yield* precondition(isOfKnown(history, exchange), `the object of ${label} was not created`)
      const status = exchange.answer?.status ?? 0
      yield verify(status < 300, {
        says,
        expected: word,
        got: answerSummary(exchange),
        at: exchange,
      })
      if (status < 300) yield answerIsIn(history, exchange, word, says)
    }
  }

/** Reports whether the object of a get was created. A shrunk scenario may lack the create. */
const isOfKnown = ({ exchanges }: History, { request, about }: Exchange): boolean =>
  request.method !== 'GET' ||
  about?.name === undefined ||
  exchanges.some(one => isSuccess(one) && bodyValueAt(one, '/metadata/name') === about.name)

/** Each step is refused with a Status in this media type. */
export const isRefusedInMediaType = (says: string, wanted: Record<string, MediaWord>) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, 'object')
    for (const [label, word] of Object.entries(wanted)) {
      const exchange = yield* requireFinalAnswer(history, label)
      yield* precondition(
        (exchange.answer?.status ?? 0) >= 400,
        `${label} returned ${answerSummary(exchange)}`,
      )
      yield answerIsIn(history, exchange, word, says)
    }
  }

/** K8S-ENC-006: long answers are compressed, and short ones are not. */
export function* longAnswersAreCompressed(history: History): Generator<Observation> {
  yield* precondition(
    history.exchanges.some(isCompressed),
    'the server compresses no response at all (ENC-033)',
  )
  for (const exchange of history.exchanges) {
    if (exchange.request.headers['accept-encoding'] === undefined || !exchange.answer) continue
    const { headers } = exchange.answer
    const isLong =
      exchange.stream === undefined && uncompressedLength(exchange) > compressionBytesMin
    yield verify((headers['content-encoding'] === 'gzip') === isLong, {
      says: 'Responses above 128 KiB are compressed, and no others.',
      expected: isLong ? 'gzip' : 'a plain body',
      got: headers['content-encoding'] ?? 'a plain body',
      at: exchange,
    })
    if (!isCompressed(exchange)) continue
    yield verify(/accept-encoding/i.test(headers['vary'] ?? ''), {
      says: 'A compressed response has Vary: Accept-Encoding.',
      expected: 'Vary: Accept-Encoding',
      got: headers['vary'],
      at: exchange,
    })
  }
}

/** K8S-ENC-007: the JSON of each answer is compact or indented as expected. */
export const jsonIsLaidOut = (wanted: Record<string, 'compact' | 'indented'>) =>
  function* (history: History): Generator<Observation> {
    for (const [label, as] of Object.entries(wanted)) {
      yield* requireSuccess(history, label)
      const exchange = exchangeAt(history, label)
      const expected =
        as === 'compact'
          ? 'one line, a newline at the end'
          : 'lines indented by 2, no newline at the end'
      const says =
        'JSON is indented for curl, Wget, browsers and pretty=true, and is on one line otherwise.'
      yield verify(layoutOf(exchange) === expected, {
        says,
        expected,
        got: layoutOf(exchange),
        at: exchange,
      })
    }
  }
