// Checks literal arguments of `format` against a literal format string.

import { type FormatClause, parseFormat } from './format-text.ts'
import type { CompiledExpression, Scope } from './scope.ts'
import type { CompileExpression } from './select-and-index.ts'
import { CelCompileError, type Expression } from './expression.ts'
import { CelRuntimeError } from './values.ts'

const acceptedTypes: { readonly [letter: string]: readonly string[] } = {
  s: 'list map int uint double bool string timestamp bytes duration type null'.split(' '),
  d: ['int', 'uint'],
  f: ['double', 'string'],
  e: ['double', 'string'],
  b: ['int', 'uint', 'bool'],
  x: ['int', 'uint', 'string', 'bytes'],
  X: ['int', 'uint', 'string', 'bytes'],
  o: ['int', 'uint'],
}

/** Checks that literal arguments fit a literal format string. @throws CelCompileError */
export function checkFormat(
  [format]: readonly CompiledExpression[],
  list: Expression | undefined,
  scope: Scope,
  compile: CompileExpression,
): void {
  if (typeof format?.literal !== 'string' || list?.is !== 'list') return
  const clauses = clausesIn(format.literal, list.offset)
  for (const [index, { letter }] of clauses.entries()) {
    const item = list.items[index]
    if (!item) throw new CelCompileError(`index ${index} out of range`, list.offset)
    for (const one of letter === 's' ? allIn(item) : [item]) {
      const { is } = compile(one, scope).type
      if (is === 'dyn' || acceptedTypes[letter]?.includes(is)) continue
      throw new CelCompileError(`error during formatting: %${letter} was given ${is}`, one.offset)
    }
  }
  if (list.items.length <= clauses.length) return
  const counts = `expected ${clauses.length}, got ${list.items.length}`
  throw new CelCompileError(`too many arguments supplied to string.format (${counts})`, list.offset)
}

/** Yields a literal and all nested literals. */
function* allIn(given: Expression): Iterable<Expression> {
  yield given
  const inner = given.is === 'list' ? given.items : given.is === 'map' ? given.entries.flat() : []
  for (const one of inner) yield* allIn(one)
}

function clausesIn(format: string, offset: number): FormatClause[] {
  try {
    return parseFormat(format).filter(piece => typeof piece !== 'string')
  } catch (error) {
    if (!(error instanceof CelRuntimeError)) throw error
    throw new CelCompileError(error.message, offset)
  }
}
