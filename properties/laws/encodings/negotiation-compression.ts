// Laws of answers in gzip: for those who take it, and the same as without it.

import { haveEqualMeaning } from '../../history/equal-meaning.ts'
import type { Answer, Exchange, History } from '../../history/history.ts'
import { at, itemsOf, version } from '../../history/history.ts'
import { given, holds, noted } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { ownSet } from '../../history/own-set.ts'
import { form } from './negotiation.ts'
import { created, done } from '../premises.ts'

/** Genuine servers compress what is longer than this many bytes. */
export const packedFrom = 128 * 1024

/** The bytes of a body before it was compressed. */
export const lengthOf = ({ answer }: Exchange): number =>
  answer?.base64 === undefined
    ? Buffer.byteLength(answer?.text ?? '')
    : Buffer.from(answer.base64, 'base64').length

const packing = (exchange: Exchange): string =>
  exchange.answer?.headers['content-encoding'] ?? 'no Content-Encoding'

/** Whether an answer came in gzip, and could be unpacked. */
export const isPacked = ({ answer }: Exchange): boolean => answer?.gzip !== undefined

/**
 * ENC-033, ENC-034: a long answer comes in gzip to who takes it, and says the same. Who is refused
 * what it accepts is no matter of gzip (ENC-006, ENC-023).
 */
export function* packsTheSame(history: History): Generator<Observation> {
  yield* created(history)
  if (at(history, 'plain').answer?.status === 406) return
  yield* done(history, 'plain', 'packed')
  const [plain, packed] = [at(history, 'plain'), at(history, 'packed')]
  yield* given(lengthOf(plain) > packedFrom, `the answer has no more than ${packedFrom} bytes`)
  yield holds(isPacked(packed), {
    says: 'A long answer to who takes gzip is compressed, with Content-Encoding: gzip.',
    expected: 'gzip',
    got: `${packing(packed)}: ${form(packed)}`,
    at: packed,
  })
  const [one, other] = [bodyOf(history, plain), bodyOf(history, packed)]
  if (!one || !other) return
  const isSound = packed.answer?.undecodable === undefined && packed.answer?.body !== undefined
  // Where somebody else has written in between, the two have a right to differ.
  const isUntouched = versionsIn(history, plain) === versionsIn(history, packed)
  yield* given(isUntouched || !isSound, 'another writer is at work')
  yield holds(isSound && haveEqualMeaning(one, other), {
    says: 'Unpacked once, the answer is the same as without gzip.',
    expected: 'the body of the answer without gzip',
    got: isSound ? 'another' : form(packed),
    at: packed,
  })
}

/** What is compared: of a list only what this case made, as others come and go. */
function bodyOf(history: History, exchange: Exchange): Answer | undefined {
  const { answer } = exchange
  if (!answer || !itemsOf(exchange)) return answer
  // Places of integers are those in the whole list.
  const { integers: _, ...rest } = answer
  return { ...rest, body: ownSet(history, exchange) }
}

const versionsIn = (history: History, exchange: Exchange): string =>
  itemsOf(exchange)
    ? ownSet(history, exchange)
        .map(({ metadata }) => metadata['resourceVersion'])
        .join(' ')
    : String(version(exchange))

/** The premise that an answer came compressed. */
export function* packsAt(history: History, label: string): Generator<Observation> {
  yield* done(history, label)
  const exchange = at(history, label)
  yield* given(isPacked(exchange), `${label} came with ${packing(exchange)}`)
}

/** ENC-035, ENC-036: none of the answers is compressed. */
export const packsNothing = (says: string, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    yield* created(history)
    for (const label of labels) {
      yield* done(history, label)
      const exchange = at(history, label)
      const isGzip = /gzip/i.test(packing(exchange))
      const isPlain = !isGzip && exchange.answer?.undecodable === undefined
      yield holds(isPlain, { says, expected: 'a plain body', got: packing(exchange), at: exchange })
    }
  }

/** Notes in how many members of gzip an answer came (RFC 1952 allows several). */
export function* notesPacking(history: History): Generator<Observation> {
  for (const exchange of history.exchanges) {
    if (!exchange.answer || !exchange.request.headers['accept-encoding']) continue
    const { gzip } = exchange.answer
    const members = gzip?.isSingle === false ? ' in several members' : ''
    yield noted(`${exchange.step}: ${gzip ? `gzip${members}` : packing(exchange)}`)
  }
}
