// Long patches must not block other requests.

import { expect, it } from 'vitest'

import type { Schema } from '../api/schema.ts'
import { applyJsonPatch } from './json-patch.ts'
import { applyStrategicMerge } from './strategic-merge.ts'

const schema: Schema = {
  properties: {
    list: { type: 'array', patchStrategy: ['merge'], patchMergeKey: 'k' },
    set: { type: 'array', patchStrategy: ['merge'] },
    map: { type: 'object' },
  },
}
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const list = (count: number) => ({ list: numbers(count).map(k => ({ k })) })
const set = (count: number) => ({ set: numbers(count) })
const map = (count: number) => ({ map: Object.fromEntries(numbers(count).map(k => [`k${k}`, k])) })
const order = (count: number) => ({ ...list(count), '$setElementOrder/list': list(count).list })

const merging = (make: (count: number) => object, count: number) =>
  applyStrategicMerge(make(count), make(count), schema)
const options = { operationsMax: 10_000, copiedBytesMax: 1000 }
const replacing = (count: number) =>
  applyJsonPatch({ a: 0 }, Array(count).fill({ op: 'replace', path: '/a', value: 1 }), options)

it.for([
  ['a list by keys', (count: number) => merging(list, count)],
  ['a set', (count: number) => merging(set, count)],
  ['a map', (count: number) => merging(map, count)],
  ['an ordered list', (count: number) => merging(order, count)],
  ['operations', replacing],
] as const)('%s: long ones are merged with pauses, short ones without', ([, walk]) => {
  expect([...walk(20)]).toHaveLength(0)
  expect([...walk(10_000)].length).toBeGreaterThanOrEqual(3)
})

it('sorts long lists into the requested order', () => {
  const backwards = { list: list(5000).list.toReversed() }
  const walk = applyStrategicMerge(list(5001), backwards, schema)

  let step = walk.next()
  while (!step.done) step = walk.next()

  expect(step.value).toEqual({ list: [...backwards.list, { k: 5000 }] })
})
