// Compiles the expressions of a policy.

import { type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import {
  compileForPolicy,
  type CompiledUse,
  declareVariable,
  type ExpressionPurpose,
  newPolicyContext,
  type PolicyContext,
} from '../../cel/policy-environment.ts'
import { type Activation, evaluate, OutOfBudget } from './evaluate-expression.ts'

/** An expression of a policy. One that does not compile fails when it is evaluated. */
export type PolicyExpression = { readonly source: string; readonly use: CompiledUse }

export type PolicyProgram = {
  readonly context: PolicyContext
  /** Whether an expression that cannot be evaluated admits. */
  readonly ignoresFailures: boolean
  readonly conditions: readonly PolicyExpression[]
  readonly validations: readonly {
    readonly expression: PolicyExpression
    readonly message: string
    readonly messageExpression: PolicyExpression | undefined
    readonly reason: string
  }[]
  readonly auditAnnotations: readonly { readonly key: string; readonly value: PolicyExpression }[]
  readonly mutations: readonly (PolicyExpression & {
    readonly is: 'jsonPatch' | 'applyConfiguration'
  })[]
}

/** Compiles the expressions of a valid policy. */
export function compileProgram(spec: JsonObject): PolicyProgram {
  const context = newPolicyContext({
    hasParams: Boolean(spec.paramKind),
    hasVariables: objectsIn(spec.variables).length > 0,
  })
  for (const { name, expression } of objectsIn(spec.variables))
    declareVariable(String(name), String(expression), context)
  const compile = (given: unknown, purpose: ExpressionPurpose): PolicyExpression => {
    const source = String(given)
    return { source, use: compileForPolicy(source, purpose, context) }
  }
  return {
    context,
    ignoresFailures: spec.failurePolicy === 'Ignore',
    conditions: objectsIn(spec.matchConditions).map(({ expression }) =>
      compile(expression, 'condition'),
    ),
    validations: objectsIn(spec.validations).map(validation => ({
      expression: compile(validation.expression, 'validation'),
      message: String(validation.message ?? ''),
      messageExpression: validation.messageExpression
        ? compile(validation.messageExpression, 'message')
        : undefined,
      reason: String(validation.reason ?? 'Invalid'),
    })),
    auditAnnotations: objectsIn(spec.auditAnnotations).map(({ key, valueExpression }) => ({
      key: String(key),
      value: compile(String(valueExpression).trim(), 'auditAnnotation'),
    })),
    mutations: objectsIn(spec.mutations).map(({ patchType, jsonPatch, applyConfiguration }) => {
      const is = patchType === 'JSONPatch' ? 'jsonPatch' : 'applyConfiguration'
      const { expression } = objectIn(is === 'jsonPatch' ? jsonPatch : applyConfiguration)
      return { ...compile(String(expression).trim(), is), is }
    }),
  }
}

/** The value of an expression, or its fault. */
export type Evaluated = { readonly value: unknown } | { readonly fault: string }

/** Evaluates an expression. Rejects with OutOfBudget. */
export async function evaluated(
  { source, use }: PolicyExpression,
  activation: Activation,
): Promise<Evaluated> {
  if ('fault' in use) return { fault: `compilation error: ${use.fault}` }
  try {
    return { value: await evaluate(use.compiled, activation) }
  } catch (error) {
    if (error instanceof OutOfBudget) throw error
    const reason = error instanceof Error ? error.message : String(error)
    return { fault: `expression '${source}' resulted in error: ${reason}` }
  }
}
