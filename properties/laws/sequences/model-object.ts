// An object as the model of sequences holds it: whole, but for what a server keeps of its own
// accord, and in one form however an answer shows it.

import type { Item } from '../../history/history.ts'

export type ModelObject = {
  object: Item
  /** Undefined while no answer has shown it. */
  version: unknown
}

/** Stands in an object for what the server makes up, until an answer shows it. */
export const serverChosen = null

/** An object as an answer or an event shows it. Items of lists may lack kind and apiVersion. */
export function modelObjectOf({ kind: _, apiVersion: __, metadata, ...fields }: Item): ModelObject {
  const { resourceVersion, ...others } = metadata
  return { object: { ...fields, metadata: normalizeMetadata(others) }, version: resourceVersion }
}

/** Metadata without what is empty, which is the same as absent, and without who wrote what. */
export function normalizeMetadata({ managedFields: _, ...metadata }: Metadata): Metadata {
  // No order of finalizers is enforced (OBJ-030).
  const all = { ...metadata, finalizers: finalizersIn(metadata).toSorted() }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => !isEmpty(value)))
}

type Metadata = Item['metadata']

const isEmpty = (value: unknown): boolean =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

export function finalizersIn(metadata: Metadata): string[] {
  const { finalizers } = metadata
  return Array.isArray(finalizers) ? finalizers.map(String) : []
}

/** The object with what the server made up, as far as an answer shows it. */
export function fillServerChosen({ metadata, ...fields }: Item, shown: Item): Item {
  return { ...fill(fields, shown), metadata: fill(metadata, shown.metadata) }
}

const fill = (model: Metadata, shown: Metadata): Metadata =>
  Object.fromEntries(
    Object.entries(model)
      .map(([name, value]) => [name, value === serverChosen ? shown[name] : value] as const)
      .filter(([, value]) => value !== undefined),
  )
