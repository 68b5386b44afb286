// The definitions and samples beside this file, as data.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import type { Json } from '../../../../fixtures/objects/probe-types.ts'

export type OperatorFields = { readonly [name: string]: Json }

/** What is asked of an object that is there; a status is merged into what it has. */
export type SampleChange =
  | { readonly merge: OperatorFields }
  | { readonly apply: OperatorFields }
  | { readonly status: OperatorFields }
  | { readonly scale: OperatorFields }

export type OperatorSample = {
  readonly name: string
  readonly object: OperatorFields
  /** The fields that are found wrong; absent where the object is taken. */
  readonly refused?: readonly string[]
  readonly changes?: readonly SampleChange[]
  /** Field selectors, of which some cannot be asked for. */
  readonly selects?: readonly string[]
}

export type Operator = {
  readonly name: string
  readonly definitions: readonly OperatorDefinition[]
  readonly samples: readonly OperatorSample[]
}

export type OperatorDefinition = OperatorFields & {
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly group: string
    readonly names: { readonly plural: string; readonly kind: string }
    readonly versions: readonly [{ readonly name: string }, ...Json[]]
  }
}

/** The path of the first version that a definition has. */
export const groupVersionPath = ({ group, versions }: OperatorDefinition['spec']): string =>
  `/apis/${group}/${versions[0].name}`

const names = ['certificates', 'monitors', 'applications', 'databases', 'gateways']

// The definitions repeat themselves by aliases, far more often than the reader takes for an attack.
const manyAliases = { maxAliasCount: -1 }

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')

/** Five operators that many clusters have, in our own words. */
export const operators: readonly Operator[] = names.map(name => ({
  name,
  definitions: parseAllDocuments(textOf(`${name}.yaml`)).map(definitionIn),
  samples: parse(textOf(`${name}.samples.yaml`), manyAliases) as OperatorSample[],
}))

/** It is written by us, and refused by every server if it is not a definition. */
function definitionIn(document: ReturnType<typeof parseAllDocuments>[number]): OperatorDefinition {
  const [error] = document.errors
  if (error) throw error
  return document.toJS(manyAliases) as OperatorDefinition
}
