// Finds duplicate items in lists of type `set` and, by their keys, in lists of type `map`.

import { valueDuplicate, type StatusCause } from '../api/status-causes.ts'
import { isJsonObject, type JsonObject } from '../api/object.ts'
import { canonicalJsonText } from '../api/same-json.ts'
import { schemaPathText, type PathTrail } from '../types/schemas/path-trail.ts'
import { memberSchemaNode, type SchemaNode, someSchemaNode } from './schema-node.ts'
import type { ResumableTask, ComputeBudget } from './compute-budget.ts'
import { writeJson } from '../lib/write-json.ts'

/** Returns a cause for each duplicate item. */
export function* duplicateCauses(
  value: unknown,
  node: SchemaNode,
  work: Pick<ComputeBudget, 'spendAndCheck'>,
): ResumableTask<readonly StatusCause[]> {
  const found: Found = { trail: [], causes: [], work }
  yield* visit(value, node, found)
  return found.causes
}

const causesMax = 100

type Found = {
  readonly trail: PathTrail
  readonly causes: StatusCause[]
  readonly work: Pick<ComputeBudget, 'spendAndCheck'>
}

function* visit(value: unknown, node: SchemaNode, found: Found): ResumableTask<void> {
  if (found.causes.length >= causesMax || !speaksOfLists(node)) return
  if (Array.isArray(value)) {
    yield* inList(value, node, found)
    const { items } = node
    if (!items || !speaksOfLists(items)) return
    for (const [index, item] of value.entries()) yield* below(index, item, items, found)
  } else if (isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      const own = memberSchemaNode(node, name)
      if (own) yield* below(name, value[name], own, found)
    }
  }
}

function* below(
  part: string | number,
  value: unknown,
  node: SchemaNode,
  found: Found,
): ResumableTask<void> {
  if (typeof value !== 'object' || value === null) return
  if (found.work.spendAndCheck(1)) yield
  found.trail.push(part)
  yield* visit(value, node, found)
  found.trail.pop()
}

function* inList(
  list: readonly unknown[],
  { listType, listMapKeys }: SchemaNode,
  found: Found,
): ResumableTask<void> {
  if (listType === 'set') return yield* tellRepeated(list, whole, found)
  if (listType !== 'map') return
  const index = list.findIndex(item => item !== null && !isJsonObject(item))
  if (index < 0) return yield* tellRepeated(list, byKeys(listMapKeys), found)
  const because = 'must be an object for an array of list-type map'
  const message = `Invalid value: ${shownItem(list[index])}: ${because}`
  const field = schemaPathText([...found.trail, index])
  addCause({ reason: 'FieldValueInvalid', message, field }, found)
}

const shownItem = (item: unknown): string => writeJson(item).toString().slice(0, 512)

/** How items are identified: as a text, and as shown in messages. */
type Identity = {
  readonly textOf: (item: unknown) => string
  readonly shown: (item: unknown) => unknown
}

const whole: Identity = { textOf: canonicalJsonText, shown: item => item }

function byKeys(keys: readonly string[]): Identity {
  const names = keys.map(key => JSON.stringify(key))
  return {
    textOf: item =>
      keys
        .map((key, index) =>
          has(item, key) ? `${names[index]}:${canonicalJsonText(item[key])}` : '',
        )
        .join(),
    shown: item =>
      Object.fromEntries(keys.flatMap(key => (has(item, key) ? [[key, item[key]]] : []))),
  }
}

const has = (item: unknown, key: string): item is JsonObject =>
  isJsonObject(item) && Object.hasOwn(item, key)

/** An item with several duplicates is reported once. */
function* tellRepeated(
  list: readonly unknown[],
  { textOf, shown }: Identity,
  found: Found,
): ResumableTask<void> {
  if (list.length <= 1) return
  const once = new Set<string>()
  const often = new Set<string>()
  for (const [index, item] of list.entries()) {
    if (found.work.spendAndCheck(1)) yield
    const text = textOf(item)
    if (!once.has(text)) once.add(text)
    else if (!often.has(text)) {
      often.add(text)
      addCause(valueDuplicate(schemaPathText([...found.trail, index]), shown(item)), found)
    }
  }
}

function addCause(cause: StatusCause, { causes }: Found): void {
  if (causes.length < causesMax) causes.push(cause)
}

/** Whether a value of the schema can contain lists of these types. */
const speaksOfLists = someSchemaNode(({ listType }) => listType === 'set' || listType === 'map')
