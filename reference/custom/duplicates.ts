// Items that a list may hold but once: all of a set, and those of a `map` list by their keys.

import { valueDuplicate } from '../api/causes.ts'
import { isJsonObject, type JsonObject } from '../api/object.ts'
import type { Cause } from '../api/resource.ts'
import { writeJson } from '../codecs/json.ts'
import { pathText, type Trail } from '../schemas/path.ts'
import { memberNode, type Node } from './node.ts'

/** The second of each items that are the same where they may not be. */
export function duplicateCauses(value: unknown, node: Node): readonly Cause[] {
  const found: Found = { trail: [], causes: [] }
  look(value, node, found)
  return found.causes
}

const causesMax = 100

type Found = { readonly trail: Trail; readonly causes: Cause[] }

function look(value: unknown, node: Node, found: Found): void {
  if (found.causes.length >= causesMax || !speaksOfLists(node)) return
  if (Array.isArray(value)) {
    found.causes.push(...inList(value, node, found.trail).slice(0, causesMax))
    const { items } = node
    if (items) value.forEach((item, index) => below(index, item, items, found))
  } else if (isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      const own = memberNode(node, name)
      if (own) below(name, value[name], own, found)
    }
  }
}

function below(part: string | number, value: unknown, node: Node, found: Found): void {
  if (typeof value !== 'object' || value === null) return
  found.trail.push(part)
  look(value, node, found)
  found.trail.pop()
}

function inList(list: readonly unknown[], { listType, listMapKeys }: Node, trail: Trail): Cause[] {
  if (listType === 'set') return repeated(list, trail)
  if (listType !== 'map') return []
  const index = list.findIndex(item => item !== null && !isJsonObject(item))
  if (index >= 0) {
    const because = 'must be an object for an array of list-type map'
    const message = `Invalid value: ${shownItem(list[index])}: ${because}`
    return [{ reason: 'FieldValueInvalid', message, field: pathText([...trail, index]) }]
  }
  return repeated(
    list.map(item => keysOf(isJsonObject(item) ? item : {}, listMapKeys)),
    trail,
  )
}

const shownItem = (item: unknown): string => writeJson(item).toString().slice(0, 512)

const keysOf = (item: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(keys.flatMap(key => (Object.hasOwn(item, key) ? [[key, item[key]]] : [])))

/** An item that is there often is told once. */
function repeated(list: readonly unknown[], trail: Trail): Cause[] {
  if (list.length <= 1) return []
  const times = new Map<string, number>()
  const causes: Cause[] = []
  for (const [index, item] of list.entries()) {
    const text = sorted(item)
    const before = times.get(text) ?? 0
    times.set(text, before + 1)
    if (before === 1) causes.push(valueDuplicate(pathText([...trail, index]), item))
  }
  return causes
}

/** A value as text, whatever the order in which a client wrote its members. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`
  if (!isJsonObject(value)) return writeJson(value).toString()
  const members = Object.keys(value).sort()
  return `{${members.map(name => `${JSON.stringify(name)}:${sorted(value[name])}`).join()}}`
}

const speaking = new WeakMap<Node, boolean>()

/** Whether a value of the schema can hold lists of which it says so much. */
function speaksOfLists(node: Node): boolean {
  const known = speaking.get(node)
  if (known !== undefined) return known
  const { items, additional, properties } = node
  const inner = [
    ...properties.values(),
    items,
    typeof additional === 'object' ? additional : undefined,
  ]
  const isSo =
    node.listType === 'set' ||
    node.listType === 'map' ||
    inner.some(one => one !== undefined && speaksOfLists(one))
  speaking.set(node, isSo)
  return isSo
}
