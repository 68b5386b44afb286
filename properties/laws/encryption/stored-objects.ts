// Judges how objects are stored by what servers with other keys can read.

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, bodyValueAt, exchangeAt, isSuccess } from '../../history/history.ts'
import { applicable, type Observation, precondition, verify } from '../../history/observation.ts'
import type { EncryptionSetup } from '../../dsl/setup-names.ts'
import {
  createdLabel,
  readLabel,
  type StoredKind,
  wordAnnotation,
} from '../../scenarios/encryption/stored-objects.ts'
import { escapeSegment } from '../../dsl/term.ts'

/** The word of an object that only its case uses. */
export const wordOf = (exchange: Exchange): unknown =>
  bodyValueAt(exchange, `/metadata/annotations/${escapeSegment(wordAnnotation)}`)

/** Those of the kinds of which the scenario creates an object. */
export const createdKinds = ({ exchanges }: History, kinds: readonly StoredKind[]): StoredKind[] =>
  kinds.filter(kind => exchanges.some(({ step }) => step === createdLabel(kind)))

/**
 * The precondition that the object of a kind was created, in the namespace that another server with
 * the same data has created. The server may lack the type.
 */
export function* requireCreated(
  history: History,
  kind: StoredKind,
): Generator<Observation, Exchange> {
  const created = exchangeAt(history, createdLabel(kind))
  yield* applicable(
    created.answer?.status !== 404,
    `the servers of one \`data\` do not share their namespaces, or lack the type ${kind}`,
  )
  yield* precondition(isSuccess(created), `${created.step} returned ${answerSummary(created)}`)
  return created
}

/** Whether a read shows what was written. */
const showsWritten = (read: Exchange, created: Exchange): boolean =>
  isSuccess(read) && wordOf(created) !== undefined && wordOf(read) === wordOf(created)

/**
 * The rules apply to servers with the same data: each shows the object of a kind that is not
 * encrypted. A program that starts servers may not know how to share data.
 */
export function* requireSharedData(
  history: History,
  { servers = ['plain'], by = 'Lease' }: { servers?: EncryptionSetup[]; by?: StoredKind } = {},
): Generator<Observation> {
  const created = yield* requireCreated(history, by)
  for (const server of servers) {
    const read = exchangeAt(history, readLabel(by, server))
    yield* applicable(
      read.answer?.status !== 404,
      'the servers of one `data` do not share their stored objects',
    )
    yield* precondition(
      showsWritten(read, created),
      `the servers do not share readable data: ${read.step} returned ${answerSummary(read)}`,
    )
  }
}

/** A server shows the object of a kind as it was written. */
export function* showsObject(
  history: History,
  kind: StoredKind,
  server: EncryptionSetup,
  says: string,
): Generator<Observation> {
  const created = yield* requireCreated(history, kind)
  const read = exchangeAt(history, readLabel(kind, server))
  yield verify(showsWritten(read, created), {
    says,
    expected: `the ${kind} that was written`,
    got: answerSummary(read),
    at: read,
  })
}

/**
 * The object of a kind was created, and the server that encrypts shows it. Returns what a server
 * without the key answers to a read of it.
 */
function* readWithoutKey(history: History, kind: StoredKind): Generator<Observation, Exchange> {
  const created = yield* requireCreated(history, kind)
  const control = exchangeAt(history, readLabel(kind, 'encrypting'))
  yield* precondition(
    showsWritten(control, created),
    `${control.step} returned ${answerSummary(control)}`,
  )
  return exchangeAt(history, readLabel(kind, 'plain'))
}

/** A server without the key does not show the object of a kind. */
export function* hidesObject(
  history: History,
  kind: StoredKind,
  says: string,
): Generator<Observation> {
  yield* cannotRead(yield* readWithoutKey(history, kind), says)
}

/** A server that lacks a key answers a read with an error, and not because it is busy. */
export function* cannotRead(read: Exchange, says: string): Generator<Observation> {
  const status = read.answer?.status
  const isDecided = status !== undefined && ![429, 503, 504].includes(status)
  yield* precondition(isDecided, `${read.step} returned ${answerSummary(read)}`)
  yield verify(!isSuccess(read), {
    says,
    expected: 'an error, since this server has no key',
    got: answerSummary(read),
    at: read,
  })
}

/** A server without the key reports that it cannot read an object that exists. */
export function* reportsUnreadable(
  history: History,
  kind: StoredKind,
  says: string,
): Generator<Observation> {
  const read = yield* readWithoutKey(history, kind)
  const status = read.answer?.status
  yield verify(status !== undefined && status >= 400 && status !== 404, {
    says,
    expected: 'an error other than 404',
    got: answerSummary(read),
    at: read,
  })
}
