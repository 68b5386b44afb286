// Generates mutations: changes of one field of a valid object, most of which make it invalid.

import type { Json } from '../../../fixtures/objects/tested-types.ts'
import type { Schema } from '../../../reference/api/schema.ts'
import { createRandom } from '../../robustness/crash/random.ts'
import type { TableFields } from '../table-server.ts'
import { valueAtPath, valueSamples } from './value-samples.ts'
import type { ValueSample } from './value-samples.ts'

export type FieldMutation = {
  readonly sample: string
  readonly operation: 'create' | 'update'
  readonly path: readonly string[]
  /** The new value. Absent if the field is removed. */
  readonly value?: Json
}

const numbers = [-1, 0, 1, 2, 100, 101, 65_535, 65_536, 2_147_483_647, 2_147_483_648]

const texts = [
  '',
  'a'.repeat(64),
  `${'a'.repeat(60)}.`.repeat(5),
  'Not_Valid!',
  '-dash',
  '1digit',
  'a.b.example',
  'UPPER',
  '10.0.0.256',
  '10.0.0.1',
  'fd00::1',
  '10.0.0.0/33',
  '/absolute/path',
  '../up',
  'a/../b',
  'a:b',
  '-1',
  '0',
  '1500m',
  '5Gi',
  '50%',
  '101%',
  'Unknown',
  'a/b/c',
  'https://host.example/path?query',
]

/** Yields every change of one field of a sample, once for a create and once for an update. */
function* mutationsOf(sample: ValueSample): Generator<FieldMutation> {
  const { kind: _kind, apiVersion: _version, metadata, ...fields } = sample.body
  const named = { ...fields, metadata } as TableFields
  for (const change of changesIn(named, sample.resource.schema(), [])) {
    yield { sample: sample.id, operation: 'create', ...change }
    const isName = ['/metadata/name', '/metadata/namespace'].includes(`/${change.path.join('/')}`)
    if (!isName) yield { sample: sample.id, operation: 'update', ...change }
  }
}

type Change = Pick<FieldMutation, 'path' | 'value'>

function* changesIn(value: Json, schema: Schema, path: readonly string[]): Generator<Change> {
  if (path.length > 0) yield { path }
  if (Array.isArray(value)) {
    yield { path, value: [] }
    for (const [index, item] of value.entries()) {
      yield { path: [...path, String(value.length)], value: item }
      yield* changesIn(item, schema.items ?? {}, [...path, String(index)])
    }
  } else if (typeof value === 'object' && value !== null) {
    if (path.length > 0) yield { path, value: {} }
    yield* additions(value, schema, path)
    for (const [name, member] of Object.entries(value)) {
      const inner = schema.properties?.[name] ?? schema.additionalProperties ?? {}
      yield* changesIn(member, inner, [...path, name])
    }
  } else yield* scalars(value, schema, path)
}

function* scalars(value: Json, schema: Schema, path: readonly string[]): Generator<Change> {
  const choices: readonly Json[] =
    typeof value === 'boolean'
      ? [!value]
      : typeof value === 'number'
        ? [...numbers, ...(schema.format === 'int-or-string' ? ['50%', '101%', 'name', ''] : [])]
        : [...texts, ...(schema.enum ?? [])]
  for (const choice of choices) if (choice !== value) yield { path, value: choice }
}

/**
 * Yields additions to an object: fields that objects with the same schema have in other samples,
 * and, for a map, keys that are mostly invalid.
 */
function* additions(
  value: TableFields,
  schema: Schema,
  path: readonly string[],
): Generator<Change> {
  if (schema.properties) {
    for (const [name, members] of donors().get(formOf(schema)) ?? [])
      if (!Object.hasOwn(value, name)) yield { path: [...path, name], value: members }
  } else if (schema.additionalProperties) {
    const [first = ''] = Object.values(value)
    for (const key of ['', 'Not Valid!', 'a/b/c', '-dash', 'a'.repeat(64), 'cpu'])
      yield { path: [...path, key], value: first }
  }
}

const formOf = ({ properties = {} }: Schema): string => Object.keys(properties).join()

let donated: Map<string, Map<string, Json>> | undefined

function donors(): Map<string, Map<string, Json>> {
  if (donated) return donated
  const found = new Map<string, Map<string, Json>>()
  const collect = (value: Json, schema: Schema): void => {
    if (Array.isArray(value)) for (const item of value) collect(item, schema.items ?? {})
    else if (typeof value === 'object' && value !== null) {
      const form = formOf(schema)
      const members = found.get(form) ?? new Map<string, Json>()
      found.set(form, members)
      for (const [name, member] of Object.entries(value)) {
        const inner = schema.properties?.[name]
        if (inner) members.set(name, members.get(name) ?? member)
        collect(member, inner ?? schema.additionalProperties ?? {})
      }
    }
  }
  for (const { body, resource } of valueSamples) collect(body, resource.schema())
  return (donated = found)
}

// Each round takes one in 1,000 of a type's mutations, at least one, so that types with many fields
// get more.
const roundShare = 1000

/** Draws `count` mutations over all types. The same seed draws the same mutations. */
export function drawMutations(count: number, seed: number): FieldMutation[] {
  const below = createRandom(seed)
  const byType = new Map<string, FieldMutation[]>()
  for (const sample of valueSamples) {
    const { group, kind } = sample.resource
    const type = `${group}/${kind}`
    byType.set(type, [...(byType.get(type) ?? []), ...mutationsOf(sample)])
  }
  const queues = [...byType.values()].map(mutations => shuffled(mutations, below))
  const chosen: FieldMutation[] = []
  for (let round = 0; chosen.length < count; round++) {
    const next = queues.flatMap(queue => {
      const each = Math.ceil(queue.length / roundShare)
      return queue.slice(round * each, (round + 1) * each)
    })
    if (next.length === 0) break
    chosen.push(...next)
  }
  return chosen.slice(0, count)
}

function shuffled<T>(items: T[], below: (bound: number) => number): T[] {
  for (let index = items.length - 1; index > 0; index--) {
    const other = below(index + 1)
    const kept = items[index] as T
    items[index] = items[other] as T
    items[other] = kept
  }
  return items
}

/** Returns a mutated copy of the object, or undefined if the path does not exist in it. */
export function applyMutation(
  body: TableFields,
  { path, value }: FieldMutation,
): TableFields | undefined {
  const copy = structuredClone(body)
  const holder = valueAtPath(copy, path.slice(0, -1))
  const last = path.at(-1) ?? ''
  if (typeof holder !== 'object' || holder === null) return undefined
  if (Array.isArray(holder)) {
    if (value === undefined) holder.splice(Number(last), 1)
    else holder[Math.min(Number(last), holder.length)] = value
  } else if (value === undefined) delete holder[last]
  else if (last === '__proto__') return undefined
  else holder[last] = value
  return copy
}

/** Formats a mutation for people. */
export const mutationText = ({ sample, operation, path, value }: FieldMutation): string =>
  `${operation} ${sample} /${path.join('/')} ${value === undefined ? 'removed' : JSON.stringify(value).slice(0, 80)}`
