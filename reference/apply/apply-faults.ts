import { isJsonObject } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'
import { type DueAfterSteps, everySteps, type ResumableTask } from '../lib/event-loop.ts'
import { itemElement, UnidentifiableItem } from './list-item.ts'
import { elementText, fieldElement, type PathElement } from './path-element.ts'
import {
  type ListShape,
  type MapShape,
  memberSchema,
  shapeOfValue,
  type ScalarShape,
} from './schema-shape.ts'

/**
 * Returns why a value cannot be owned field by field, as `<path>: <fault>`: members that its type
 * does not have, values of the wrong type, and list items that cannot be distinguished. Empty if
 * there is no fault. The recursion is as deep as the value, which the readers limit.
 */
export function* applyFaults(value: unknown, schema: Schema): ResumableTask<string[]> {
  const faults: Faults = { path: [], texts: [], isDue: everySteps(valuesOfTurn) }
  yield* visit(value, schema, faults)
  return faults.texts
}

type Faults = {
  readonly path: PathElement[]
  readonly texts: string[]
  /** Counts values. Returns whether it is time to let other work run. */
  readonly isDue: DueAfterSteps
}

// About one to several milliseconds of work.
const valuesOfTurn = 500

// More faults would not help a client.
const faultsMax = 100

function report(faults: Faults, fault: string): void {
  if (faults.texts.length >= faultsMax) return
  const path = faults.path.map(elementText).join('')
  faults.texts.push(path === '' ? fault : `${path}: ${fault}`)
}

/** Walks through a value with members or items. A scalar is checked at once. */
function visit(value: unknown, schema: Schema, faults: Faults): ResumableTask<void> | readonly [] {
  const { map, scalar, list } = shapeOfValue(schema, value)
  if (map) return visitMap(value, map, faults)
  if (scalar) visitScalar(value, scalar, faults)
  else if (list) return visitList(value, list, faults)
  return []
}

function* visitMap(value: unknown, shape: MapShape, faults: Faults): ResumableTask<void> {
  if (value === null) return
  if (!isJsonObject(value)) return report(faults, `expected map, got ${kindOf(value)}`)
  for (const [name, member] of Object.entries(value)) {
    const schema = memberSchema(shape, name)
    faults.path.push(fieldElement(name))
    if (faults.isDue()) yield
    if (schema) yield* visit(member, schema, faults)
    else report(faults, 'field not declared in schema')
    faults.path.pop()
  }
}

function* visitList(value: unknown, shape: ListShape, faults: Faults): ResumableTask<void> {
  if (value === null) return
  if (!Array.isArray(value)) return report(faults, `expected list, got ${kindOf(value)}`)
  const seen = new Set<PathElement>()
  for (const [index, item] of value.entries()) {
    const element = shape.by === 'nothing' ? `i:${index}` : named({ item, index }, shape, faults)
    // An item without an identity has no path below which faults could be reported.
    if (element === undefined) return
    if (seen.has(element)) report(faults, `duplicate entries for key ${elementText(element)}`)
    seen.add(element)
    faults.path.push(element)
    if (faults.isDue()) yield
    yield* visit(item, shape.items, faults)
    faults.path.pop()
  }
}

function named(
  { item, index }: { item: unknown; index: number },
  shape: ListShape,
  faults: Faults,
): PathElement | undefined {
  try {
    return itemElement(item, shape)
  } catch (error) {
    if (!(error instanceof UnidentifiableItem)) throw error
    report(faults, `element ${index}: ${error.message}`)
    return undefined
  }
}

const expected: { readonly [shape in ScalarShape]: string } = {
  numeric: 'numeric (int or float)',
  string: 'string',
  boolean: 'boolean',
  untyped: 'any scalar',
}

function visitScalar(value: unknown, shape: ScalarShape, faults: Faults): void {
  if (value === null) return
  const kind = kindOf(value)
  const isScalar = kind === 'numeric' || kind === 'string' || kind === 'boolean'
  if (shape === 'untyped' ? isScalar : kind === shape) return
  report(faults, `expected ${expected[shape]}, got ${kind}`)
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number' || typeof value === 'bigint') return 'numeric'
  return typeof value === 'object' ? (value === null ? 'null' : 'map') : typeof value
}
