// Evaluates the mutating policies of a write, in two rounds.

import type { ApiObject } from '../../api/object.ts'
import type { BoundPolicy } from '../../api/policies.ts'
import { isSameJson } from '../../api/same-json.ts'
import type { AdmissionAttributes } from '../../api/write.ts'
import { yieldAfter } from '../../lib/event-loop.ts'
import type { Parts } from '../../parts/parts.ts'
import type { PolicyRounds } from '../../parts/policy-parts.ts'
import { identify, stepOf } from '../admission-step.ts'
import { requestEnded } from '../../api/status.ts'
import { internalError } from '../webhooks/refusals.ts'
import { applyMutation } from './apply-mutation.ts'
import { boundPoliciesFor } from './bound-policies.ts'
import { invocationsOf, type Invocation, type PolicyFailure } from './policy-invocations.ts'
import { policyInput, policyScope, type PolicyScope } from './policy-input.ts'
import { deniedByMutation } from './policy-refusals.ts'

/** Returns the function that evaluates mutating policies, if some may match. Not for deletes. */
export function mutationByPolicies(
  attempt: AdmissionAttributes,
  parts: Parts,
): PolicyRounds | undefined | Promise<PolicyRounds | undefined> {
  if (attempt.operation === 'delete') return undefined
  const bound = boundPoliciesFor('mutating', attempt, parts)
  return bound instanceof Promise ? bound.then(one => roundsOf(one, parts)) : roundsOf(bound, parts)
}

function roundsOf(bound: readonly BoundPolicy[], parts: Parts): PolicyRounds | undefined {
  if (bound.length === 0) return undefined
  const calls = { before: new Set<string>(), again: new Set<string>() }
  let last: ApiObject | undefined
  return async (attempt, isAgain) => {
    // Webhooks or plug-ins have changed the object since the first round.
    if (isAgain && last && !isSameJson(last, attempt.object)) callAgain(calls)
    last = await mutatedBy(bound, attempt, { calls, isAgain, parts })
    return last
  }
}

/** The invocations that want to be repeated after a change by others, by their keys. */
type Calls = { readonly before: Set<string>; readonly again: Set<string> }

function callAgain({ before, again }: Calls): void {
  for (const key of before) again.add(key)
  before.clear()
}

type Round = { readonly calls: Calls; readonly isAgain: boolean; readonly parts: Parts }

async function mutatedBy(
  bound: readonly BoundPolicy[],
  attempt: AdmissionAttributes,
  { calls, isAgain, parts }: Round,
): Promise<ApiObject> {
  const failures: PolicyFailure[] = []
  const invocations = await invocationsOf(bound, stepOf(attempt, 'mutating'), failures, parts)
  const pause = yieldAfter(parts.limits.yieldAfterMs)
  let { object } = attempt
  let scope: PolicyScope | undefined
  for (const invocation of invocations) {
    await pause()
    const step = stepOf({ ...attempt, object }, 'mutating')
    if (step.request.client.hasLeft) throw requestEnded()
    // Each mutation would have to be converted to this version and back, for conditions as well.
    if (invocation.matched.converted)
      throw internalError(
        'expected a mutating policy to match the version of the request: a webhook converts the type',
      )
    scope ??= await policyScope(step, parts)
    const change: Change = { invocation, attempt: { ...attempt, object }, scope, failures }
    if (!(await isSelected(change, parts))) continue
    if (isAgain && !calls.again.has(invocation.key)) continue
    const next = await changed(change, parts)
    if (next !== object) callAgain(calls)
    object = next
    if (invocation.policy.isReinvocable) calls.before.add(invocation.key)
  }
  const [first] = failures
  if (!first) return object
  const step = stepOf({ ...attempt, object }, 'mutating')
  throw deniedByMutation(
    step,
    failures.map(({ message }) => message),
    first.reason,
  )
}

type Change = {
  readonly invocation: Invocation
  readonly attempt: AdmissionAttributes
  readonly scope: PolicyScope
  readonly failures: PolicyFailure[]
}

const inputOf = ({ invocation, attempt, scope }: Change, parts: Parts) =>
  policyInput({ ...invocation, step: stepOf(attempt, 'mutating') }, scope, parts)

async function isSelected(change: Change, parts: Parts): Promise<boolean> {
  const { policy, fail } = change.invocation
  try {
    return await policy.meetsConditions(inputOf(change, parts))
  } catch (error) {
    fail(error, change.failures)
    return false
  }
}

/** Returns the object after the mutations of one policy; the same one if nothing has changed. */
async function changed(change: Change, parts: Parts): Promise<ApiObject> {
  const { policy, matched, fail } = change.invocation
  let { attempt } = change
  for (const mutation of policy.mutations) {
    let next: ApiObject
    try {
      const made = await mutation(inputOf({ ...change, attempt }, parts))
      next = await applyMutation(made, stepOf(attempt, 'mutating'), matched, parts)
    } catch (error) {
      fail(error, change.failures)
      continue
    }
    const identified = identify(next, attempt, parts)
    if (!isSameJson(identified, attempt.object)) attempt = { ...attempt, object: identified }
  }
  return attempt.object
}
