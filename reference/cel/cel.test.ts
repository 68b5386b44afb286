import { describe, expect, test } from 'vitest'

import { compileExpression } from './compile-expression.ts'
import { parseExpression } from './parse-expression.ts'
import { scopeOf } from './scope.ts'
import { type CelType, dyn } from './cel-type.ts'
import { CelRuntimeError } from './values.ts'

const unlimited = { spend: () => {} }

const valueOf = (source: string, self: unknown = null, type: CelType = dyn): unknown =>
  compileExpression(parseExpression(source), scopeOf({ self: type })).run([self], unlimited)

test.each([
  ['1 + 2 * 3', 7n],
  ['(1 + 2) * 3', 9n],
  ['7 / -2', -3n],
  ['1.5 + 1.0', 2.5],
  ['"a" + \'b\' + r"\\c"', 'ab\\c'],
  ['"\\u00e9\\n"', 'é\n'],
  ['true || 1 / 0 == 1', true],
  ['1 / 0 == 1 || true', true],
  ['false && 1 / 0 == 1', false],
  ['1 < 2 ? "yes" : "no"', 'yes'],
  ['[1, 2, 3].filter(i, i > 1).map(i, i * 2).sum()', 10n],
  ['[1, 2].all(i, i > 0) && ![1, 2].exists(i, i > 2)', true],
  ['{"a": 1}["a"] + size({"b": 2})', 2n],
  ['"abc".matches("^a.c$")', true],
  ['"a1b22".findAll("[0-9]+").join("-")', '1-22'],
  ['quantity("1.5Gi").isGreaterThan(quantity("1500M"))', true],
  ['duration("90m") > duration("1h")', true],
  ['timestamp("2026-01-31T00:00:00Z").getMonth() == 0', true],
  ['isIP("::1") && ip("::1").family() == 6', true],
  ['url("https://h:1/p").getPort()', '1'],
])('%s returns its value', (source, expected) => {
  expect(valueOf(source)).toEqual(expected)
})

test.each([
  ['nothing', "undeclared reference to 'nothing'"],
  ['1 + "a"', "no matching overload for '_+_' applied to '(int, string)'"],
  ['1 +', "mismatched input '<EOF>'"],
  ['"a".nothing()', "undeclared reference to 'nothing'"],
  ['[1].all(i, i)', "expected type 'bool'"],
  [`${'('.repeat(300)}1${')'.repeat(300)}`, 'nested too deep'],
  ['99999999999999999999', 'invalid int literal'],
])('%s does not compile', (source, message) => {
  expect(() => valueOf(source)).toThrow(message)
})

test('a member that the type does not declare is undefined', () => {
  const type: CelType = {
    is: 'object',
    members: new Map([['a', { type: { is: 'int' }, name: 'a' }]]),
  }

  expect(valueOf('self.a == 1', { a: 1 }, type)).toBe(true)
  expect(() => valueOf('self.constructor == 1', {}, type)).toThrow("undefined field 'constructor'")
  expect(() => valueOf('self.__proto__ == 1', {}, type)).toThrow("undefined field '__proto__'")
  expect(() => valueOf('self.a == 1', {}, type)).toThrow('no such key: a')
})

describe('lists of the type set or map', () => {
  const text: CelType = { is: 'string' }
  const set: CelType = { is: 'list', of: [text], order: 'set' }
  const item: CelType = {
    is: 'object',
    members: new Map(['k', 'v'].map(name => [name, { type: text, name }])),
  }
  const byKey: CelType = { is: 'list', of: [item], order: 'map', keys: ['k'] }
  const both: CelType = {
    is: 'object',
    members: new Map([
      ['a', { type: set, name: 'a' }],
      ['b', { type: byKey, name: 'b' }],
      ['c', { type: { is: 'list', of: [text] }, name: 'c' }],
    ]),
  }
  const of = (source: string, self: unknown) => valueOf(source, self, both)

  test('are equal in any order, unlike other lists', () => {
    expect(of('self.a == ["y", "x"]', { a: ['x', 'y'] })).toBe(true)
    expect(of('self.a != ["y", "z"]', { a: ['x', 'y'] })).toBe(true)
    expect(of('self.a == ["x"]', { a: ['x', 'y'] })).toBe(false)
    expect(of('self.c == ["y", "x"]', { c: ['x', 'y'] })).toBe(false)
    expect(of('["y", "x"] == self.a', { a: ['x', 'y'] })).toBe(false)
  })

  test('are compared by their keys, also inside other values', () => {
    const [one, other] = [{ k: 'a', v: '1' }, { k: 'b' }]
    const type: CelType = { is: 'list', of: [both] }
    const pair = (b: unknown) => [{ b: [one, other] }, { b }]

    expect(valueOf('self[0] == self[1]', pair([other, one]), type)).toBe(true)
    expect(valueOf('self[0].b == self[1].b', pair([{ k: 'b', v: '2' }, one]), type)).toBe(false)
  })

  test('are concatenated without duplicates', () => {
    expect(of('self.a + ["y", "z"]', { a: ['x', 'y'] })).toEqual(['x', 'y', 'z'])
    expect(of('(self.a + ["y"]) == ["y", "x"]', { a: ['x', 'y'] })).toBe(true)
    expect(of('self.c + ["y"]', { c: ['x', 'y'] })).toEqual(['x', 'y', 'y'])
    expect(of('(self.b + self.b).size()', { b: [{ k: 'a' }] })).toBe(1n)
  })
})

describe('the step budget', () => {
  const budget = (most: number) => {
    let steps = 0
    return {
      spend: (count: number) => {
        steps += count
        if (steps > most) throw new CelRuntimeError('operation cancelled')
      },
    }
  }
  const nested = compileExpression(
    parseExpression('self.all(i, self.all(j, i + j >= 0))'),
    scopeOf({ self: { is: 'list', of: [{ is: 'int' }], sizeMax: 1000 } }),
  )
  const numbers = Array.from({ length: 1000 }, (_, index) => index)

  test('stops an evaluation that exceeds it', () => {
    expect(() => nested.run([numbers], budget(100_000))).toThrow('operation cancelled')
  })

  test('suffices for an evaluation within its estimated cost', () => {
    expect(nested.run([numbers], budget(nested.cost))).toBe(true)
  })
})
