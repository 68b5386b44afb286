import { expect, it } from 'vitest'

import type { Schema } from '../api/schema.ts'
import { mergeApplied } from './merge-applied.ts'

const schema: Schema = {
  type: 'object',
  properties: {
    map: { type: 'object', additionalProperties: { type: 'integer' } },
    list: {
      type: 'array',
      listType: 'map',
      listMapKeys: ['k'],
      items: { type: 'object', properties: { k: { type: 'integer' }, v: { type: 'integer' } } },
    },
  },
}
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const map = (count: number, v: number) => ({
  map: Object.fromEntries(numbers(count).map(k => [`k${k}`, v])),
})
const list = (count: number, v: number) => ({ list: numbers(count).map(k => ({ k, v })) })

it.for([
  ['members', map],
  ['items', list],
] as const)('a merge of many %s pauses, and one of few does not', ([, make]) => {
  const walk = mergeApplied(make(5000, 1), make(5000, 2), schema)
  let breaks = 0
  let step = walk.next()
  for (; !step.done; step = walk.next()) breaks += 1

  expect(breaks).toBeGreaterThan(4)
  expect(step.value).toEqual(make(5000, 2))
  expect([...mergeApplied(make(20, 1), make(20, 2), schema)]).toHaveLength(0)
})

it('preserves the order of both lists', () => {
  const [live, said] = [
    [0, 1, 2, 3, 4, 5],
    [4, 9, 2, 8],
  ].map(keys => ({
    list: keys.map(k => ({ k })),
  }))
  const { value } = mergeApplied(live, said, schema).next()

  expect(value).toEqual({ list: [0, 1, 3, 4, 5, 9, 2, 8].map(k => ({ k })) })
})
