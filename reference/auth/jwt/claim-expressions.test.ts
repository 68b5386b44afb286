import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { compileClaimExpression, compileUserExpression } from './claim-expressions.ts'

const valueOf = (expression: string, claims: object) => compileClaimExpression(expression)(claims)

it.each([
  ['type(claims.a) == double', { a: 5 }, true],
  ['claims.a == 5', { a: 5 }, true],
  ['claims.exp - claims.nbf <= 86400', { exp: 5, nbf: 4 }, true],
  ['string(claims.a)', { a: 1000 }, '1000'],
  ['string(claims.a)', { a: 1_764_000_001 }, '1.764000001e+09'],
  ['claims.a + claims.b + 1.0', { a: 5, b: 1 }, 7],
  ['-claims.m.list[0] * claims["a"]', { m: { list: [2] }, a: 3 }, -6],
  ['claims.list.map(x, x + 1.0)', { list: [5] }, [6]],
  ['claims.map.all(k, v, type(v) == double)', { map: { a: 1 } }, true],
  ['5 in claims.list && claims.list == [5]', { list: [5] }, true],
  ['int(claims.a) + 1', { a: 5 }, 6n],
])('numbers are doubles: %s', async (expression, claims, value) => {
  expect(await valueOf(expression, claims)).toEqual(value)
})

it('adding a double to an integer is an error', async () => {
  await expect(valueOf('claims.a + 1', { a: 5 })).rejects.toThrow('no such overload')
})

it('an escaped name accesses a claim whose name is not an identifier', async () => {
  const claims = { 'a.b': 'dot', m: { 'c/d': ['slash'] }, e__f: 'two', 'g-h': 'dash' }

  expect(await valueOf('claims.a__dot__b', claims)).toBe('dot')
  expect(await valueOf('has(claims.a__dot__b) && !has(claims.x__dot__b)', claims)).toBe(true)
  expect(await valueOf('claims.m.c__slash__d.map(x, x)[0]', claims)).toBe('slash')
  expect(await valueOf('claims.e__underscores__f + claims.g__dash__h', claims)).toBe('twodash')
  expect(await valueOf("claims['a.b']", claims)).toBe('dot')
  expect(await valueOf('claims.__in__ + claims.m.__while__', { in: 'a', m: { while: 'b' } })).toBe(
    'ab',
  )
  const user = { username: 'u', uid: '', groups: [], extra: { 'a.b': ['one'] } }
  expect(await compileUserExpression('user.extra.a__dot__b[0]')(user)).toBe('one')
})

it.each([
  'claims.list.filter(x, claims.list.all(y, y == 1)).size() > 0',
  "claims.text.replace('a', 'bbbbbbbbbbbbbbbbbbbb').replace('b', 'cccccccccccccccccccc') == ''",
  'claims.list.map(x, claims.list.map(y, claims.list))',
  'claims.list.sort() == []',
])('an expression that is too expensive is stopped: %s', async expression => {
  const claims = { list: Array(24_000).fill(1), text: 'a'.repeat(48_000) }
  await expect(valueOf(expression, claims)).rejects.toThrow('actual cost limit exceeded')
})

it('a regular expression takes linear time', async () => {
  const text = `${'a'.repeat(48_000)}b`
  expect(await valueOf("claims.text.matches('^(a+)+$')", { text })).toBe(false)
})

it('a long evaluation yields to other work', async () => {
  const evaluation = { isOver: false }
  const found = valueOf('claims.list.all(x, claims.list.exists(y, y == 2))', {
    list: Array(24_000).fill(1),
  }).finally(() => (evaluation.isOver = true))
  let turns = 0
  for (; !evaluation.isOver; turns++) await turn()

  expect(await found).toBe(false)
  // The first row alone has 24,000 steps, of which a turn makes a few thousand.
  expect(turns).toBeGreaterThan(2)
})

it('claims that are nested too deep are an error and do not crash the evaluation', async () => {
  let deep: unknown = 'x'
  for (let depth = 0; depth < 20_000; depth++) deep = [deep]
  await expect(valueOf('claims.deep', { deep })).rejects.toThrow(RangeError)
  await expect(valueOf('claims.deep == claims.deep', { deep })).rejects.toThrow(RangeError)
  expect(await valueOf('has(claims.deep)', { deep })).toBe(true)
})

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'the prototype member %s is not a claim',
  async name => {
    expect(await valueOf(`has(claims.${name})`, {})).toBe(false)
    await expect(valueOf(`claims.${name}`, {})).rejects.toThrow('no such key')
  },
)
