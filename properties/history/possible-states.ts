// Enumerates the states that a collection can have been in, for every order of the writes that
// agrees with the evidence. A sequential history has one such order; concurrent writes have
// several.

import type { Role } from '../../fixtures/objects/tested-types.ts'
import type { Exchange, History } from './history.ts'
import { stateAfter, unknownState, acknowledgedWrites } from './collection-model.ts'
import type { CollectionState, AcknowledgedWrite } from './collection-model.ts'
import { precondition } from './observation.ts'
import type { Observation } from './observation.ts'
import { writeOrderOf, versionWritten } from './write-order.ts'
import type { WriteOrder } from './write-order.ts'

/** One possible state of the collection: the writes done so far and their result. */
export type PossibleState = { done: ReadonlySet<AcknowledgedWrite>; state: CollectionState }

/** The acknowledged writes of a history, their order, and the states that they allow. */
export type StateHistory = {
  writes: AcknowledgedWrite[]
  order: WriteOrder
  states: PossibleState[]
}

// Two lanes of ten writes have 121 states. A scenario with very many more cannot be judged.
const statesMax = 5_000

/**
 * Returns the possible states of a type's collection. Yields an unmet precondition if they cannot
 * be determined.
 */
export function* stateHistoryOf(
  history: History,
  role: Role,
): Generator<Observation, StateHistory> {
  const writes = acknowledgedWrites(history, role)
  yield* precondition(writes !== unknownState, 'a write has no known outcome')
  if (writes === unknownState) return { writes: [], order: writeOrderOf([], false), states: [] }

  const order = writeOrderOf(writes, history.context.ordered)
  const inDoubt = writes.some((a, index) => writes.slice(index).some(b => isInDoubt(a, b, order)))
  yield* precondition(!inDoubt, 'the order of two writes is not known')
  const states = inDoubt ? [] : statesOf(writes, order)
  yield* precondition(
    states.length < statesMax,
    `there are ${statesMax} orders of the writes or more`,
  )
  return { writes, order, states }
}

/**
 * Returns the states that a consistent read can show: it must include every write that was
 * acknowledged before the read was sent.
 */
export const statesOfMostRecentRead = (
  { writes, states }: StateHistory,
  read: Exchange,
): PossibleState[] => {
  const needed = writes.filter(write => write.by.answeredAt < read.sentAt)
  return statesUpToAnswer({ states }, read).filter(({ done }) =>
    needed.every(write => done.has(write)),
  )
}

/** Returns the states up to the answer of a read, including the one before the first write. */
export const statesUpToAnswer = (
  { states }: Pick<StateHistory, 'states'>,
  read: Exchange,
): PossibleState[] =>
  states.filter(({ done }) => [...done].every(write => write.by.sentAt < read.answeredAt))

/** Returns the states in which a write can be the last one done. */
export const statesAtWrite = (
  { states, order }: StateHistory,
  write: AcknowledgedWrite,
): PossibleState[] =>
  states.filter(
    ({ done }) => done.has(write) && ![...done].some(other => order.precedes(write, other)),
  )

/** Returns the write that produced a version; undefined if none or several did. */
export function writeOfVersion(
  { writes }: StateHistory,
  version: unknown,
): AcknowledgedWrite | undefined {
  const [write, ...others] = writes.filter(one => versionWritten(one) === version)
  return others.length === 0 ? write : undefined
}

/** Reports whether every write done in state `a` is done in state `b`. */
export const isEarlierOrSame = (a: PossibleState, b: PossibleState): boolean =>
  [...a.done].every(write => b.done.has(write))

/** Reports whether two writes to one object are unordered, or each precedes the other. */
function isInDoubt(a: AcknowledgedWrite, b: AcknowledgedWrite, { precedes }: WriteOrder): boolean {
  if (precedes(a, b)) return precedes(b, a)
  return a !== b && a.key === b.key && !precedes(b, a)
}

function statesOf(writes: AcknowledgedWrite[], { precedes }: WriteOrder): PossibleState[] {
  const needs = new Map(writes.map(write => [write, writes.filter(one => precedes(one, write))]))
  const found = new Map<string, PossibleState>([['', { done: new Set(), state: new Map() }]])
  for (const { done, state } of found.values()) {
    if (found.size >= statesMax) break
    for (const write of writes) {
      const isNext = !done.has(write) && needs.get(write)?.every(one => done.has(one))
      if (!isNext) continue
      const next = new Set([...done, write])
      found.set(nameOf(next, writes), { done: next, state: stateAfter(state, write) })
    }
  }
  return [...found.values()]
}

const nameOf = (done: ReadonlySet<AcknowledgedWrite>, writes: AcknowledgedWrite[]): string =>
  writes.map(write => (done.has(write) ? '1' : '0')).join('')
