// Judges gzip answers: only clients that accept gzip get them, and the data is the same.

import { haveEqualMeaning } from '../../history/equal-meaning.ts'
import type { Answer, Exchange, History } from '../../history/history.ts'
import { exchangeAt, itemsOf, resourceVersionOf } from '../../history/history.ts'
import { precondition, verify, recordAnswer, noOtherWriter } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { sortedOwnItems } from '../../history/own-items.ts'
import { describeForm } from './negotiation.ts'
import { requireCreates, requireSuccess } from '../preconditions.ts'

/** Genuine servers compress bodies that are longer than this many bytes. */
export const compressionBytesMin = 128 * 1024

/** Returns the length of the uncompressed body in bytes. */
export const uncompressedLength = ({ answer }: Exchange): number =>
  answer?.base64 === undefined
    ? Buffer.byteLength(answer?.text ?? '')
    : Buffer.from(answer.base64, 'base64').length

const packing = (exchange: Exchange): string =>
  exchange.answer?.headers['content-encoding'] ?? 'no Content-Encoding'

/** Reports whether an answer was in gzip and could be decompressed. */
export const isCompressed = ({ answer }: Exchange): boolean => answer?.gzip !== undefined

/**
 * ENC-033, ENC-034: a long answer is in gzip if the client accepts it, with the same data. A
 * refused media type is not a matter of gzip (ENC-006, ENC-023), nor is a body that cannot be
 * decoded without gzip either, such as Protobuf of a type whose message is unknown.
 */
export function* compressedAnswerIsEqual(history: History): Generator<Observation> {
  yield* requireCreates(history)
  if (exchangeAt(history, 'plain').answer?.status === 406) return
  yield* requireSuccess(history, 'plain', 'packed')
  const [plain, packed] = [exchangeAt(history, 'plain'), exchangeAt(history, 'packed')]
  yield* precondition(
    uncompressedLength(plain) > compressionBytesMin,
    `the answer has no more than ${compressionBytesMin} bytes`,
  )
  yield verify(isCompressed(packed), {
    says: 'A long response to a request that accepts gzip is compressed, with Content-Encoding: gzip.',
    expected: 'gzip',
    got: `${packing(packed)}: ${describeForm(packed)}`,
    at: packed,
  })
  const [one, other] = [bodyOf(history, plain), bodyOf(history, packed)]
  if (!one || !other || plain.answer?.undecodable !== undefined) return
  const isSound = packed.answer?.undecodable === undefined && packed.answer?.body !== undefined
  // If another client wrote in between, the two answers may differ.
  const isUntouched = versionsIn(history, plain) === versionsIn(history, packed)
  yield* noOtherWriter(isUntouched || !isSound, 'the object changed between two reads')
  yield verify(isSound && haveEqualMeaning(one, other), {
    says: 'Decompressed once, the response is the same as without gzip.',
    expected: 'the body of the answer without gzip',
    got: isSound ? 'another' : describeForm(packed),
    at: packed,
  })
}

/**
 * Returns the data to compare. In a list only objects of this case count, because others may
 * change.
 */
function bodyOf(history: History, exchange: Exchange): Answer | undefined {
  const { answer } = exchange
  if (!answer || !itemsOf(exchange)) return answer
  // The paths of integers refer to the whole list.
  const { integers: _, ...rest } = answer
  return { ...rest, body: sortedOwnItems(history, exchange) }
}

const versionsIn = (history: History, exchange: Exchange): string =>
  itemsOf(exchange)
    ? sortedOwnItems(history, exchange)
        .map(({ metadata }) => metadata['resourceVersion'])
        .join(' ')
    : String(resourceVersionOf(exchange))

/** The precondition that an answer was compressed. */
export function* requireCompressed(history: History, label: string): Generator<Observation> {
  yield* requireSuccess(history, label)
  const exchange = exchangeAt(history, label)
  yield* precondition(isCompressed(exchange), `${label} came with ${packing(exchange)}`)
}

/** ENC-035, ENC-036: none of the answers is compressed. */
export const answersAreNotCompressed = (says: string, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    yield* requireCreates(history)
    for (const label of labels) {
      yield* requireSuccess(history, label)
      const exchange = exchangeAt(history, label)
      const isGzip = /gzip/i.test(packing(exchange))
      const isPlain = !isGzip && exchange.answer?.undecodable === undefined
      yield verify(isPlain, {
        says,
        expected: 'a plain body',
        got: packing(exchange),
        at: exchange,
      })
    }
  }

/** Records whether gzip answers have several members (RFC 1952 allows them). */
export function* notesGzipMembers(history: History): Generator<Observation> {
  for (const exchange of history.exchanges) {
    if (!exchange.answer || !exchange.request.headers['accept-encoding']) continue
    const { gzip } = exchange.answer
    const members = gzip?.isSingle === false ? ' in several members' : ''
    yield recordAnswer(`${exchange.step}: ${gzip ? `gzip${members}` : packing(exchange)}`)
  }
}
