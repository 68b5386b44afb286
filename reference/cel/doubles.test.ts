import { expect, it } from 'vitest'
import { dynWithDoubles, string, type CelType } from './cel-type.ts'
import { compileExpression } from './compile-expression.ts'
import { parseExpression } from './parse-expression.ts'
import { scopeOf } from './scope.ts'

const valueOf = (expression: string, a: unknown, type: CelType) =>
  compileExpression(parseExpression(expression), scopeOf({ a: type })).run([a], { spend: () => {} })

const plain: CelType = { is: 'map', of: [string, { is: 'dyn' }] }
const withDoubles: CelType = { is: 'map', of: [string, dynWithDoubles] }

it.each([
  ['a.n', { n: 5 }],
  ['a.m.n', { m: { n: 5 } }],
  ['a["m"]["n"]', { m: { n: 5 } }],
  ['a.list[0]', { list: [5] }],
  ['a.list.map(x, x)[0]', { list: [5] }],
  ['a.list.map(x, [x])[0][0]', { list: [5] }],
])('%s is an integer, or a double if the schema declares one', (expression, a) => {
  expect(valueOf(`type(${expression}) == int`, a, plain)).toBe(true)
  expect(valueOf(`type(${expression}) == double`, a, withDoubles)).toBe(true)
})

it.each(['a.n + a.n', 'a.n - 1.5', 'a.n * 2.0', 'a.n / 0.5', '-a.n', 'a.n + a.n + a.n'])(
  'the double %s is a double, also if it is a whole number',
  expression => {
    expect(valueOf(`type(${expression}) == double`, { n: 1.5 }, plain)).toBe(true)
    expect(valueOf(`type((${expression}) + 1.0) == double`, { n: 1.5 }, plain)).toBe(true)
    expect(valueOf(`type(${expression}) == double`, { n: 2 }, withDoubles)).toBe(true)
  },
)

it('elements of concatenated lists are converted like those of each list', () => {
  expect(valueOf('(a.list + a.list)[1] + 1', { list: [5] }, plain)).toBe(6n)
  expect(valueOf('(a.list + a.list)[1] + 1.0', { list: [5] }, withDoubles)).toBe(6)
})
