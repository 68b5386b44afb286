// Evaluates a mutation of a policy on one object.

import { isJsonObject, type JsonObject } from '../../api/object.ts'
import type { PolicyMutation } from '../../api/policies.ts'
import type { PolicyInput } from '../../api/policy-input.ts'
import { jsonOfValue, typeNameFaults } from '../../cel/json-of-value.ts'
import { MessageValue } from '../../cel/values.ts'
import { activate } from './evaluate-expression.ts'
import { stepsOfPolicyMax } from './evaluate-validations.ts'
import { evaluated, type PolicyProgram } from './policy-program.ts'

/** Resolves to the change that a mutation makes. Rejects with an Error if it has none. */
export async function evaluateMutation(
  { context, mutations }: PolicyProgram,
  index: number,
  input: PolicyInput,
): Promise<PolicyMutation> {
  const mutation = mutations[index]
  if (!mutation) throw new Error(`the policy has no mutation ${index}`)
  const result = await evaluated(mutation, activate(input, context, stepsOfPolicyMax))
  if ('fault' in result) throw new Error(result.fault)
  const { value } = result
  if (mutation.is === 'jsonPatch') {
    const operations = Array.isArray(value) ? value.map(operationOf) : []
    return { is: 'jsonPatch', operations }
  }
  const faults = typeNameFaults(value, 'Object')
  if (faults.length > 0) throw new Error(`type mismatch: ${faults.join('\n')}`)
  const configuration = jsonOfValue(value)
  if (!isJsonObject(configuration)) throw new Error('the mutation is not an object')
  return { is: 'applyConfiguration', configuration }
}

/** Returns an operation of a JSON patch. @throws Error */
function operationOf(value: unknown): JsonObject {
  if (!(value instanceof MessageValue) || value.type !== 'JSONPatch')
    throw new Error('type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch')
  const inner = value.fields.get('value')
  const faults = inner instanceof MessageValue ? typeNameFaults(inner, inner.type) : []
  if (faults.length > 0) throw new Error(`type mismatch: ${faults.join('\n')}`)
  const { op = '', path = '', from = '', ...rest } = jsonOfValue(value) as JsonObject
  return { op, path, ...(from !== '' && { from }), ...rest }
}
