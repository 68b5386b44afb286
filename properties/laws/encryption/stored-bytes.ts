// Judges the bytes that servers store of objects.

import type { StoredKind } from '../../scenarios/encryption/stored-objects.ts'
import { bytesLabel } from '../../scenarios/encryption/stored-bytes.ts'
import { answerSummary, exchangeAt, type History, isSuccess } from '../../history/history.ts'
import { applicable, type Observation, precondition, verify } from '../../history/observation.ts'
import { createdKinds, requireCreated, wordOf } from './stored-objects.ts'

/** Returns the bytes of the object of a kind, and its word, which only this case uses. */
function* requireBytes(
  history: History,
  kind: StoredKind,
): Generator<Observation, { bytes: Buffer; word: string }> {
  const created = yield* requireCreated(history, kind)
  const read = exchangeAt(history, bytesLabel(kind))
  yield* applicable(
    read.answer?.status !== 404,
    'the target does not offer the bytes that its servers store (the control `stored`)',
  )
  yield* precondition(isSuccess(read), `${read.step} returned ${answerSummary(read)}`)
  const body = read.answer?.body as { base64: string } | undefined
  return { bytes: Buffer.from(body?.base64 ?? '', 'base64'), word: String(wordOf(created)) }
}

/** The bytes of no object of the kinds hold the text that the bytes of the lease hold. */
export function* hidesText(history: History, kinds: readonly StoredKind[]): Generator<Observation> {
  const plain = yield* requireBytes(history, 'Lease')
  yield* precondition(
    plain.bytes.includes(plain.word),
    'the bytes of an object that is not encrypted do not hold its text either',
  )
  for (const kind of createdKinds(history, kinds)) {
    const { bytes, word } = yield* requireBytes(history, kind)
    yield verify(bytes.length > 0 && !bytes.includes(word), {
      says: 'Objects of configured types are stored encrypted.',
      expected: `bytes of the ${kind} without its text`,
      got: bytes.length === 0 ? 'no bytes' : `its text in ${bytes.length} bytes`,
      at: exchangeAt(history, bytesLabel(kind)),
    })
  }
}
