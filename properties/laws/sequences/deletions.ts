// What a deletion does to the object that it finds, and what a garbage collector may do after it.

import type { Item } from '../../history/history.ts'
import { valueAt } from '../../dsl/term.ts'
import { counted, isMarked, missing, otherUid, outcomeOf, refusal, stale } from './effects.ts'
import type { Effect, Sound } from './effects.ts'
import { finalizersIn, normal, open } from './stored.ts'
import type { Stored } from './stored.ts'

/** What a DELETE with these options does to an object. */
export function deletionOf(found: Stored | undefined, options: unknown): Effect {
  if (!found) return refusal([missing])
  const { metadata } = found.object
  const uid = valueAt(options, '/preconditions/uid') ?? metadata['uid']
  if (uid !== metadata['uid']) return refusal([otherUid])
  const version = valueAt(options, '/preconditions/resourceVersion') ?? found.version
  if (version !== found.version) return refusal([stale])

  const finalizers = waitingFor(metadata, valueAt(options, '/propagationPolicy'))
  const next = { ...found.object, metadata: normal({ ...metadata, finalizers }) }
  return outcomeOf(isMarked(metadata) ? next : counted(marked(next)), found)
}

const marked = ({ metadata, ...fields }: Item): Item => ({
  ...fields,
  metadata: { ...metadata, deletionTimestamp: open, deletionGracePeriodSeconds: 0 },
})

// The finalizers by which a deleted object waits for the garbage collector.
const collectors: Record<string, string[]> = {
  Orphan: ['orphan'],
  Foreground: ['foregroundDeletion'],
  Background: [],
}

const isCollectors = (one: string): boolean => Object.values(collectors).flat().includes(one)

function waitingFor(metadata: Item['metadata'], policy: unknown): string[] {
  const all = finalizersIn(metadata)
  const own = collectors[String(policy)]
  return own ? [...all.filter(one => !isCollectors(one)), ...own] : all
}

/** What a garbage collector, if there is one, does to a deleted object that waits for it. */
export function collectionOf(found: Stored): Sound | undefined {
  const { metadata } = found.object
  const finalizers = finalizersIn(metadata).filter(one => !isCollectors(one))
  const isAwaited = isMarked(metadata) && finalizers.length < finalizersIn(metadata).length
  if (!isAwaited) return undefined
  return outcomeOf({ ...found.object, metadata: normal({ ...metadata, finalizers }) }, found)
}
