// Evaluates the expressions of a policy for one request, within the step limits of a genuine
// server.

import type { AccessAnswer, AccessQuestion } from '../../api/access.ts'
import type { PolicyInput } from '../../api/policy-input.ts'
import { authorizerValue, requestResourceValue } from '../../cel/access-functions.ts'
import { LazyVariables } from '../../cel/lazy-variables.ts'
import type { PolicyContext, PolicyVariable } from '../../cel/policy-environment.ts'
import { policyVariables } from '../../cel/policy-environment.ts'
import { costExceeded, runInTurns } from '../../cel/run-in-turns.ts'
import type { CompiledExpression, Frame } from '../../cel/scope.ts'
import { CelRuntimeError } from '../../cel/values.ts'

const stepsOfExpressionMax = 1_000_000

/** All expressions together took too many steps. */
export class OutOfBudget extends Error {
  override name = 'OutOfBudget'
  constructor() {
    super(
      'validation failed due to running out of cost budget, ' +
        'no further validation rules will be run',
    )
  }
}

/** The answer to a question is not known yet. Nothing in an expression handles this error. */
class AccessPending extends Error {
  readonly question: AccessQuestion
  constructor(question: AccessQuestion) {
    super('an access decision is pending')
    this.question = question
  }
}

/** The values for a group of expressions, and their steps. */
export type Activation = {
  readonly frame: Frame
  readonly answers: Map<string, AccessAnswer>
  readonly askAccess: PolicyInput['askAccess']
  /** The steps that are left for all expressions, and those of variables since the last one. */
  left: number
  variableSteps: number
}

/** Prepares the evaluation of expressions that may take `left` steps together. */
export function activate(input: PolicyInput, context: PolicyContext, left: number): Activation {
  const answers = new Map<string, AccessAnswer>()
  const ask = (question: AccessQuestion): AccessAnswer => {
    const known = answers.get(JSON.stringify(question))
    if (!known) throw new AccessPending(question)
    return known
  }
  const values: { readonly [name in Exclude<PolicyVariable, 'variables'>]: unknown } = {
    object: input.object,
    oldObject: input.oldObject,
    request: input.request,
    namespaceObject: input.namespaceObject,
    params: input.params,
    authorizer: authorizerValue(ask),
    'authorizer.requestResource': requestResourceValue(ask, input.requestResource),
  }
  const frame: Frame = []
  const activation = { frame, answers, askAccess: input.askAccess, left, variableSteps: 0 }
  const variables = new LazyVariables(context.variables, frame, () => variableBudget(activation))
  for (const name of policyVariables) frame.push(name === 'variables' ? variables : values[name])
  return activation
}

function variableBudget(activation: Activation) {
  let steps = 0
  return {
    spend: (more: number) => {
      steps += more
      activation.variableSteps += more
      if (steps > stepsOfExpressionMax) throw new CelRuntimeError(costExceeded)
    },
  }
}

/**
 * Resolves to the value of an expression. Rejects with OutOfBudget, or with a CelRuntimeError if it
 * has no value. It begins again after each access decision that it waits for; the cost of a
 * decision allows few of them.
 */
export async function evaluate(
  compiled: CompiledExpression,
  activation: Activation,
): Promise<unknown> {
  for (;;) {
    const { steps, value, error } = await evaluateOnce(compiled, activation)
    if (error instanceof AccessPending) {
      const key = JSON.stringify(error.question)
      activation.answers.set(key, await activation.askAccess(error.question))
      continue
    }
    activation.left -= steps + activation.variableSteps
    if (activation.left < 0) throw new OutOfBudget()
    if (error !== undefined) throw error
    return value
  }
}

type Evaluation = { readonly steps: number; readonly value?: unknown; readonly error?: unknown }

async function evaluateOnce(
  compiled: CompiledExpression,
  activation: Activation,
): Promise<Evaluation> {
  let steps = 0
  activation.variableSteps = 0
  const count = (more: number) => void (steps += more)
  try {
    const frame = [...activation.frame]
    const value = await runInTurns(compiled, frame, stepsOfExpressionMax, count)
    return { steps, value }
  } catch (error) {
    return { steps, error }
  }
}
