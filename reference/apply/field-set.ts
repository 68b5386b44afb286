import type { PathElement } from './path-element.ts'

/**
 * A set of fields, as a tree of path elements. Functions that build one must not create empty
 * branches.
 */
export type FieldSet = ReadonlyMap<PathElement, FieldNode>

/** The node of a path element: whether the field is in the set, and the fields below it. */
export type FieldNode = { readonly isMember: boolean; readonly below: FieldSet }

export type FieldPath = readonly PathElement[]

/** A set under construction. */
export type MutableFieldSet = Map<PathElement, { isMember: boolean; below: MutableFieldSet }>

export const noFields: FieldSet = new Map()

/** Shared and never changed. */
const nothing: MutableFieldSet = new Map()

/** Adds a field. The empty path is ignored, because the object as a whole has no owner. */
export function insertPath(set: MutableFieldSet, path: FieldPath): void {
  let level = set
  for (const [index, element] of path.entries()) {
    let node = level.get(element)
    if (!node) {
      node = { isMember: false, below: nothing }
      level.set(element, node)
    }
    if (index === path.length - 1) node.isMember = true
    // Most fields have no fields below them, and a body may have hundreds of thousands of fields.
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
    all.set(element, other ? unionOfNodes(other, node) : node)
  }
  return all
}

export const unionOfNodes = (a: FieldNode, b: FieldNode): FieldNode => ({
  isMember: a.isMember || b.isMember,
  below: union(a.below, b.below),
})

export const intersection = (a: FieldSet, b: FieldSet): FieldSet =>
  keptFields(a, (node, element) => {
    const other = b.get(element)
    if (!other) return undefined
    return {
      isMember: node.isMember && other.isMember,
      below: intersection(node.below, other.below),
    }
  })

/**
 * Returns the fields of `a` that are not in `b`. A field stays if only fields below it are removed.
 */
export const difference = (a: FieldSet, b: FieldSet): FieldSet =>
  b.size === 0
    ? a
    : keptFields(a, (node, element) => {
        const other = b.get(element)
        if (!other) return node
        return {
          isMember: node.isMember && !other.isMember,
          below: difference(node.below, other.below),
        }
      })

/** Like `difference`, but removes the fields below a removed field, too. */
export const withoutBranches = (a: FieldSet, b: FieldSet): FieldSet =>
  b.size === 0
    ? a
    : keptFields(a, (node, element) => {
        const other = b.get(element)
        if (!other) return node
        if (other.isMember) return undefined
        return { ...node, below: withoutBranches(node.below, other.below) }
      })

function keptFields(
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
