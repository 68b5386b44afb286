import { expect, test } from 'vitest'

import { customCauses } from './check.ts'
import { nodeOf } from './node.ts'

/** An array that counts how often its items are read. */
function counted<T>(items: readonly T[]) {
  const count = { reads: 0 }
  const list = new Proxy([...items], {
    get(target, name, self): unknown {
      if (typeof name === 'string' && /^[0-9]+$/.test(name)) count.reads += 1
      return Reflect.get(target, name, self)
    },
  })
  return { count, list }
}

test('a long list of choices is not gone through for each value', () => {
  const { count, list } = counted(Array.from({ length: 1000 }, (_, index) => index))
  const node = nodeOf({ type: 'array', items: { type: 'integer', enum: list } })
  const causes = customCauses({ value: Array(1000).fill(999), node })

  expect(causes).toEqual([])
  expect(count.reads).toBeLessThan(5000)
})

test.each([
  { choice: 1, value: 1n, isOne: true },
  { choice: '1', value: 1, isOne: false },
  { choice: 'null', value: 'null', isOne: true },
  { choice: 'true', value: true, isOne: false },
  { choice: { a: 1, b: [2] }, value: { b: [2], a: 1 }, isOne: true },
  { choice: ['a', 'b'], value: ['a,b'], isOne: false },
])('$value is the choice $choice: $isOne', ({ choice, value, isOne }) => {
  const causes = customCauses({ value, node: nodeOf({ enum: [choice] }) })

  expect(causes).toHaveLength(isOne ? 0 : 1)
})

test('what is missing in more places than are told of is no longer looked for', () => {
  const { count, list } = counted(Array.from({ length: 10_000 }, () => ({})))
  const node = nodeOf({ type: 'array', items: { type: 'object', required: ['name'] } })
  const causes = customCauses({ value: list, node })

  expect(causes).toHaveLength(100)
  expect(count.reads).toBeLessThan(200)
})
