// Reads the built-in types and their schemas from data that was recorded from a genuine server
// (suites/tools/write-schemas.ts). The file is read at first use.

import { readFileSync } from 'node:fs'
import type { Schema } from '../../api/schema.ts'
import { extraRequired, defaulterOf, zeroIsAbsent } from './defaults.ts'
import { membersOmittedWhenZero } from './zero-values.ts'

/** One type of the data. `*` in a group stands for the API's domain. */
export type BuiltInType = {
  readonly group: string
  readonly version: string
  readonly kind: string
  /** The plural, as in paths. */
  readonly resource: string
  readonly singular: string
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly isNamespaced: boolean
  readonly verbs: readonly string[]
  readonly subresources?: readonly BuiltInSubresource[]
}

/** Group and version are present only if they differ from those of the type. */
export type BuiltInSubresource = {
  readonly name: string
  readonly group?: string
  readonly version?: string
  readonly kind: string
  readonly verbs: readonly string[]
}

/** A schema in the file. A nested schema may be a reference with additional members. */
export type SchemaInFile = Omit<Schema, Inner | 'fill' | 'omitsZero'> & {
  /** The name of a definition. */
  readonly ref?: string
  readonly properties?: { readonly [name: string]: SchemaInFile }
  readonly additionalProperties?: SchemaInFile
  readonly items?: SchemaInFile
}

type Inner = 'properties' | 'additionalProperties' | 'items'

/** The content of the data file with the schemas of the built-in types. */
export type BuiltInData = {
  /** The recorded server and its release. */
  readonly source: string
  readonly types: readonly BuiltInType[]
  /** By `<group>/<version>`, or only the version for core. */
  readonly kinds: { readonly [groupVersion: string]: readonly string[] }
  readonly definitions: { readonly [name: string]: SchemaInFile }
}

/** Returns the schema of a built-in kind, always the same object, or undefined for other kinds. */
export function schemaOfBuiltIn(
  group: string,
  version: string,
  kind: string,
  apiDomain: string,
): Schema | undefined {
  const name = builtInDefinitionName(group, version, kind, apiDomain)
  return name === undefined ? undefined : definition(name)
}

/** Returns the name of the definition of a built-in kind, or undefined for other kinds. */
export function builtInDefinitionName(
  group: string,
  version: string,
  kind: string,
  apiDomain: string,
): string | undefined {
  // `*` is notation of the data, not a valid group.
  if (group.includes('*')) return undefined
  const { kinds, definitions: written } = builtInData()
  const openGroup = openDomain(group, apiDomain)
  const groupVersion = openGroup === '' ? version : `${openGroup}/${version}`
  if (!Object.hasOwn(kinds, groupVersion) || !kinds[groupVersion]?.includes(kind)) return undefined
  const own = `${openGroup.split('.')[0] || 'core'}.${version}.${kind}`
  // Some kinds are the same in all groups, such as DeleteOptions.
  return Object.hasOwn(written, own) ? own : `meta.v1.${kind}`
}

/** Returns the built-in types with their groups in this domain. */
export const builtInTypes = (apiDomain: string): BuiltInType[] =>
  builtInData().types.map(row => ({
    ...row,
    group: row.group.replace('*', apiDomain),
    ...(row.subresources && {
      subresources: row.subresources.map(({ group, ...own }) => ({
        ...own,
        ...(group !== undefined && { group: group.replace('*', apiDomain) }),
      })),
    }),
  }))

const openDomain = (group: string, apiDomain: string): string =>
  group.endsWith(`.${apiDomain}`) ? `${group.slice(0, -apiDomain.length)}*` : group

let data: BuiltInData | undefined

/** Returns the data as written in the file. */
export function builtInData(): BuiltInData {
  if (data) return data
  const text = readFileSync(new URL('built-in.data.json', import.meta.url), 'utf8')
  // The file was written from a value of this type.
  data = JSON.parse(text) as BuiltInData
  return data
}

type Open<T> = { -readonly [member in keyof T]: T[member] }

const definitions = new Map<string, Schema>()

/**
 * Resolves a definition with everything that it refers to. Types may contain themselves
 * (JSONSchemaProps does), so a definition is put into the map before it is filled, and all
 * references share one object.
 */
function definition(wanted: string): Schema {
  const done = definitions.get(wanted)
  if (done) return done
  // A reference with additional members becomes a copy, which is made when the original is
  // complete.
  const copies: (() => void)[] = []
  const made = named(wanted, copies)
  for (const copy of copies) copy()
  return made
}

function named(name: string, copies: (() => void)[]): Schema {
  const known = definitions.get(name)
  if (known) return known
  const written = builtInData().definitions[name]
  if (!written) throw new Error(`built-in.data.json: ${name} is not defined`)
  const made: Open<Schema> = {}
  definitions.set(name, made)
  const fill = defaulterOf(name)
  const asked = Object.hasOwn(extraRequired, name) ? extraRequired[name] : undefined
  const omitsZero = membersOmittedWhenZero(name)
  return Object.assign(
    made,
    resolved(written, copies),
    fill && { fill },
    omitsZero && { omitsZero },
    Object.hasOwn(zeroIsAbsent, name) && { neverZero: zeroIsAbsent[name] },
    asked && { required: [...(written.required ?? []), ...asked] },
  )
}

function resolved(written: SchemaInFile, copies: (() => void)[]): Schema {
  const { ref, properties, additionalProperties, items, ...own } = written
  if (ref !== undefined) {
    const meant = named(ref, copies)
    if (Object.keys(own).length === 0) return meant
    const copy: Open<Schema> = {}
    copies.push(() => Object.assign(copy, meant, own))
    return copy
  }
  const members = Object.entries(properties ?? {})
  return {
    ...own,
    ...(properties && {
      properties: Object.fromEntries(
        members.map(([name, one]) => [name, resolved(one, copies)] as const),
      ),
    }),
    ...(additionalProperties && { additionalProperties: resolved(additionalProperties, copies) }),
    ...(items && { items: resolved(items, copies) }),
  }
}
