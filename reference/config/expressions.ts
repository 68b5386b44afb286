// Expressions in configurations: whether they compile, to which type, and what they read.

import { compile } from '../cel/compile.ts'
import { parse } from '../cel/parse.ts'
import { scopeOf } from '../cel/scope.ts'
import { CelFault, type Expression } from '../cel/syntax.ts'
import { type CelType, dyn, listOf, nameOf, string } from '../cel/types.ts'
import { type Fault, invalid, type Law, law } from './rules.ts'
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
    says: `an expression over ${namesOf(variables)} that returns bool`,
    faults: (source: string) =>
      expressionFaults(source, variables, type =>
        type === 'bool' ? undefined : `must evaluate to bool, got ${type}`,
      ),
  })

/**
 * Expressions that make values. Of claims no types are known, so neither is the type of what is
 * made of them; a genuine server does not look at it before the expression runs.
 */
export const mapping = (by: By, variables: Variables, wanted: readonly string[]): Law =>
  law({
    by,
    says: `an expression over ${namesOf(variables)} that returns ${wanted.join(' or ')}`,
    faults: (source: string, { dialect }) =>
      expressionFaults(source, variables, type => {
        if (dialect === 'kubernetes') return undefined
        if ([...wanted, 'dyn', 'list(dyn)'].includes(type)) return undefined
        return `must evaluate to ${wanted.join(' or ')}, got ${type}`
      }),
  })

const namesOf = (variables: Variables): string =>
  Object.keys(variables)
    .map(name => `\`${name}\``)
    .join(', ')

/** What is wrong with an expression; `typeFault` judges the name of the type that it gives. */
function* expressionFaults(
  source: string,
  variables: Variables,
  typeFault: (type: string) => string | undefined,
): Iterable<Fault> {
  try {
    const fault = typeFault(nameOf(compile(parse(source), scopeOf(variables)).type))
    if (fault !== undefined) yield invalid([], source, fault)
  } catch (error) {
    // Reader and compiler of expressions say no by throwing.
    if (!(error instanceof CelFault)) throw error
    yield invalid([], source, `compilation failed: ${error.message}`)
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
