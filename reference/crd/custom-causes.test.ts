import { expect, test } from 'vitest'

import { customCauses } from './custom-causes.ts'
import { type SchemaNode, schemaNodeOf } from './schema-node.ts'
import { runToEnd, computeBudget } from './compute-budget.ts'

const causesOf = (value: unknown, node: SchemaNode) =>
  runToEnd(customCauses({ value, node }, computeBudget(1_000_000, 4)))

/** Returns an array that counts how often its items are read. */
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

test('a long enum is not scanned for each value', () => {
  const { count, list } = counted(Array.from({ length: 1000 }, (_, index) => index))
  const node = schemaNodeOf({ type: 'array', items: { type: 'integer', enum: list } })
  const causes = causesOf(Array(1000).fill(999), node)

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
])('$value is in the enum [$choice]: $isOne', ({ choice, value, isOne }) => {
  const causes = causesOf(value, schemaNodeOf({ enum: [choice] }))

  expect(causes).toHaveLength(isOne ? 0 : 1)
})

test('missing members are no longer searched for once the report is full', () => {
  const { count, list } = counted(Array.from({ length: 10_000 }, () => ({})))
  const node = schemaNodeOf({ type: 'array', items: { type: 'object', required: ['name'] } })
  const causes = causesOf(list, node)

  expect(causes).toHaveLength(100)
  expect(count.reads).toBeLessThan(200)
})

test('a schema with many alternatives is checked in short turns, up to a limit', () => {
  const choices = Array.from({ length: 10_000 }, (_, index) => ({ minimum: index + 1 }))
  const node = schemaNodeOf({ type: 'array', items: { type: 'integer', anyOf: choices } })
  const walk = customCauses({ value: Array(100_000).fill(0), node }, computeBudget(300_000, 4))
  const turns: number[] = []
  let step = walk.next()
  while (!step.done) {
    const start = performance.now()
    step = walk.next()
    turns.push(performance.now() - start)
  }
  turns.sort((a, b) => a - b)

  expect(turns.length).toBeGreaterThan(3)
  expect(turns[Math.floor(turns.length / 2)]).toBeLessThan(10)
  expect(step.value).toMatchObject([{ message: expect.stringContaining('more steps') }])
})

test.each([
  { format: 'int32', value: 1.5, as: 'with format int32', type: 'of type int32: "float64"' },
  { format: 'int64', value: 1.5, as: 'with format int64', type: 'of type int64: "float64"' },
  { format: '', value: 1.5, as: '(default format)', type: 'of type integer: "number"' },
  { format: 'int32', value: 2 ** 31, as: 'with format int32', type: '' },
])('$value is reported not to be an integer $as', ({ format, value, as, type }) => {
  const node = schemaNodeOf({ type: 'integer', ...(format !== '' && { format }) })
  const messages = causesOf(value, node).map(({ message }) => message)

  expect(messages.filter(text => text.includes(`type integer ${as}`))).toHaveLength(1)
  expect(messages.filter(text => text.includes('must be of type integer '))).toHaveLength(1)
  expect(messages.join()).toContain(type)
})
