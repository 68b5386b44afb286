// A persistent ordered map: every change returns a new root and leaves the old one unchanged, so a
// root is a snapshot. It is a weight-balanced tree. The subtree sizes that balance it also give the
// rank of a key, which `remainingItemCount` needs.

/** An immutable map from string keys, in `<` order of JS strings, to values. */
export type Tree<V> = Node<V> | undefined

type Node<V> = {
  readonly key: string
  readonly value: V
  readonly size: number
  readonly left: Tree<V>
  readonly right: Tree<V>
}

// With weight = size + 1, the pair (3, 2) is the one integer choice that is proven to keep both
// insertion and removal balanced (Hirai and Yamamoto, "Balancing weight-balanced trees", 2011).
const weightRatioMax = 3
const singleRotationRatio = 2

export const treeSize = (tree: Tree<unknown>): number => (tree === undefined ? 0 : tree.size)

const weight = (tree: Tree<unknown>) => treeSize(tree) + 1

/** Returns the value under a key. O(log n). */
export function treeGet<V>(tree: Tree<V>, key: string): V | undefined {
  let node = tree
  while (node !== undefined && node.key !== key) node = key < node.key ? node.left : node.right
  return node?.value
}

/** Returns the map with this key set. O(log n). */
export function treePut<V>(tree: Tree<V>, key: string, value: V): Tree<V> {
  if (tree === undefined) return join(key, value, undefined, undefined)
  if (key < tree.key) return balance(tree, treePut(tree.left, key, value), tree.right)
  if (key > tree.key) return balance(tree, tree.left, treePut(tree.right, key, value))
  return join(key, value, tree.left, tree.right)
}

/** Returns the map without this key; the same root when the key is absent. O(log n). */
export function treeRemove<V>(tree: Tree<V>, key: string): Tree<V> {
  if (tree === undefined) return undefined
  if (key === tree.key) return merge(tree.left, tree.right)
  if (key < tree.key) {
    const left = treeRemove(tree.left, key)
    return left === tree.left ? tree : balance(tree, left, tree.right)
  }
  const right = treeRemove(tree.right, key)
  return right === tree.right ? tree : balance(tree, tree.left, right)
}

/**
 * Counts the keys for which `holds` is true; they must be a prefix of all keys in order. O(log n).
 */
export function countWhile(tree: Tree<unknown>, holds: (key: string) => boolean): number {
  let count = 0
  let node = tree
  while (node !== undefined) {
    if (holds(node.key)) {
      count += treeSize(node.left) + 1
      node = node.right
    } else {
      node = node.left
    }
  }
  return count
}

/**
 * Returns the values at the positions from `from` to before `to`, in key order. O(log n + to -
 * from).
 */
export function treeSlice<V>(tree: Tree<V>, from: number, to: number): V[] {
  const values: V[] = []
  collect(tree, from, to, values)
  return values
}

function collect<V>(tree: Tree<V>, from: number, to: number, values: V[]) {
  if (tree === undefined || from >= to || to <= 0 || from >= tree.size) return
  const position = treeSize(tree.left)
  collect(tree.left, from, to, values)
  if (from <= position && position < to) values.push(tree.value)
  collect(tree.right, from - position - 1, to - position - 1, values)
}

const join = <V>(key: string, value: V, left: Tree<V>, right: Tree<V>): Node<V> => ({
  key,
  value,
  size: treeSize(left) + treeSize(right) + 1,
  left,
  right,
})

/**
 * Returns a node with the key of `at` over two subtrees that are at most one key out of balance.
 */
function balance<V>(at: Node<V>, left: Tree<V>, right: Tree<V>): Node<V> {
  if (right !== undefined && weight(right) > weightRatioMax * weight(left)) {
    return rotateLeft(at, left, right)
  }
  if (left !== undefined && weight(left) > weightRatioMax * weight(right)) {
    return rotateRight(at, left, right)
  }
  return join(at.key, at.value, left, right)
}

function rotateLeft<V>(at: Node<V>, left: Tree<V>, right: Node<V>): Node<V> {
  const inner = right.left
  if (inner === undefined || weight(inner) < singleRotationRatio * weight(right.right)) {
    return join(right.key, right.value, join(at.key, at.value, left, inner), right.right)
  }
  return join(
    inner.key,
    inner.value,
    join(at.key, at.value, left, inner.left),
    join(right.key, right.value, inner.right, right.right),
  )
}

function rotateRight<V>(at: Node<V>, left: Node<V>, right: Tree<V>): Node<V> {
  const inner = left.right
  if (inner === undefined || weight(inner) < singleRotationRatio * weight(left.left)) {
    return join(left.key, left.value, left.left, join(at.key, at.value, inner, right))
  }
  return join(
    inner.key,
    inner.value,
    join(left.key, left.value, left.left, inner.left),
    join(at.key, at.value, inner.right, right),
  )
}

/**
 * Merges two neighbouring subtrees. The new root is the key next to the gap from the larger
 * subtree.
 */
function merge<V>(left: Tree<V>, right: Tree<V>): Tree<V> {
  if (left === undefined) return right
  if (right === undefined) return left
  if (left.size > right.size) {
    const last = lastNode(left)
    return balance(last, treeRemove(left, last.key), right)
  }
  const first = firstNode(right)
  return balance(first, left, treeRemove(right, first.key))
}

function firstNode<V>(tree: Node<V>): Node<V> {
  let node = tree
  while (node.left !== undefined) node = node.left
  return node
}

function lastNode<V>(tree: Node<V>): Node<V> {
  let node = tree
  while (node.right !== undefined) node = node.right
  return node
}
