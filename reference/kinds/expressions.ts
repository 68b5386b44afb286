// Expressions in configurations: whether they compile, to which type, and what they read.

import { compile } from '../cel/compile.ts'
import { parse } from '../cel/parse.ts'
import { scopeOf } from '../cel/scope.ts'
import { CelFault, type Expression } from '../cel/syntax.ts'
import { type CelType, dyn, listOf, nameOf, string } from '../cel/types.ts'
import { invalid, type Law, law } from './rules.ts'
import type { By } from './vocabulary.ts'

export type Variables = { readonly [name: string]: CelType }

const strings = listOf(string)
const stringsByKey: CelType = { is: 'map', of: [string, strings] }

const objectOf = (members: { readonly [name: string]: CelType }): CelType => ({
  is: 'object',
  members: new Map(Object.entries(members).map(([name, type]) => [name, { name, type }] as const)),
})

/** The claims of a token; nothing is known of their types. */
export const claims: Variables = { claims: { is: 'map', of: [string, dyn] } }

/** The user that the mappings have made. */
export const user: Variables = {
  user: objectOf({ username: string, uid: string, groups: strings, extra: stringsByKey }),
}

const requirement = objectOf({ key: string, operator: string, values: strings })
const selector = objectOf({ rawSelector: string, requirements: listOf(requirement) })

/** The spec of a SubjectAccessReview. */
export const request: Variables = {
  request: objectOf({
    resourceAttributes: objectOf({
      namespace: string,
      verb: string,
      group: string,
      version: string,
      resource: string,
      subresource: string,
      name: string,
      fieldSelector: selector,
      labelSelector: selector,
    }),
    nonResourceAttributes: objectOf({ path: string, verb: string }),
    user: string,
    groups: strings,
    extra: stringsByKey,
    uid: string,
  }),
}

/**
 * Expressions that are true or false. One of which that is not known before it runs is refused, as
 * by genuine servers.
 */
export const condition = (by: By, variables: Variables): Law =>
  law({
    by,
    says: `an expression over \`${Object.keys(variables).join('`, `')}\` that gives bool`,
    *faults(source: string) {
      const fault = expressionFault(source, variables, 'bool')
      if (fault !== undefined) yield invalid([], source, fault)
    },
  })

/**
 * Expressions that make values. Of claims no types are known, so neither is the type of what is
 * made of them; a genuine server does not look at it before the expression runs.
 */
export const mapping = (by: By, variables: Variables, wanted: readonly string[]): Law =>
  law({
    by,
    says: `an expression over \`${Object.keys(variables).join('`, `')}\` that gives ${wanted.join(' or ')}`,
    *faults(source: string, { dialect }) {
      const fault = expressionFault(source, variables, dialect === 'kubernetes' ? [] : wanted)
      if (fault !== undefined) yield invalid([], source, fault)
    },
  })

/** What is wrong with an expression that makes one of these, or `bool`; none wanted takes any. */
function expressionFault(
  source: string,
  variables: Variables,
  wanted: 'bool' | readonly string[],
): string | undefined {
  try {
    const name = nameOf(compile(parse(source), scopeOf(variables)).type)
    if (wanted === 'bool') return name === 'bool' ? undefined : `must evaluate to bool, got ${name}`
    if (wanted.length === 0 || [...wanted, 'dyn', 'list(dyn)'].includes(name)) return undefined
    return `must evaluate to ${wanted.join(' or ')}, got ${name}`
  } catch (error) {
    // Reader and compiler of expressions say no by throwing.
    if (error instanceof CelFault) return `compilation failed: ${error.message}`
    throw error
  }
}

/** Whether an expression reads a member of a variable by its name. */
export function reads(source: string, variable: string, member: string): boolean {
  try {
    return readsIn(parse(source), variable, member)
  } catch (error) {
    // What cannot be read is another rule's business.
    if (error instanceof CelFault) return false
    throw error
  }
}

function readsIn(expression: Expression, variable: string, member: string): boolean {
  const { is } = expression
  if (is === 'select' && expression.name === member) {
    const { of } = expression
    if (of.is === 'name' && of.name === variable) return true
  }
  return partsOf(expression).some(part => readsIn(part, variable, member))
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.is) {
    case 'select':
      return [expression.of]
    case 'index':
      return [expression.of, expression.by]
    case 'call':
      return [...(expression.of ? [expression.of] : []), ...expression.with]
    case 'list':
      return expression.items
    case 'map':
      return expression.entries.flat()
    default:
      return []
  }
}
