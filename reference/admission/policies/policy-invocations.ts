// The evaluations of mutating policies that a step of a write needs.

import type { ApiObject } from '../../api/object.ts'
import type { AdmissionPolicy, BoundPolicy, PolicyBinding } from '../../api/policies.ts'
import { Refusal } from '../../api/refusal.ts'
import type { AdmissionStep, MatchedResource } from '../../api/webhooks.ts'
import type { Parts } from '../../parts/parts.ts'
import { paramTypeOf } from './policy-params.ts'

/** A policy that matched a step, with one of its bindings and parameters. */
export type Invocation = {
  readonly key: string
  readonly policy: AdmissionPolicy
  readonly matched: MatchedResource
  readonly params: ApiObject | null
  /** Records why the policy could not be evaluated, unless its failures are ignored. */
  readonly fail: (error: unknown, failures: PolicyFailure[]) => void
}

/** Why a policy refuses a write. */
export type PolicyFailure = { readonly message: string; readonly reason: 'Invalid' | 'Forbidden' }

/**
 * Returns the invocations in the order of policies, bindings and parameters. Policies that cannot
 * be evaluated are recorded in `failures`.
 */
export async function invocationsOf(
  bound: readonly BoundPolicy[],
  step: AdmissionStep,
  failures: PolicyFailure[],
  parts: Parts,
): Promise<readonly Invocation[]> {
  const invocations: Invocation[] = []
  for (const { policy, bindings } of bound) {
    let matched: MatchedResource | undefined
    try {
      matched = await parts.policies.matches(policy.constraints, step, parts)
      if (!matched) continue
      paramTypeOf(policy, parts)
    } catch (error) {
      misconfigured(error, { policy }, failures)
      continue
    }
    for (const binding of bindings) {
      try {
        const { constraints } = binding
        if (constraints && !(await parts.policies.matches(constraints, step, parts))) continue
        for (const params of await parts.policies.paramsOf(policy, binding, step, parts))
          invocations.push(invocation({ policy, binding }, matched, params))
      } catch (error) {
        misconfigured(error, { policy, binding }, failures)
      }
    }
  }
  return invocations
}

type Bound = { readonly policy: AdmissionPolicy; readonly binding: PolicyBinding }

function invocation(
  { policy, binding }: Bound,
  matched: MatchedResource,
  params: ApiObject | null,
): Invocation {
  const { namespace = '', name = '' } = params?.metadata ?? {}
  return {
    key: [policy.name, binding.name, namespace, name].join('/'),
    policy,
    matched,
    params,
    fail: (error, failures) => {
      // Such an error refuses the write, whatever the policy says of failures.
      if (error instanceof Refusal) throw error
      if (policy.ignoresFailures) return
      const message = `${deniedBy({ policy, binding })}: ${textOf(error)}`
      failures.push({ message, reason: 'Invalid' })
    },
  }
}

function misconfigured(
  error: unknown,
  by: Pick<Bound, 'policy'> & Partial<Bound>,
  failures: PolicyFailure[],
): void {
  if (by.policy.ignoresFailures) return
  const what = by.binding ? 'binding' : 'policy'
  const message = `${deniedBy(by)}: failed to configure ${what}: ${textOf(error)}`
  failures.push({ message, reason: 'Forbidden' })
}

const deniedBy = ({ policy, binding }: Pick<Bound, 'policy'> & Partial<Bound>): string =>
  binding
    ? `policy '${policy.name}' with binding '${binding.name}' denied request`
    : `policy "${policy.name}" denied request`

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
