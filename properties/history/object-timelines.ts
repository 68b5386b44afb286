// Builds the timeline of each object from acknowledged writes: the changes that a watch must
// report, in order, and the event type of each.

import type { Role } from '../../fixtures/objects/tested-types.ts'
import type { History, Item } from './history.ts'
import { hasStep, itemsOf } from './history.ts'
import { unknownState, acknowledgedWrites } from './collection-model.ts'
import type { AcknowledgedWrite } from './collection-model.ts'
import { precondition } from './observation.ts'
import type { Observation } from './observation.ts'
import { writeOrderOf, versionWritten } from './write-order.ts'
import type { WriteOrder } from './write-order.ts'

/** One change of an object: its state before and after. */
export type ObjectChange = {
  key: string
  write: AcknowledgedWrite
  before: Item | undefined
  after: Item | undefined
  /**
   * The version that the change produced; undefined for a removal, whose answer need not contain
   * it.
   */
  version: unknown
}

/** The changes of each object, in order. */
export type ObjectTimelines = { byKey: ReadonlyMap<string, ObjectChange[]>; order: WriteOrder }

/**
 * Returns the timelines of a type's objects. Yields an unmet precondition if the outcome of a write
 * or the order of two writes to one object is unknown.
 */
export function* objectTimelinesOf(
  history: History,
  role: Role,
): Generator<Observation, ObjectTimelines> {
  const writes = acknowledgedWrites(history, role)
  yield* precondition(writes !== unknownState, 'a write has no known outcome')
  if (writes === unknownState) return { byKey: new Map(), order: writeOrderOf([], false) }

  const order = writeOrderOf(writes, history.context.ordered)
  const byKey = new Map<string, ObjectChange[]>()
  for (const key of new Set(writes.map(({ key }) => key))) {
    const own = writes.filter(write => write.key === key)
    const sorted = inOrder(own, order)
    yield* precondition(sorted !== undefined, `the order of two writes to ${key} is not known`)
    byKey.set(key, changesOf(sorted ?? []))
  }
  return { byKey, order }
}

/** Sorts the writes to one object; undefined if their order is unknown. */
function inOrder(
  writes: AcknowledgedWrite[],
  { precedes }: WriteOrder,
): AcknowledgedWrite[] | undefined {
  const before = (write: AcknowledgedWrite) => writes.filter(other => precedes(other, write)).length
  const sorted = writes.toSorted((a, b) => before(a) - before(b))
  const isSure = sorted.every((write, index) => before(write) === index)
  return isSure ? sorted : undefined
}

function changesOf(writes: AcknowledgedWrite[]): ObjectChange[] {
  let current: Item | undefined
  return writes.map(write => {
    const change = {
      key: write.key,
      write,
      before: current,
      after: write.item,
      version: versionWritten(write),
    }
    current = write.item
    return change
  })
}

/**
 * Reports whether no other client wrote these objects: each update named the version of the change
 * before it, and the lists at the end (labels `finals`) show the result of the last change.
 */
export function isWrittenByCaseAlone(
  history: History,
  changes: ObjectChange[],
  finals: string[],
): boolean {
  const isLinked = changes.every(({ before, write }) => {
    const known = before?.metadata['resourceVersion']
    return write.basedOn === undefined || known === undefined || write.basedOn === known
  })
  const last = changes.at(-1)
  const shown = finals
    .filter(label => hasStep(history, label))
    .flatMap(label => history.exchanges.filter(({ step }) => step === label))
    .flatMap(exchange => itemsOf(exchange) ?? [])
    .find(item => last?.after && isSameName(item, last.after))
  return isLinked && shown?.metadata['resourceVersion'] === last?.version
}

const isSameName = (a: Item, b: Item): boolean =>
  a.metadata['name'] === b.metadata['name'] && a.metadata['namespace'] === b.metadata['namespace']
