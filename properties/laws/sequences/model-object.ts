// Normalizes objects for the model of sequences: complete except for data that the server updates
// by itself, and in one form for all answers.

import type { Item } from '../../history/history.ts'

/** The modelled state of one object. */
export type ModelObject = {
  object: Item
  /** Undefined until an answer shows it. */
  version: unknown
}

/** The placeholder for a value that the server generates, until an answer shows it. */
export const serverChosen = null

/** Normalizes an object of an answer or an event. Items of lists may lack kind and apiVersion. */
export function modelObjectOf({ kind: _, apiVersion: __, metadata, ...fields }: Item): ModelObject {
  const { resourceVersion, ...others } = metadata
  return { object: { ...fields, metadata: normalizeMetadata(others) }, version: resourceVersion }
}

/**
 * Returns metadata without managed fields and without empty values, which are equivalent to absent
 * ones.
 */
export function normalizeMetadata({ managedFields: _, ...metadata }: Metadata): Metadata {
  // The server enforces no order of finalizers (OBJ-030).
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

/** Returns the object with the generated values that an answer shows. */
export function fillServerChosen({ metadata, ...fields }: Item, shown: Item): Item {
  return { ...fill(fields, shown), metadata: fill(metadata, shown.metadata) }
}

const fill = (model: Metadata, shown: Metadata): Metadata =>
  Object.fromEntries(
    Object.entries(model)
      .map(([name, value]) => [name, value === serverChosen ? shown[name] : value] as const)
      .filter(([, value]) => value !== undefined),
  )
