import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countWhile, treeGet, treePut, treeRemove, treeSize, treeSlice, type Tree } from './tree.ts'

const treeOf = (keys: string[]) =>
  keys.reduce<Tree<string>>((tree, key) => treePut(tree, key, key), undefined)

const all = <V>(tree: Tree<V>) => treeSlice(tree, 0, treeSize(tree))

/** Returns the height, and whether every node is balanced and has the correct size. */
function shapeOf(tree: Tree<unknown>): { height: number; isSound: boolean } {
  if (tree === undefined) return { height: 0, isSound: true }
  const left = shapeOf(tree.left)
  const right = shapeOf(tree.right)
  const weights = [treeSize(tree.left) + 1, treeSize(tree.right) + 1]
  const isBalanced = Math.max(...weights) <= 3 * Math.min(...weights)
  const knowsSize = tree.size === treeSize(tree.left) + treeSize(tree.right) + 1
  return {
    height: 1 + Math.max(left.height, right.height),
    isSound: isBalanced && knowsSize && left.isSound && right.isSound,
  }
}

const key = fc.string({
  minLength: 1,
  maxLength: 2,
  unit: fc.constantFrom('a', 'b', 'c', 'd', '/'),
})
const change = fc.record({ do: fc.constantFrom('put' as const, 'remove' as const), key })

describe('a tree', () => {
  it('is empty at first', () => {
    expect(treeSize(undefined)).toBe(0)
    expect(treeGet(undefined, 'a')).toBeUndefined()
    expect(all(undefined)).toEqual([])
  })

  it('holds values in the order of their keys', () => {
    expect(all(treeOf(['c', 'a', 'b']))).toEqual(['a', 'b', 'c'])
  })

  it('replaces the value of a key', () => {
    const tree = treePut(treePut(undefined, 'a', 1), 'a', 2)

    expect(all(tree)).toEqual([2])
  })

  it('has the same root after the removal of an absent key', () => {
    const tree = treeOf(['a', 'c'])

    expect(treeRemove(tree, 'b')).toBe(tree)
  })

  it('does not change older roots', () => {
    const tree = treeOf(['a', 'b', 'c'])

    const later = treeRemove(treePut(tree, 'a', 'changed'), 'b')

    expect(all(tree)).toEqual(['a', 'b', 'c'])
    expect(all(later)).toEqual(['changed', 'c'])
  })

  it('stays shallow if keys are inserted in order', () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(5, '0'))

    const { height, isSound } = shapeOf(treeOf(keys))

    expect(isSound).toBe(true)
    // The bound of this balance: 2.41 times the height of a perfect tree.
    expect(height).toBeLessThanOrEqual(33)
  })

  it('agrees with a sorted array after any changes, at every root', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 100 }),
        key,
        fc.nat(12),
        fc.nat(12),
        (changes, probe, from, count) => {
          let tree: Tree<number>
          let model = new Map<string, number>()
          const roots: { tree: Tree<number>; model: Map<string, number> }[] = []
          for (const [index, change] of changes.entries()) {
            model = new Map(model)
            if (change.do === 'put') model.set(change.key, index)
            else model.delete(change.key)
            tree =
              change.do === 'put' ? treePut(tree, change.key, index) : treeRemove(tree, change.key)
            roots.push({ tree, model })
          }

          for (const { tree, model } of roots) {
            const sorted = [...model].toSorted(([a], [b]) => (a < b ? -1 : 1))
            expect(shapeOf(tree).isSound).toBe(true)
            expect(all(tree)).toEqual(sorted.map(([, value]) => value))
            expect(treeGet(tree, probe)).toBe(model.get(probe))
            expect(countWhile(tree, key => key < probe)).toBe(
              sorted.filter(([key]) => key < probe).length,
            )
            expect(treeSlice(tree, from, from + count)).toEqual(
              sorted.slice(from, from + count).map(([, value]) => value),
            )
          }
        },
      ),
    )
  })
})
