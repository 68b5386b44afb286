import type { PathElement } from './path-element.ts'

/**
 * A set of fields, as the tree of the steps that lead to them. No branch of it is empty: whoever
 * makes one sees to that.
 */
export type FieldSet = ReadonlyMap<PathElement, FieldNode>

/** What a step leads to: whether that field is in the set, and what is in the set below it. */
export type FieldNode = { readonly isMember: boolean; readonly below: FieldSet }

export type FieldPath = readonly PathElement[]

/** A set that is being put together. */
export type MutableFieldSet = Map<PathElement, { isMember: boolean; below: MutableFieldSet }>

export const noFields: FieldSet = new Map()

/** Nothing is ever added to it. */
const nothing: MutableFieldSet = new Map()

/** Adds a field; the object itself, to which no step leads, belongs to nobody. */
export function insertPath(set: MutableFieldSet, path: FieldPath): void {
  let level = set
  for (const [index, element] of path.entries()) {
    let node = level.get(element)
    if (!node) {
      node = { isMember: false, below: nothing }
      level.set(element, node)
    }
    if (index === path.length - 1) node.isMember = true
    // Most fields have nothing below them, and a body may say hundreds of thousands.
    else if (node.below === nothing) node.below = new Map()
    level = node.below
  }
}

export function fieldSetOfPaths(...paths: readonly FieldPath[]): FieldSet {
  const set: MutableFieldSet = new Map()
  for (const path of paths) insertPath(set, path)
  return set
}

export function hasPath(set: FieldSet, path: FieldPath): boolean {
  let node: FieldNode | undefined
  for (const element of path) {
    node = (node ? node.below : set).get(element)
    if (!node) return false
  }
  return node?.isMember ?? false
}

export const fieldsBelow = (set: FieldSet, element: PathElement): FieldSet =>
  set.get(element)?.below ?? noFields

export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a.size === 0 || a === b) return b
  if (b.size === 0) return a
  const all = new Map(a)
  for (const [element, node] of b) {
    const other = all.get(element)
    all.set(element, other ? joined(other, node) : node)
  }
  return all
}

const joined = (a: FieldNode, b: FieldNode): FieldNode => ({
  isMember: a.isMember || b.isMember,
  below: union(a.below, b.below),
})

export const intersection = (a: FieldSet, b: FieldSet): FieldSet =>
  kept(a, (node, element) => {
    const other = b.get(element)
    if (!other) return undefined
    return {
      isMember: node.isMember && other.isMember,
      below: intersection(node.below, other.below),
    }
  })

/** What is in the first alone. A field stays where only what is below it is taken away. */
export const difference = (a: FieldSet, b: FieldSet): FieldSet =>
  b.size === 0
    ? a
    : kept(a, (node, element) => {
        const other = b.get(element)
        if (!other) return node
        return {
          isMember: node.isMember && !other.isMember,
          below: difference(node.below, other.below),
        }
      })

/** The same, but with a field goes what is below it. */
export const withoutBranches = (a: FieldSet, b: FieldSet): FieldSet =>
  b.size === 0
    ? a
    : kept(a, (node, element) => {
        const other = b.get(element)
        if (!other) return node
        if (other.isMember) return undefined
        return { ...node, below: withoutBranches(node.below, other.below) }
      })

function kept(
  set: FieldSet,
  next: (node: FieldNode, element: PathElement) => FieldNode | undefined,
): FieldSet {
  const result = new Map<PathElement, FieldNode>()
  for (const [element, node] of set) {
    const after = next(node, element)
    if (after && (after.isMember || after.below.size > 0)) result.set(element, after)
  }
  return result
}

export function isSameFieldSet(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true
  if (a.size !== b.size) return false
  for (const [element, node] of a) {
    const other = b.get(element)
    if (other?.isMember !== node.isMember || !isSameFieldSet(node.below, other.below)) return false
  }
  return true
}
