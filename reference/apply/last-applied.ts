// The annotation in which kubectl stores the last applied configuration, as it did before
// server-side apply.

import type { ApiObject } from '../api/object.ts'
import { isJsonObject } from '../api/object.ts'
import type { ResumableTask } from '../lib/event-loop.ts'
import { JsonSyntaxError, readJson } from '../codecs/read-json.ts'
import { applyFaults } from './apply-faults.ts'
import { compareFields } from './compare-fields.ts'
import { difference, type FieldSet } from './field-set.ts'
import { fieldSetOf } from './field-set-of.ts'
import { finishPending, type PendingWork } from './portioned-walk.ts'
import type { VersionedObject } from './versioned-object.ts'
import { writeJson } from '../lib/write-json.ts'

const annotation = 'kubectl.kubernetes.io/last-applied-configuration'

/**
 * Returns the fields that still have the values in the annotation, or undefined if there is no
 * readable annotation.
 */
export function* lastAppliedFields(
  live: ApiObject,
  typed: (object: ApiObject) => VersionedObject,
): ResumableTask<FieldSet | undefined> {
  const said = parsed(live.metadata.annotations?.[annotation])
  if (!said || said.apiVersion !== live.apiVersion) return undefined
  const { object, schema } = typed({ ...said, metadata: said.metadata ?? {} })
  if ((yield* applyFaults(object, schema)).length > 0) return undefined
  const pending: PendingWork = []
  const pair = { before: object, after: typed(live).object }
  const { added, modified, removed } = compareFields(pair, schema, pending)
  yield* finishPending(pending)
  const fields = yield* fieldSetOf(object, schema)
  return [added, modified, removed].reduce(difference, fields)
}

function parsed(text: string | undefined): ApiObject | undefined {
  if (!text) return undefined
  try {
    const { value } = readJson(Buffer.from(text))
    // The caller checks whether it has the type.
    return isJsonObject(value) ? (value as ApiObject) : undefined
  } catch (error) {
    // An annotation may hold any text.
    if (error instanceof JsonSyntaxError) return undefined
    throw error
  }
}

/**
 * Updates the annotation with the configuration that kubectl applies, if the object has the
 * annotation.
 */
export function withLastApplied(
  object: ApiObject,
  given: ApiObject,
  { manager }: { readonly manager: string },
): ApiObject {
  const { annotations } = object.metadata
  if (manager !== 'kubectl' || !annotations?.[annotation]) return object
  const { annotations: applied, ...metadata } = given.metadata
  const { [annotation]: _old, ...others } = applied ?? {}
  // Annotations are omitted if none were applied.
  const said = { ...given, metadata: applied ? { ...metadata, annotations: others } : metadata }
  const text = `${writeJson(said).toString()}\n`
  return {
    ...object,
    metadata: { ...object.metadata, annotations: { ...annotations, [annotation]: text } },
  }
}
