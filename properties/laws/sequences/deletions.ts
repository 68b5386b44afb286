// Models the effect of a delete on an object, and of the garbage collector afterwards.

import type { Item } from '../../history/history.ts'
import { valueAt } from '../../dsl/term.ts'
import {
  withNextGeneration,
  isMarkedForDeletion,
  missingObject,
  uidMismatch,
  effectOnExisting,
  refusalEffect,
  staleVersion,
} from './effects.ts'
import type { RequestEffect, WriteEffect } from './effects.ts'
import { finalizersIn, normalizeMetadata, serverChosen } from './model-object.ts'
import type { ModelObject } from './model-object.ts'

/** Returns the effect of a DELETE with these options on an object. */
export function deleteEffect(found: ModelObject | undefined, options: unknown): RequestEffect {
  if (!found) return refusalEffect([missingObject])
  const { metadata } = found.object
  const uid = valueAt(options, '/preconditions/uid') ?? metadata['uid']
  if (uid !== metadata['uid']) return refusalEffect([uidMismatch])
  const version = valueAt(options, '/preconditions/resourceVersion') ?? found.version
  if (version !== found.version) return refusalEffect([staleVersion])

  const finalizers = waitingFor(metadata, valueAt(options, '/propagationPolicy'))
  const next = { ...found.object, metadata: normalizeMetadata({ ...metadata, finalizers }) }
  return effectOnExisting(
    isMarkedForDeletion(metadata) ? next : withNextGeneration(marked(next)),
    found,
  )
}

const marked = ({ metadata, ...fields }: Item): Item => ({
  ...fields,
  metadata: { ...metadata, deletionTimestamp: serverChosen, deletionGracePeriodSeconds: 0 },
})

// The finalizers with which a deleted object waits for the garbage collector, by policy.
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

/**
 * Returns the effect of a garbage collector, if there is one, on a deleted object that waits for
 * it.
 */
export function garbageCollectionEffect(found: ModelObject): WriteEffect | undefined {
  const { metadata } = found.object
  const finalizers = finalizersIn(metadata).filter(one => !isCollectors(one))
  const isAwaited =
    isMarkedForDeletion(metadata) && finalizers.length < finalizersIn(metadata).length
  if (!isAwaited) return undefined
  return effectOnExisting(
    { ...found.object, metadata: normalizeMetadata({ ...metadata, finalizers }) },
    found,
  )
}
