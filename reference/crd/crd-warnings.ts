// Warnings for writes that are accepted.

import { qualifiedNameFaults } from '../api/name-rules.ts'
import { type ApiObject, type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import { knownFormat } from '../lib/string-formats.ts'
import { innerSchemasOf } from './schema-limits.ts'

const standard = ['kubernetes', 'orphan', 'foregroundDeletion']

/** Returns warnings for new finalizers that are not qualified by a domain. */
export function finalizerWarnings({ metadata }: ApiObject, old: ApiObject | undefined): string[] {
  const had = new Set(old?.metadata.finalizers)
  const added = (metadata.finalizers ?? []).filter(name => !had.has(name)).sort()
  return added.flatMap(name => {
    const warningOf = (what: string) => `metadata.finalizers: ${JSON.stringify(name)}: ${what}`
    const faults = qualifiedNameFaults(name).map(warningOf)
    if (name.includes('/') || standard.includes(name)) return faults
    const path = name.includes('.') ? 'including a path (/) ' : ''
    const better = `prefer a domain-qualified finalizer name ${path}to avoid accidental conflicts with other finalizer writers`
    return [...faults, warningOf(better)]
  })
}

/** Returns warnings for unknown formats that an update adds to the schemas of a definition. */
export function unknownFormatWarnings({ spec }: ApiObject, old: ApiObject | undefined): string[] {
  const known = new Set(old ? formatsIn(old.spec) : [])
  return formatsIn(spec)
    .filter(format => !known.has(format))
    .map(format => `unrecognized format ${JSON.stringify(format)}`)
}

function formatsIn(spec: unknown): string[] {
  return objectsIn(objectIn(spec).versions).flatMap(version => {
    const schema = objectIn(objectIn(version.schema).openAPIV3Schema)
    return [...unheeded(schema)]
  })
}

function* unheeded(schema: JsonObject): Iterable<string> {
  const { format, type } = schema
  if (typeof format === 'string' && format !== '') {
    const isKnown = knownFormat({ type: typeof type === 'string' ? type : '', format }) !== ''
    if (!isKnown) yield format
  }
  for (const inner of innerSchemasOf(schema)) yield* unheeded(inner)
}
