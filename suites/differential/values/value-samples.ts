// Reads valid objects of all built-in types, with most of their fields set, from pods.yaml and
// cluster.yaml.

import { readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'
import type { Json } from '../../../fixtures/objects/tested-types.ts'
import type { Resource } from '../../../reference/api/resource.ts'
import { resourceOfKind } from '../table-server.ts'
import type { TableFields } from '../table-server.ts'

export type ValueSample = {
  /** Kind and name, such as `Pod/rich`. Samples of an older version of a type have another name. */
  readonly id: string
  readonly resource: Resource
  /** Empty for cluster-scoped types. */
  readonly namespace: string
  readonly body: TableFields
}

const files = ['pods.yaml', 'cluster.yaml']

export const valueSamples: readonly ValueSample[] = files.flatMap(file =>
  parseAllDocuments(readFileSync(new URL(file, import.meta.url), 'utf8')).map(document =>
    sampleOf(document.toJS() as TableFields),
  ),
)

function sampleOf(body: TableFields): ValueSample {
  const { apiVersion, kind } = body
  const { name, namespace } = body.metadata as TableFields
  const parts = String(apiVersion).split('/')
  const version = parts.at(-1) ?? ''
  const group = parts.length === 2 ? String(parts[0]) : ''
  const resource = resourceOfKind({ group, version, kind: String(kind) })
  const place = resource.isNamespaced ? String(namespace ?? 'default') : ''
  return { id: `${String(kind)}/${String(name)}`, resource, namespace: place, body }
}

/** Returns the value at a path, or undefined if there is none. */
export const valueAtPath = (value: Json, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (found, part) =>
      typeof found === 'object' && found !== null
        ? (found as { [part: string]: Json })[part]
        : undefined,
    value,
  )
