import { expect, test } from 'vitest'

import { compileExpression } from './compile-expression.ts'
import { parseExpression } from './parse-expression.ts'
import { scopeOf } from './scope.ts'
import { int, listOf } from './cel-type.ts'

const compiled = (source: string) =>
  compileExpression(parseExpression(source), scopeOf({ self: listOf(int) }))

/**
 * Evaluates an expression that pauses at every opportunity. Returns the number of pauses and the
 * result.
 */
function turnsOf(source: string, self: unknown) {
  const walk = compiled(source).walk?.([self], { spend: () => {}, isDue: () => true })
  let turns = 0
  let step = walk?.next()
  while (step && !step.done) {
    turns += 1
    step = walk?.next()
  }
  return { turns, value: step?.value }
}

test.each([
  ['self.all(i, i > 0)', 3, true],
  ['self.all(i, self.exists(j, j == i)) && 1 in self', 9, true],
  ['[self.map(i, i * 2).sum() + 1][0]', 3, 13n],
  ['(self.exists(i, i == 2) ? self.filter(i, i > 1) : [0]).size()', 5, 2n],
  ['self.sortBy(i, -i)[0] + 0', 3, 3n],
  ['optional.of(self).optMap(l, l.transformList(i, v, i + v)).value()', 3, [1n, 3n, 5n]],
])('%s pauses %i times', (source, turns, value) => {
  expect(turnsOf(source, [1, 2, 3])).toEqual({ turns, value })
})

test('an expression without iteration cannot be paused', () => {
  expect(compiled('self.size() > 0 && self[0] == 1 ? [1] : [2]').walk).toBeUndefined()
})

test('a rule returns the same value with and without pauses', () => {
  const source = 'self.filter(i, i % 2 == 1).map(i, i + 1)'

  expect(compiled(source).run([[1, 2, 3]], { spend: () => {} })).toEqual([2n, 4n])
  expect(turnsOf(source, [1, 2, 3]).value).toEqual([2n, 4n])
})
