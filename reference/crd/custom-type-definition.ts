// Reads a CustomResourceDefinition object into the form that the server works with.

import { type ApiObject, type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import { compareVersions } from '../lib/version-order.ts'
import { type SchemaNode, readSchemaNode } from './schema-node.ts'
import type { StepCounter, ResumableTask } from './compute-budget.ts'

export type DefinitionNames = {
  readonly plural: string
  readonly singular: string
  readonly kind: string
  readonly listKind: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
}

export type PrinterColumn = {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  readonly priority: number
  readonly jsonPath: string
}

/** Where the replicas of an object are, as paths such as `.spec.replicas`. */
export type ScalePaths = {
  readonly wanted: string
  readonly seen: string
  readonly selector: string
}

/** One version of a custom type. */
export type DefinitionVersion = {
  readonly name: string
  readonly isServed: boolean
  readonly isStorage: boolean
  /** The schema as it is written. */
  readonly published: JsonObject
  /** The same schema, parsed. */
  readonly node: SchemaNode
  readonly hasStatus: boolean
  readonly scale?: ScalePaths
  readonly columns: readonly PrinterColumn[]
  /** Paths without their first dot. */
  readonly selectable: readonly string[]
  /** The warning for clients of a deprecated version. Undefined for others. */
  readonly warning?: string
}

/** A CustomResourceDefinition, as the server uses it. */
export type CustomTypeDefinition = {
  /** `<plural>.<group>` */
  readonly name: string
  readonly uid: string
  readonly group: string
  readonly isNamespaced: boolean
  /** The requested names. */
  readonly names: DefinitionNames
  /** The accepted names. */
  readonly accepted: DefinitionNames
  /** Sorted by stability and then by recency. */
  readonly versions: readonly DefinitionVersion[]
  readonly isEstablished: boolean
  readonly isTerminating: boolean
  /** `spec.conversion.webhook`, if the strategy is Webhook. */
  readonly webhook: JsonObject | undefined
}

/** Reads a CustomResourceDefinition. `versions` are the parsed versions of its `spec`. */
export function readDefinition(
  { metadata, spec: written, status }: ApiObject,
  versions: readonly DefinitionVersion[],
): CustomTypeDefinition {
  const spec = objectIn(written)
  const conversion = objectIn(spec.conversion)
  return {
    name: metadata.name ?? '',
    uid: metadata.uid ?? '',
    group: textOf(spec.group),
    isNamespaced: spec.scope === 'Namespaced',
    names: readNames(spec.names),
    accepted: readNames(objectIn(status).acceptedNames),
    versions,
    isEstablished: isConditionTrue(status, 'Established'),
    isTerminating: isConditionTrue(status, 'Terminating'),
    webhook: conversion.strategy === 'Webhook' ? objectIn(conversion.webhook) : undefined,
  }
}

/** Reads the versions in the `spec` of a definition. Their schemas may be large. */
export function* readVersions(
  written: unknown,
  work: StepCounter,
): ResumableTask<readonly DefinitionVersion[]> {
  const spec = objectIn(written)
  const versions: Draft[] = []
  for (const one of objectsIn(spec.versions)) versions.push(yield* versionOf(one, work))
  versions.sort((a, b) => compareVersions(a.name, b.name))
  return withWarnings(versions, { group: textOf(spec.group), kind: readNames(spec.names).kind })
}

export function readNames(written: unknown): DefinitionNames {
  const names = objectIn(written)
  return {
    plural: textOf(names.plural),
    singular: textOf(names.singular),
    kind: textOf(names.kind),
    listKind: textOf(names.listKind),
    shortNames: textsOf(names.shortNames),
    categories: textsOf(names.categories),
  }
}

/** Whether a condition of an object is true. */
export const isConditionTrue = (status: unknown, type: string): boolean =>
  objectsIn(objectIn(status).conditions).some(one => one.type === type && one.status === 'True')

type Kind = { readonly group: string; readonly kind: string }
type Draft = Omit<DefinitionVersion, 'warning'> & { readonly deprecation?: string }

function* versionOf(written: JsonObject, work: StepCounter): ResumableTask<Draft> {
  const subresources = objectIn(written.subresources)
  const scale = subresources.scale === undefined ? undefined : scaleOf(objectIn(subresources.scale))
  const published = objectIn(objectIn(written.schema).openAPIV3Schema)
  return {
    name: textOf(written.name),
    isServed: written.served === true,
    isStorage: written.storage === true,
    published,
    node: yield* readSchemaNode(published, work),
    hasStatus: (subresources.status ?? undefined) !== undefined,
    ...(scale && { scale }),
    columns: objectsIn(written.additionalPrinterColumns).map(columnOf),
    selectable: objectsIn(written.selectableFields).map(({ jsonPath }) =>
      textOf(jsonPath).replace(/^\./, ''),
    ),
    ...(written.deprecated === true && { deprecation: textOf(written.deprecationWarning) }),
  }
}

const scaleOf = (written: JsonObject): ScalePaths => ({
  wanted: textOf(written.specReplicasPath),
  seen: textOf(written.statusReplicasPath),
  selector: textOf(written.labelSelectorPath),
})

const columnOf = (written: JsonObject): PrinterColumn => ({
  name: textOf(written.name),
  type: textOf(written.type),
  format: textOf(written.format),
  description: textOf(written.description),
  priority: typeof written.priority === 'number' ? written.priority : 0,
  jsonPath: textOf(written.jsonPath),
})

/** Adds the warnings of deprecated versions. The default warning recommends a better version. */
function withWarnings(all: readonly Draft[], { group, kind }: Kind): readonly DefinitionVersion[] {
  const better = all.find(one => one.isServed && one.deprecation === undefined)
  return all.map(({ deprecation, ...version }) => {
    if (deprecation === undefined) return version
    if (deprecation !== '') return { ...version, warning: deprecation }
    const isLater = better && compareVersions(better.name, version.name) < 0
    const hint = isLater ? `; use ${group}/${better.name} ${kind}` : ''
    return { ...version, warning: `${group}/${version.name} ${kind} is deprecated${hint}` }
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
