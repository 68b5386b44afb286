// What can be told of the expressions of policies without knowing the types they speak of: their
// syntax, the names in them, and the type of what is written out.

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

/** The fault of an expression that is to give such a value; undefined where none is known. */
export function expressionFault(
  text: string,
  wanted: 'bool' | 'string' | 'object' | 'any',
): string | undefined {
  // Objects are made of types that only the server knows.
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

/** A name that stands for nothing; where macros bind names of their own, nothing is told. */
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
