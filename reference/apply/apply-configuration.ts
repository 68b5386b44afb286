// Merges the apply configuration of a mutating policy into an object.

import { type ApiObject, isJsonObject, type JsonObject, ownMember } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'
import type { ResumableTask } from '../lib/event-loop.ts'
import { applyFaults } from './apply-faults.ts'
import { mergeApplied } from './merge-applied.ts'
import { memberSchema, shapeOfValue } from './schema-shape.ts'

/**
 * Returns the object with the fields of a configuration. Nothing is removed.
 * @throws Error if the configuration does not fit the type, or has a value that is owned as a whole
 */
export function* applyConfiguration(
  object: ApiObject,
  configuration: JsonObject,
  schema: Schema,
): ResumableTask<unknown> {
  const { kind, apiVersion } = object
  const given = { ...configuration, kind, apiVersion }
  const faults = yield* applyFaults(given, schema)
  if (faults.length > 0)
    throw new Error(`failed to convert patch object to typed object: ${faults.join('\n')}`)
  const wholes = [...wholesIn(given, schema, '')]
  if (wholes.length > 0) {
    const shown = wholes.join(', ')
    throw new Error(
      `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${shown}`,
    )
  }
  return yield* mergeApplied(object, given, schema)
}

/** Yields the paths of lists and maps that are owned as a whole. */
function* wholesIn(value: unknown, schema: Schema, path: string): Iterable<string> {
  const { map, list } = shapeOfValue(schema, value)
  if (map && isJsonObject(value)) {
    if (map.isAtomic) yield path
    for (const name of Object.keys(value)) {
      const inner = memberSchema(map, name)
      if (inner) yield* wholesIn(ownMember(value, name), inner, `${path}.${name}`)
    }
  }
  if (!list || !Array.isArray(value)) return
  if (list.by === 'nothing') yield path
  for (const [index, item] of value.entries())
    yield* wholesIn(item, list.items, `${path}[${index}]`)
}
