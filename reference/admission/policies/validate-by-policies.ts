// Evaluates the validating policies of a write.

import type {
  AdmissionPolicy,
  BoundPolicy,
  PolicyBinding,
  PolicyResult,
  ValidationAction,
} from '../../api/policies.ts'
import type { PolicyInput } from '../../api/policy-input.ts'
import type { AdmissionStep, MatchedResource } from '../../api/webhooks.ts'
import type { AdmissionAttributes } from '../../api/write.ts'
import { type YieldIfDue, yieldAfter } from '../../lib/event-loop.ts'
import type { Parts } from '../../parts/parts.ts'
import { stepOf } from '../admission-step.ts'
import { requestEnded } from '../../api/status.ts'
import { boundPoliciesFor } from './bound-policies.ts'
import { policyInput, policyScope, type PolicyScope } from './policy-input.ts'
import { deniedByValidation } from './policy-refusals.ts'
import { paramTypeOf } from './policy-params.ts'

/**
 * Evaluates all validating policies. Each denial has the effects that its binding names. Rejects
 * with a Refusal, the first in the order of policies and bindings.
 */
export async function validateByPolicies(
  attempt: AdmissionAttributes,
  warnings: string[],
  parts: Parts,
): Promise<void> {
  const found = boundPoliciesFor('validating', attempt, parts)
  const bound = found instanceof Promise ? await found : found
  if (bound.length === 0) return
  const step = stepOf(attempt, 'validating')
  const pause = yieldAfter(parts.limits.yieldAfterMs)
  let scope: PolicyScope | undefined
  const run: Run = {
    step,
    denials: [],
    audited: { failures: [], values: new Map() },
    warnings,
    pause,
    scope: async () => (scope ??= await policyScope(step, parts)),
  }
  for (const one of bound) {
    await pause()
    if (step.request.client.hasLeft) throw requestEnded()
    await validateByOne(one, run, parts)
  }
  annotate(run, parts)
  const [first] = run.denials
  if (first) throw deniedByValidation(step, first)
}

/** What audit events say: failed validations, and the values of audit annotations by their keys. */
type Audited = {
  readonly failures: AuditedFailure[]
  readonly values: Map<string, Set<string>>
}

type AuditedFailure = {
  readonly message: string
  readonly policy: string
  readonly binding: string
  readonly expressionIndex: number
  readonly validationActions: readonly ValidationAction[]
}

/** Adds what policies say to the audit event, also if they deny the request. */
function annotate({ step, audited: { failures, values } }: Run, { dialect }: Parts): void {
  const { annotate: add } = step.request
  for (const [key, found] of values) add?.(key, [...found].join(', '))
  const key = `validation.policy.admission.${dialect.apiDomain}/validation_failure`
  if (failures.length > 0) add?.(key, JSON.stringify(failures))
}

type Denial = { readonly message: string; readonly reason: string }

type Run = {
  readonly step: AdmissionStep
  readonly denials: Denial[]
  readonly audited: Audited
  readonly warnings: string[]
  readonly pause: YieldIfDue
  readonly scope: () => Promise<PolicyScope>
}

async function validateByOne(
  { policy, bindings }: BoundPolicy,
  run: Run,
  parts: Parts,
): Promise<void> {
  const { step } = run
  let matched: MatchedResource | undefined
  try {
    matched = await parts.policies.matches(policy.constraints, step, parts)
    if (!matched) return
    paramTypeOf(policy, parts)
  } catch (error) {
    return misconfigured(error, policy, undefined, run)
  }
  for (const binding of bindings) {
    let params
    try {
      const { constraints } = binding
      if (constraints && !(await parts.policies.matches(constraints, step, parts))) continue
      params = await parts.policies.paramsOf(policy, binding, step, parts)
    } catch (error) {
      misconfigured(error, policy, binding, run)
      continue
    }
    const scope = await run.scope()
    for (const one of params) {
      await run.pause()
      const input = policyInput({ step, matched, params: one }, scope, parts)
      await judge(policy, binding, input, run)
    }
  }
}

/** Evaluates a policy with one parameter, and applies the actions of its binding. */
async function judge(
  policy: AdmissionPolicy,
  binding: PolicyBinding,
  input: PolicyInput,
  run: Run,
): Promise<void> {
  const { decisions, annotationFaults, annotations } = await resultOf(policy, input)
  for (const [expressionIndex, decision] of decisions.entries()) {
    if (decision.isAdmitted) continue
    const { message, reason } = decision
    for (const action of binding.actions) {
      if (action === 'Deny') run.denials.push(denial(policy, binding, message, reason))
      if (action === 'Audit')
        run.audited.failures.push({
          message,
          policy: policy.name,
          binding: binding.name,
          expressionIndex,
          validationActions: binding.actions,
        })
      if (action === 'Warn')
        run.warnings.push(
          `Validation failed for ValidatingAdmissionPolicy '${policy.name}' ` +
            `with binding '${binding.name}': ${message}`,
        )
    }
  }
  for (const { key, value } of annotations) {
    const whole = `${policy.name}/${key}`
    const values = run.audited.values.get(whole) ?? new Set()
    run.audited.values.set(whole, values.add(value))
  }
  for (const fault of annotationFaults) run.denials.push(denial(policy, binding, fault))
}

/** Returns what a policy says about an object; nothing if its conditions leave the object out. */
async function resultOf(policy: AdmissionPolicy, input: PolicyInput): Promise<PolicyResult> {
  const nothing = { decisions: [], annotationFaults: [], annotations: [] }
  let isMet: boolean
  try {
    isMet = await policy.meetsConditions(input)
  } catch (error) {
    if (policy.ignoresFailures) return nothing
    const decision = { isAdmitted: false, message: textOf(error), reason: 'Invalid' } as const
    return { ...nothing, decisions: [decision] }
  }
  return isMet ? policy.validate(input) : nothing
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A policy that cannot be evaluated denies whatever its bindings say, unless that is ignored. */
function misconfigured(
  error: unknown,
  policy: AdmissionPolicy,
  binding: PolicyBinding | undefined,
  { denials }: Run,
): void {
  if (policy.ignoresFailures) return
  const what = binding ? 'binding' : 'policy'
  denials.push(denial(policy, binding, `failed to configure ${what}: ${textOf(error)}`))
}

function denial(
  { name }: AdmissionPolicy,
  binding: PolicyBinding | undefined,
  message: string,
  reason = 'Invalid',
): Denial {
  const subject = `ValidatingAdmissionPolicy '${name}'`
  const by = binding ? `${subject} with binding '${binding.name}'` : subject
  return { message: `${by} denied request: ${message}`, reason }
}
