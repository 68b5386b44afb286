// Parses the schema of a custom type into nodes. Names from clients are keys of maps, where
// `__proto__` is like any other key.

import { isJsonObject, type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import { runToEnd, type StepCounter, unmetered, type ResumableTask } from './compute-budget.ts'

/** A rule in the Common Expression Language. */
export type ValidationRule = {
  readonly rule: string
  readonly message: string
  readonly messageExpression: string
  readonly reason: string
  readonly fieldPath: string
  readonly optionalOldSelf: boolean | undefined
}

/**
 * One node of a schema: the structure of a value, and constraints on it. Nodes in `allOf`, `anyOf`,
 * `oneOf` and `not` only have constraints.
 */
export type SchemaNode = {
  /** Empty if any type is allowed. */
  readonly type: string
  readonly isNullable: boolean
  /** The default, wrapped in an object, because it may be any JSON value but null. */
  readonly defaultHolder?: { readonly value: unknown }
  readonly properties: ReadonlyMap<string, SchemaNode>
  /**
   * The schema of members that are not in `properties`. A boolean says whether there may be any.
   */
  readonly additional?: SchemaNode | boolean
  readonly items?: SchemaNode
  readonly preservesUnknown: boolean
  readonly isEmbedded: boolean
  readonly isIntOrString: boolean
  readonly listType?: string
  readonly listMapKeys: readonly string[]
  readonly mapType?: string
  readonly format: string
  readonly maximum?: number
  readonly exclusiveMaximum: boolean
  readonly minimum?: number
  readonly exclusiveMinimum: boolean
  readonly multipleOf?: number
  readonly maxLength?: number
  readonly minLength?: number
  readonly pattern: string
  readonly maxItems?: number
  readonly minItems?: number
  readonly maxProperties?: number
  readonly minProperties?: number
  readonly required: readonly string[]
  readonly enum: readonly unknown[]
  readonly allOf: readonly SchemaNode[]
  readonly anyOf: readonly SchemaNode[]
  readonly oneOf: readonly SchemaNode[]
  readonly not?: SchemaNode
  readonly rules: readonly ValidationRule[]
  /** The schema as written in the definition. */
  readonly written: JsonObject
}

/** Parses a schema of a definition. Keywords with a value of the wrong type count as absent. */
export const schemaNodeOf = (written: JsonObject): SchemaNode =>
  runToEnd(readSchemaNode(written, unmetered))

/** The same, for a schema that may be large. */
export function* readSchemaNode(written: JsonObject, work: StepCounter): ResumableTask<SchemaNode> {
  if (work.spendAndCheck(1)) yield
  const { default: defaultHolder, additionalProperties, items, not } = written
  const additional = yield* additionalOf(additionalProperties, work)
  const properties = new Map<string, SchemaNode>()
  for (const [name, one] of Object.entries(objectIn(written.properties))) {
    properties.set(name, yield* readSchemaNode(objectIn(one), work))
  }
  return {
    written,
    type: textOf(written.type),
    isNullable: written.nullable === true,
    ...((defaultHolder ?? null) !== null && { defaultHolder: { value: defaultHolder } }),
    properties,
    ...(additional !== undefined && { additional }),
    ...(isJsonObject(items) && { items: yield* readSchemaNode(items, work) }),
    ...(isJsonObject(not) && { not: yield* readSchemaNode(not, work) }),
    ...extensionsOf(written),
    ...limitsOf(written),
    format: textOf(written.format),
    pattern: textOf(written.pattern),
    required: textsOf(written.required),
    enum: Array.isArray(written.enum) ? written.enum : [],
    allOf: yield* nodesIn(written.allOf, work),
    anyOf: yield* nodesIn(written.anyOf, work),
    oneOf: yield* nodesIn(written.oneOf, work),
  }
}

function* nodesIn(list: unknown, work: StepCounter): ResumableTask<readonly SchemaNode[]> {
  const nodes: SchemaNode[] = []
  for (const one of objectsIn(list)) nodes.push(yield* readSchemaNode(one, work))
  return nodes
}

function* additionalOf(
  written: unknown,
  work: StepCounter,
): ResumableTask<SchemaNode | boolean | undefined> {
  if (typeof written === 'boolean') return written
  return isJsonObject(written) ? yield* readSchemaNode(written, work) : undefined
}

function extensionsOf(written: JsonObject) {
  const listType = written['x-kubernetes-list-type']
  const mapType = written['x-kubernetes-map-type']
  return {
    preservesUnknown: written['x-kubernetes-preserve-unknown-fields'] === true,
    isEmbedded: written['x-kubernetes-embedded-resource'] === true,
    isIntOrString: written['x-kubernetes-int-or-string'] === true,
    ...(typeof listType === 'string' && { listType }),
    listMapKeys: textsOf(written['x-kubernetes-list-map-keys']),
    ...(typeof mapType === 'string' && { mapType }),
    rules: objectsIn(written['x-kubernetes-validations']).map(ruleOf),
  }
}

const numbers = [
  'maximum',
  'minimum',
  'multipleOf',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maxProperties',
  'minProperties',
] as const

function limitsOf(written: JsonObject) {
  const limits: { -readonly [name in (typeof numbers)[number]]?: number } = {}
  for (const name of numbers) {
    const value = written[name]
    if (typeof value === 'number' || typeof value === 'bigint') limits[name] = Number(value)
  }
  return {
    ...limits,
    exclusiveMaximum: written.exclusiveMaximum === true,
    exclusiveMinimum: written.exclusiveMinimum === true,
  }
}

const ruleOf = (written: JsonObject): ValidationRule => ({
  rule: textOf(written.rule),
  message: textOf(written.message),
  messageExpression: textOf(written.messageExpression),
  reason: textOf(written.reason),
  fieldPath: textOf(written.fieldPath),
  optionalOldSelf:
    typeof written.optionalOldSelf === 'boolean' ? written.optionalOldSelf : undefined,
})

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : []

/** Returns the node of an object member, or undefined if the schema does not describe it. */
export function memberSchemaNode(
  { properties, additional }: SchemaNode,
  name: string,
): SchemaNode | undefined {
  const own = properties.get(name)
  if (own) return own
  return typeof additional === 'object' ? additional : undefined
}

/**
 * Returns a function that tests whether a schema or a nested schema passes a test. Results are
 * cached.
 */
export function someSchemaNode(test: (node: SchemaNode) => boolean): (node: SchemaNode) => boolean {
  const known = new WeakMap<SchemaNode, boolean>()
  return function some(node): boolean {
    const before = known.get(node)
    if (before !== undefined) return before
    const { items, additional, properties } = node
    const inner = [
      ...properties.values(),
      items,
      typeof additional === 'object' ? additional : undefined,
    ]
    const passes = test(node) || inner.some(one => one !== undefined && some(one))
    known.set(node, passes)
    return passes
  }
}
