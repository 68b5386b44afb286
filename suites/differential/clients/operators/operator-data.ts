// Reads the definitions and samples of operators from the YAML files of this folder.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import type { Json } from '../../../../fixtures/objects/tested-types.ts'

export type OperatorFields = { readonly [name: string]: Json }

/** A write to an existing object. A status is sent as a JSON merge patch. */
export type SampleChange =
  | { readonly merge: OperatorFields }
  | { readonly apply: OperatorFields }
  | { readonly status: OperatorFields }
  | { readonly scale: OperatorFields }

export type OperatorSample = {
  readonly name: string
  readonly object: OperatorFields
  /** The fields of the expected errors. Absent if the object is valid. */
  readonly refused?: readonly string[]
  readonly changes?: readonly SampleChange[]
  /** Field selectors for lists. The servers reject some of them. */
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

/** Returns the API path of a definition's first version. */
export const groupVersionPath = ({ group, versions }: OperatorDefinition['spec']): string =>
  `/apis/${group}/${versions[0].name}`

const names = ['certificates', 'monitors', 'applications', 'databases', 'gateways']

// The definitions use more YAML aliases than the parser's limit against attacks allows.
const manyAliases = { maxAliasCount: -1 }

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')

/** Five operators, modelled on operators that many clusters run. */
export const operators: readonly Operator[] = names.map(name => ({
  name,
  definitions: parseAllDocuments(textOf(`${name}.yaml`)).map(definitionIn),
  samples: parse(textOf(`${name}.samples.yaml`), manyAliases) as OperatorSample[],
}))

/** The type is not checked: the servers reject a document that is no definition. */
function definitionIn(document: ReturnType<typeof parseAllDocuments>[number]): OperatorDefinition {
  const [error] = document.errors
  if (error) throw error
  return document.toJS(manyAliases) as OperatorDefinition
}
