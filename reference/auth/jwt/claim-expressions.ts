// Evaluates CEL expressions over the claims of a token and over the user that results from them.

import { compileExpression } from '../../cel/compile-expression.ts'
import { convertDeeply } from '../../cel/convert-deeply.ts'
import { dynWithDoubles, string } from '../../cel/cel-type.ts'
import type { Expression } from '../../cel/expression.ts'
import { parseExpression } from '../../cel/parse-expression.ts'
import { runInTurns } from '../../cel/run-in-turns.ts'
import { scopeOf } from '../../cel/scope.ts'
import { type CelVariables, userVariables } from '../../config/expressions.ts'

// As in genuine servers.
const stepsMax = 1_000_000

/** Resolves to the value of an expression. Rejects with an Error if it has none. */
export type Evaluate = (variable: unknown) => Promise<unknown>

/** Compiles an expression over the claims. Their numbers are doubles, as in genuine servers. */
export const compileClaimExpression = (source: string): Evaluate =>
  compile(source, { claims: { is: 'map', of: [string, dynWithDoubles] } })

/** Compiles an expression over the user. */
export const compileUserExpression = (source: string): Evaluate => compile(source, userVariables)

/** @throws CelCompileError; a valid configuration has no such expressions */
function compile(source: string, variables: CelVariables): Evaluate {
  const parsed = withUnescapedNames(parseExpression(source))
  const compiled = convertDeeply(compileExpression(parsed, scopeOf(variables)))
  return variable => runInTurns(compiled, [variable], stepsMax)
}

// CEL has no field access to these names, so `in` is written `__in__`.
const reserved = new Set(
  (
    'true false null in as break const continue else for function if import let loop package ' +
    'namespace return var void while'
  ).split(' '),
)

const characters = new Map([
  ['underscores', '__'],
  ['dot', '.'],
  ['dash', '-'],
  ['slash', '/'],
])

/**
 * Returns the name for which `a__dot__b` is written. In CEL there is no other field access to a
 * claim such as `a.b`.
 */
const unescapedName = (name: string): string =>
  name.replaceAll(/__([^_]+)__/g, (text, word: string) => {
    const isWhole = text === name && reserved.has(word)
    return isWhole ? word : (characters.get(word) ?? text)
  })

/** Replaces the names of members by the names that they stand for. */
function withUnescapedNames(one: Expression): Expression {
  switch (one.is) {
    case 'literal':
    case 'name':
      return one
    case 'select':
      return { ...one, of: withUnescapedNames(one.of), name: unescapedName(one.name) }
    case 'index':
      return { ...one, of: withUnescapedNames(one.of), by: withUnescapedNames(one.by) }
    case 'call':
      return {
        ...one,
        ...(one.of && { of: withUnescapedNames(one.of) }),
        with: one.with.map(withUnescapedNames),
      }
    case 'list':
      return { ...one, items: one.items.map(withUnescapedNames) }
    case 'map':
      return {
        ...one,
        entries: one.entries.map(
          ([key, value]) => [withUnescapedNames(key), withUnescapedNames(value)] as const,
        ),
      }
    case 'message':
      return one
  }
}
