// Laws of what genuine servers make of Accept, gzip and `pretty` where the specification is silent.

import type { MediaWord } from '../../../fixtures/dialects/dialect.ts'
import type { Exchange, History } from '../../history/history.ts'
import { answered, at, read, succeeded } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { answersIn } from './negotiation.ts'
import { isPacked, lengthOf, packedFrom } from './negotiation-compression.ts'
import { layoutOf } from './negotiation-pretty.ts'
import { done } from '../premises.ts'
import { answeredForGood } from '../status.ts'

/** Each step is answered with success, in its media type. */
export const comeIn = (says: string, wanted: Record<string, MediaWord>) =>
  function* (history: History): Generator<Observation> {
    for (const [label, word] of Object.entries(wanted)) {
      const exchange = yield* answeredForGood(history, label)
      yield* given(isOfKnown(history, exchange), `the object of ${label} was not created`)
      const status = exchange.answer?.status ?? 0
      yield holds(status < 300, { says, expected: word, got: answered(exchange), at: exchange })
      if (status < 300) yield answersIn(history, exchange, word, says)
    }
  }

/** Whether what a get asks for was created; a cut of a scenario may lack the create. */
const isOfKnown = ({ exchanges }: History, { request, about }: Exchange): boolean =>
  request.method !== 'GET' ||
  about?.name === undefined ||
  exchanges.some(one => succeeded(one) && read(one, '/metadata/name') === about.name)

/** Each step is refused with a Status in its media type. */
export const refusedIn = (says: string, wanted: Record<string, MediaWord>) =>
  function* (history: History): Generator<Observation> {
    yield* done(history, 'object')
    for (const [label, word] of Object.entries(wanted)) {
      const exchange = yield* answeredForGood(history, label)
      yield* given((exchange.answer?.status ?? 0) >= 400, `${label} answered ${answered(exchange)}`)
      yield answersIn(history, exchange, word, says)
    }
  }

/** K8S-ENC-006: what is long is compressed, and nothing else is. */
export function* packsWhatIsLong(history: History): Generator<Observation> {
  for (const exchange of history.exchanges) {
    if (exchange.request.headers['accept-encoding'] === undefined || !exchange.answer) continue
    const { headers } = exchange.answer
    const isLong = exchange.stream === undefined && lengthOf(exchange) > packedFrom
    yield holds((headers['content-encoding'] === 'gzip') === isLong, {
      says: 'Answers of more than 128 KiB are compressed, and no others.',
      expected: isLong ? 'gzip' : 'a plain body',
      got: headers['content-encoding'] ?? 'a plain body',
      at: exchange,
    })
    if (!isPacked(exchange)) continue
    yield holds(/accept-encoding/i.test(headers['vary'] ?? ''), {
      says: 'A compressed answer varies with Accept-Encoding.',
      expected: 'Vary: Accept-Encoding',
      got: headers['vary'],
      at: exchange,
    })
  }
}

/** K8S-ENC-007: each answer is laid out as it should be. */
export const areLaidOut = (wanted: Record<string, 'compact' | 'indented'>) =>
  function* (history: History): Generator<Observation> {
    for (const [label, as] of Object.entries(wanted)) {
      yield* done(history, label)
      const exchange = at(history, label)
      const expected =
        as === 'compact'
          ? 'one line, a newline at the end'
          : 'lines indented by 2, no newline at the end'
      const says = 'JSON is laid out in lines for people, and in one line for everybody else.'
      yield holds(layoutOf(exchange) === expected, {
        says,
        expected,
        got: layoutOf(exchange),
        at: exchange,
      })
    }
  }
