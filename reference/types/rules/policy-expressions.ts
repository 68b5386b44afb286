// Checks expressions of admission policies without type information: their syntax, undeclared names
// and the type of a literal.

import { parseExpression } from '../../cel/parse-expression.ts'
import { CelCompileError, type Expression } from '../../cel/expression.ts'

const known = new Set([
  'object',
  'oldObject',
  'request',
  'params',
  'namespaceObject',
  'authorizer',
  'variables',
  'Object',
  'JSONPatch',
  'jsonpatch',
  'self',
  'optional',
  'math',
  'strings',
  'lists',
  'sets',
  'quantity',
  'ip',
  'cidr',
  'format',
  'base64',
  'semver',
  'url',
  'google',
  'kubernetes',
  'int',
  'uint',
  'double',
  'bool',
  'string',
  'bytes',
  'list',
  'map',
  'null_type',
  'type',
  'duration',
  'timestamp',
  'dyn',
])

/**
 * Returns the fault of an expression that must evaluate to a type, or undefined if none is found.
 */
export function expressionFault(
  text: string,
  wanted: 'bool' | 'string' | 'object' | 'any',
): string | undefined {
  // Object construction needs types that are not known here.
  if (/[A-Za-z_.]\s*\{/.test(text)) return undefined
  const parsed = read(text)
  if (typeof parsed === 'string') return parsed
  const stranger = strangerIn(parsed)
  if (stranger !== undefined) {
    return `compilation failed: undeclared reference to '${stranger}' (in container '')`
  }
  const type = parsed.is === 'literal' ? typeof parsed.value : undefined
  if (wanted === 'any' || type === undefined) return undefined
  const isFit = wanted === 'bool' ? type === 'boolean' : wanted === 'string' && type === 'string'
  return isFit ? undefined : `must evaluate to ${wanted}`
}

function read(text: string): Expression | string {
  try {
    return parseExpression(text)
  } catch (error) {
    if (error instanceof CelCompileError) return `compilation failed: ${error.message}`
    throw error
  }
}

/**
 * Returns the first undeclared name. Method calls are not searched, because macros among them
 * declare variables.
 */
function strangerIn(expression: Expression): string | undefined {
  if (expression.is === 'name') {
    return known.has(expression.name) ? undefined : expression.name
  }
  if (expression.is === 'select') return strangerIn(expression.of)
  if (expression.is === 'call' && expression.of === undefined) {
    return firstOf(expression.with)
  }
  return undefined
}

const firstOf = (all: readonly Expression[]): string | undefined =>
  all.map(strangerIn).find(name => name !== undefined)
