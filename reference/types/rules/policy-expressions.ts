// Compiles the expressions of admission policies, and of match conditions of webhooks.

import { objectIn, objectsIn } from '../../api/object.ts'
import { type StatusCause, valueInvalid, valueRequired } from '../../api/status-causes.ts'
import {
  compileForPolicy,
  declareVariable,
  type ExpressionPurpose,
  newPolicyContext,
  type PolicyContext,
} from '../../cel/policy-environment.ts'
import { isEmptyValue, isPresent, type ValuePlace } from './value-place.ts'

/** Yields the cause of an expression that is missing or does not compile. */
export function* expressionCauses(
  { purpose, missing }: { readonly purpose: ExpressionPurpose; readonly missing: string },
  place: ValuePlace,
): Iterable<StatusCause> {
  const { field, value } = place
  const text = String(value ?? '')
  if (text.trim() === '') return yield valueRequired(field, missing)
  const { context, variableFaults } = policyAt(place)
  if (purpose === 'variable') {
    const fault = variableFaults.get(field)
    if (fault !== undefined) yield valueInvalid(field, text, fault)
    return
  }
  // A genuine server trims these, which changes the columns of faults.
  const source = trimmed.has(purpose) ? text.trim() : text
  const made = compileForPolicy(source, purpose, context)
  if ('fault' in made) yield valueInvalid(field, text, made.fault)
}

const trimmed: ReadonlySet<ExpressionPurpose> = new Set([
  'auditAnnotation',
  'applyConfiguration',
  'jsonPatch',
])

type Policy = {
  readonly context: PolicyContext
  /** By the fields of the expressions. */
  readonly variableFaults: ReadonlyMap<string, string>
}

/** Compiles the variables of the policy that a place is in, once for all places of one walk. */
function policyAt(place: ValuePlace): Policy {
  const found = place.cache.get(policyAt)
  if (found) return found as Policy
  let root = place
  while (root.parent) root = root.parent
  const { paramKind, variables } = objectIn(objectIn(root.value).spec)
  const context = newPolicyContext({
    hasParams: isPresent(paramKind),
    hasVariables: !isEmptyValue(variables),
  })
  const variableFaults = new Map<string, string>()
  for (const [index, { name, expression }] of objectsIn(variables).entries()) {
    const fault = declareVariable(String(name), String(expression ?? ''), context)
    if (fault !== undefined) variableFaults.set(`spec.variables[${index}].expression`, fault)
  }
  const made = { context, variableFaults }
  place.cache.set(policyAt, made)
  return made
}
