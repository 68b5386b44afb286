// Evaluates the match conditions and validations of a policy on one object.

import type { PolicyDecision, PolicyResult } from '../../api/policies.ts'
import type { PolicyInput } from '../../api/policy-input.ts'
import { activate, type Activation, OutOfBudget } from './evaluate-expression.ts'
import { type Evaluated, evaluated, type PolicyProgram } from './policy-program.ts'

// As in genuine servers: the steps of all conditions, and of all other expressions of a kind.
const stepsOfConditionsMax = 2_500_000
export const stepsOfPolicyMax = 10_000_000
const messageBytesMax = 5 * 1024

/** A false condition decides, even if another one cannot be evaluated. Rejects with an Error. */
export async function meetsConditions(
  { context, conditions }: PolicyProgram,
  input: PolicyInput,
): Promise<boolean> {
  if (conditions.length === 0) return true
  const withoutNamespace = { ...input, namespaceObject: null }
  const activation = activate(withoutNamespace, context, stepsOfConditionsMax)
  const results: Evaluated[] = []
  for (const one of conditions) results.push(await evaluated(one, activation))
  if (results.some(result => 'value' in result && result.value === false)) return false
  const faults = results.flatMap(result => ('fault' in result ? [result.fault] : []))
  if (faults.length === 0) return true
  throw new Error(faults.length === 1 ? faults[0] : `[${faults.join(', ')}]`)
}

const failed = ({ ignoresFailures }: PolicyProgram, message: string): PolicyDecision =>
  ignoresFailures ? { isAdmitted: true } : { isAdmitted: false, message, reason: 'Invalid' }

/** Evaluates all validations, and all audit annotations. */
export async function evaluateValidations(
  program: PolicyProgram,
  input: PolicyInput,
): Promise<PolicyResult> {
  try {
    return {
      decisions: await decisionsOf(program, input),
      ...(await annotationsOf(program, input)),
    }
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error
    return { decisions: [failed(program, error.message)], annotationFaults: [], annotations: [] }
  }
}

async function decisionsOf(
  program: PolicyProgram,
  input: PolicyInput,
): Promise<readonly PolicyDecision[]> {
  const { context, validations } = program
  const activation = activate(input, context, stepsOfPolicyMax)
  const results: Evaluated[] = []
  for (const { expression } of validations) results.push(await evaluated(expression, activation))
  const messages = await messagesOf(program, activate(input, context, activation.left))
  return validations.map(({ message, reason, expression }, index) => {
    const result = results[index]
    if (!result) throw new Error('expected a result of each validation')
    if ('fault' in result) return failed(program, result.fault)
    if (messages instanceof OutOfBudget)
      return failed(program, `failed messageExpression: ${messages.message}`)
    if (result.value === true) return { isAdmitted: true }
    const text =
      messages[index] || message.trim() || `failed expression: ${expression.source.trim()}`
    return { isAdmitted: false, message: text, reason }
  })
}

/** Returns the messages that expressions make; undefined where there is no valid one. */
async function messagesOf(
  { validations }: PolicyProgram,
  activation: Activation,
): Promise<readonly (string | undefined)[] | OutOfBudget> {
  const messages: (string | undefined)[] = []
  try {
    for (const { messageExpression } of validations) {
      const made = messageExpression && (await evaluated(messageExpression, activation))
      messages.push(made && 'value' in made ? validMessage(made.value) : undefined)
    }
    return messages
  } catch (error) {
    if (error instanceof OutOfBudget) return error
    throw error
  }
}

function validMessage(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return Buffer.byteLength(text) > messageBytesMax || text.includes('\n') ? undefined : text
}

const annotationLengthMax = 10 * 1024

/** Evaluates the audit annotations. One whose value is null or empty is left out. */
async function annotationsOf(
  { context, auditAnnotations, ignoresFailures }: PolicyProgram,
  input: PolicyInput,
): Promise<Pick<PolicyResult, 'annotationFaults' | 'annotations'>> {
  const annotationFaults: string[] = []
  const annotations: { key: string; value: string }[] = []
  if (auditAnnotations.length === 0) return { annotationFaults, annotations }
  const activation = activate(input, context, stepsOfPolicyMax)
  for (const { key, value: expression } of auditAnnotations) {
    const result = await evaluated(expression, activation)
    if ('fault' in result && !ignoresFailures) annotationFaults.push(result.fault)
    const value = 'value' in result && typeof result.value === 'string' ? result.value.trim() : ''
    if (value !== '') annotations.push({ key, value: value.slice(0, annotationLengthMax) })
  }
  return { annotationFaults, annotations }
}
