// Checks CEL expressions in configurations: whether they compile, to which type, and what they
// read.

import { compileExpression } from '../cel/compile-expression.ts'
import { parseExpression } from '../cel/parse-expression.ts'
import { scopeOf } from '../cel/scope.ts'
import { CelCompileError, type Expression } from '../cel/expression.ts'
import { type CelType, dyn, listOf, typeText, string } from '../cel/cel-type.ts'
import {
  type ConfigFault,
  invalidValue,
  type FunctionRule,
  functionRule,
  type RequirementId,
} from './config-rules.ts'

export type CelVariables = { readonly [name: string]: CelType }

const strings = listOf(string)
const stringsByKey: CelType = { is: 'map', of: [string, strings] }

const objectOf = (members: { readonly [name: string]: CelType }): CelType => ({
  is: 'object',
  members: new Map(Object.entries(members).map(([name, type]) => [name, { name, type }] as const)),
})

/** The claims of a token. Their types are not known. */
export const claimVariables: CelVariables = { claims: { is: 'map', of: [string, dyn] } }

/** The user that results from the claim mappings. */
export const userVariables: CelVariables = {
  user: objectOf({ username: string, uid: string, groups: strings, extra: stringsByKey }),
}

const requirement = objectOf({ key: string, operator: string, values: strings })
const selector = objectOf({ rawSelector: string, requirements: listOf(requirement) })

/** The spec of a SubjectAccessReview. */
export const requestVariables: CelVariables = {
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
 * Requires an expression that evaluates to a bool. An expression whose type is only known at run
 * time is refused, as by genuine servers.
 */
export const conditionRule = (requirement: RequirementId, variables: CelVariables): FunctionRule =>
  functionRule({
    requirement,
    description: `an expression over ${namesOf(variables)} that returns bool`,
    faults: (source: string) =>
      expressionFaults(source, variables, type =>
        type === 'bool' ? undefined : `must evaluate to bool, got ${type}`,
      ),
  })

/**
 * Requires an expression that evaluates to one of the wanted types. The types of claims are not
 * known, so an expression over claims may have an unknown type. A genuine server checks such a type
 * only at run time.
 */
export const mappingRule = (
  requirement: RequirementId,
  variables: CelVariables,
  wanted: readonly string[],
): FunctionRule =>
  functionRule({
    requirement,
    description: `an expression over ${namesOf(variables)} that returns ${wanted.join(' or ')}`,
    faults: (source: string, { dialect }) =>
      expressionFaults(source, variables, type => {
        if (dialect === 'kubernetes') return undefined
        if ([...wanted, 'dyn', 'list(dyn)'].includes(type)) return undefined
        return `must evaluate to ${wanted.join(' or ')}, got ${type}`
      }),
  })

const namesOf = (variables: CelVariables): string =>
  Object.keys(variables)
    .map(name => `\`${name}\``)
    .join(', ')

/** Yields the faults of an expression. `typeFault` judges the name of its type. */
function* expressionFaults(
  source: string,
  variables: CelVariables,
  typeFault: (type: string) => string | undefined,
): Iterable<ConfigFault> {
  try {
    const fault = typeFault(
      typeText(compileExpression(parseExpression(source), scopeOf(variables)).type),
    )
    if (fault !== undefined) yield invalidValue([], source, fault)
  } catch (error) {
    // The parser and the compiler throw on a fault.
    if (!(error instanceof CelCompileError)) throw error
    yield invalidValue([], source, `compilation failed: ${error.message}`)
  }
}

/** Whether an expression reads a member of a variable by name. */
export function readsMember(source: string, variable: string, member: string): boolean {
  try {
    return readsIn(parseExpression(source), variable, member)
  } catch (error) {
    // Syntax errors are reported by another rule.
    if (error instanceof CelCompileError) return false
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
