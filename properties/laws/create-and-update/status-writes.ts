// Judges writes of a type with a status subresource (scenarios/create-and-update/status-writes.ts).

import type { History } from '../../history/history.ts'
import {
  answerSummary,
  bodyValueAt,
  exchangeAt,
  isSuccess,
  resourceVersionOf,
  roleContentOf,
} from '../../history/history.ts'
import { applicable, precondition, refusalWith, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { containsPart } from '../../dsl/term.ts'
import { requireDecision } from '../decisions.ts'
import { requireSuccess } from '../preconditions.ts'

/** K8S-WRITE-016, K8S-PTCH-013: a write of the status leaves the rest as it is. */
export function* statusWriteKeepsSpec(history: History): Generator<Observation> {
  yield* requireStored(history, { write: 'spec', read: 'after spec', content: 'two' })
  yield* requireRead(history, 'status', 'after status')
  const got = contentIn(history, 'after status')
  // A spec that was written is a fault, whatever became of the status.
  if (got !== 'three') yield* requireStatusStored(history)
  yield verify(got === 'two', {
    says: 'A write to the status subresource changes only the status.',
    expected: `${contentPointer(history)}: two`,
    got,
    at: 'after status',
  })
}

/** K8S-WRITE-017: a PUT of the object leaves the status as it is. */
export function* specWriteKeepsStatus(history: History): Generator<Observation> {
  const says = 'A PUT of an object does not change its status.'
  yield* requireRead(history, 'spec', 'after spec')
  const [created, changed] = ['object', 'after spec'].map(label => statusIn(history, label))
  const isTaken = isStatus(history, changed, 0) && !isStatus(history, created, 0)
  yield verify(!isTaken, { says, expected: created, got: changed, at: 'after spec' })
  yield* requireRead(history, 'status', 'after status')
  yield* requireStatusStored(history)
  yield* requireRead(history, 'spec again', 'at last')
  const [before, after] = ['after status', 'at last'].map(label => statusIn(history, label))
  const isKept = isStatus(history, after, 0)
  // A status that was written is a fault, whatever became of the spec.
  if (isKept) yield* requireContent(history, 'spec again', 'at last', 'four')
  yield verify(isKept, { says, expected: before, got: after, at: 'at last' })
}

/** K8S-PTCH-014: a PATCH of the object leaves the status as it is. */
export function* specPatchKeepsStatus(history: History): Generator<Observation> {
  const says = 'A PATCH of an object does not change its status.'
  yield* requireStored(history, { write: 'spec', read: 'after spec', content: 'two' })
  yield* requireRead(history, 'status', 'after status')
  yield* requireStatusStored(history)
  const served = ['merge patch', 'JSON patch'].filter(label =>
    isSuccess(exchangeAt(history, label)),
  )
  yield* precondition(served.length > 0, 'neither a merge patch nor a JSON patch succeeded')
  for (const label of served) {
    const after = `after ${label}`
    yield* requireRead(history, label, after)
    const [before, got] = ['after status', after].map(one => statusIn(history, one))
    yield verify(isStatus(history, got, 0), { says, expected: before, got, at: after })
  }
}

/** K8S-WRITE-018: writes of the status leave the generation as it is. */
export function* statusWritesKeepGeneration(history: History): Generator<Observation> {
  yield* requireRead(history, 'spec', 'after spec')
  const before = generationIn(history, 'after spec')
  yield* applicable(before !== undefined, 'objects of the type have no generation')
  const writes = [
    { write: 'status', read: 'after status', nth: 0, how: 'PUT' },
    { write: 'patched status', read: 'after patch', nth: 1, how: 'PATCH' },
  ] as const
  const served = writes.filter(({ write }) => isSuccess(exchangeAt(history, write)))
  yield* precondition(served.length > 0, 'neither a PUT nor a merge patch of the status succeeded')
  for (const { write, read, nth, how } of served) {
    yield* requireRead(history, write, read)
    yield* precondition(
      isStatus(history, statusIn(history, read), nth),
      `the ${how} of the status did not store the status that was sent`,
    )
    yield verify(generationIn(history, read) === before, {
      says: `A ${how} of the status does not change the generation.`,
      expected: before,
      got: generationIn(history, read),
      at: read,
    })
  }
}

/** K8S-WRITE-019: a PUT of the status with a stale version is a conflict and changes nothing. */
export function* staleStatusPutIsConflict(history: History): Generator<Observation> {
  yield* requireRead(history, 'spec', 'after spec')
  yield* requireRead(history, 'status', 'after status')
  yield* requireStatusStored(history)
  const [before, after] = ['after spec', 'after status'].map(label =>
    resourceVersionOf(exchangeAt(history, label)),
  )
  yield* precondition(before !== after, 'the PUT of the status did not change the version')
  // The same PUT with the current version is accepted, so only the version can be the reason.
  yield* requireSuccess(history, 'after stale', 'twin')
  const stale = yield* requireDecision(history, 'stale')
  yield verify(stale.answer?.status === 409, {
    says: 'A PUT of the status with a stale version is refused with 409.',
    expected: refusalWith(409),
    got: answerSummary(stale),
    at: 'stale',
  })
  yield verify(!isStatus(history, statusIn(history, 'after stale'), 1), {
    says: 'A PUT of the status with a stale version does not change the status.',
    expected: statusIn(history, 'after status'),
    got: statusIn(history, 'after stale'),
    at: 'after stale',
  })
}

/** K8S-DRY-002: dry runs of status writes leave the status and the version as they are. */
export function* dryStatusWritesStoreNothing(history: History): Generator<Observation> {
  yield* requireRead(history, 'status', 'after status')
  yield* requireStatusStored(history)
  const served = ['PUT', 'PATCH'].filter(how => isSuccess(exchangeAt(history, `dry ${how}`)))
  yield* precondition(served.length > 0, 'no dry run of a write of the status succeeded')
  for (const how of served) {
    const read = `after dry ${how}`
    yield* requireSuccess(history, read)
    yield verify(!isStatus(history, statusIn(history, read), 1), {
      says: `A ${how} of the status with dryRun=All does not change the status.`,
      expected: statusIn(history, 'after status'),
      got: statusIn(history, read),
      at: read,
    })
  }
}

const generationIn = (history: History, label: string): unknown =>
  bodyValueAt(exchangeAt(history, label), '/metadata/generation')

const statusIn = (history: History, label: string): unknown =>
  bodyValueAt(exchangeAt(history, label), '/status')

const isStatus = (history: History, status: unknown, nth: 0 | 1): boolean =>
  containsPart(history.context.types.status.status?.[nth], status)

const contentPointer = (history: History): string => history.context.types.status.content

const contentIn = (history: History, label: string): unknown =>
  roleContentOf(history, 'status', bodyValueAt(exchangeAt(history, label), ''))

/** The precondition that a write succeeded and nobody wrote between it and the read after it. */
function* requireRead(history: History, write: string, read: string): Generator<Observation> {
  yield* requireSuccess(history, write, read)
  yield* requireNoOtherWriter(history, write, read)
}

// The content of a type of which no schema has a text field of the spec. The server may drop it, or
// refuse it.
const guessedContent = '/spec/touchstone'

function* requireContent(
  history: History,
  write: string,
  read: string,
  content: string,
): Generator<Observation> {
  const isStored = contentIn(history, read) === content
  const pointer = contentPointer(history)
  const because = `${write} did not store ${pointer}`
  yield* applicable(
    isStored || pointer !== guessedContent,
    `${because}: no published schema has a text field in the spec of the type, so the field is ` +
      'a guess; a target file can describe the type under types.status',
  )
  yield* precondition(isStored, because)
}

/** The precondition that a PUT of the object stored its content. */
function* requireStored(
  history: History,
  { write, read, content }: { write: string; read: string; content: string },
): Generator<Observation> {
  yield* requireRead(history, write, read)
  yield* requireContent(history, write, read, content)
}

// The values of a type without a published schema are guesses, and the server may drop them.
const requireStatusStored = (history: History): Iterable<Observation> =>
  precondition(
    isStatus(history, statusIn(history, 'after status'), 0),
    'the write of the status did not store the status that was sent',
  )

const requireNoOtherWriter = (
  history: History,
  write: string,
  read: string,
): Iterable<Observation> =>
  precondition(
    resourceVersionOf(exchangeAt(history, write)) === resourceVersionOf(exchangeAt(history, read)),
    `another writer changed the object between ${write} and ${read}`,
  )
