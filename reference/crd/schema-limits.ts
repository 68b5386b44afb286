import { isJsonObject, type JsonObject } from '../api/object.ts'
import { isSameJson } from '../api/same-json.ts'
import type { StepCounter, ResumableTask } from './compute-budget.ts'

// A schema of a megabyte can hold as many. In memory, each node is much larger than its text.
const nodesMax = 60_000
const depthMax = 100

/** Returns why a schema exceeds the limits of this server, or undefined if it does not. */
export function* schemaSizeFault(
  written: JsonObject,
  work: StepCounter,
): ResumableTask<string | undefined> {
  let nodes = 0
  let deepest = 0
  function* visit(schema: JsonObject, depth: number): ResumableTask<void> {
    if (work.spendAndCheck(1)) yield
    nodes += 1
    deepest = Math.max(deepest, depth)
    if (nodes > nodesMax || depth > depthMax) return
    for (const inner of innerSchemasOf(schema)) yield* visit(inner, depth + 1)
  }
  yield* visit(written, 0)
  if (deepest > depthMax) return `schema is nested deeper than ${depthMax} levels`
  return nodes > nodesMax ? `schema has more than ${nodesMax} nodes` : undefined
}

const holders = ['properties', 'definitions', 'patternProperties', 'dependencies']
const lists = ['allOf', 'anyOf', 'oneOf', 'items']
const single = ['items', 'additionalProperties', 'additionalItems', 'not']

/** Returns the nested schemas of a schema. */
export function innerSchemasOf(schema: JsonObject): JsonObject[] {
  const found: JsonObject[] = []
  for (const name of single) add(schema[name], found)
  for (const name of holders) {
    const holder = schema[name]
    // There may be more of them than a call can take as arguments.
    if (isJsonObject(holder)) for (const one of Object.keys(holder)) add(holder[one], found)
  }
  for (const name of lists) {
    const list = schema[name]
    if (Array.isArray(list)) for (const one of list) add(one, found)
  }
  return found
}

function add(value: unknown, found: JsonObject[]): void {
  if (isJsonObject(value)) found.push(value)
}

const refused: readonly [name: string, unless: readonly unknown[]][] = [
  ['id', ['']],
  ['schema', ['']],
  ['$ref', ['']],
  ['patternProperties', [{}]],
  ['dependencies', [{}]],
  ['additionalItems', []],
  ['definitions', [{}]],
]

/**
 * Returns the first keyword that a structural schema cannot have, or undefined if there is none.
 */
export function* nonStructuralFault(
  schema: JsonObject,
  work: StepCounter,
): ResumableTask<string | undefined> {
  if (work.spendAndCheck(1)) yield
  for (const [name, empty] of refused) {
    const value = schema[name === 'schema' ? '$schema' : name]
    if (value === undefined || empty.some(one => isSameJson(one, value))) continue
    return `OpenAPIV3Schema '${name}' is not supported`
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined"
  }
  if (Array.isArray(schema.items) && schema.items.length > 0) {
    return "OpenAPIV3Schema 'items' must be a schema, but is an array"
  }
  for (const inner of innerSchemasOf(schema)) {
    const found = yield* nonStructuralFault(inner, work)
    if (found !== undefined) return found
  }
  return undefined
}
