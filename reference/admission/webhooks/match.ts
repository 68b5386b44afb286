// Whether a webhook is called for a step of a write.

import { forbidden } from '../../api/status.ts'
import type { AdmissionStep, MatchedResource, Webhook } from '../../api/webhooks.ts'
import type { Parts } from '../../parts/parts.ts'
import { inMatchedVersion, matchesNamespace, matchesObject, matchRules } from '../match-step.ts'
import { accessScope, policyInput } from '../policies/policy-input.ts'

/**
 * Returns the resource that a webhook is called about, or undefined if it is not called. Rejects
 * with a Refusal if that cannot be decided and the webhook does not ignore failures.
 */
export async function matches(
  webhook: Webhook,
  step: AdmissionStep,
  parts: Parts,
): Promise<MatchedResource | undefined> {
  const found = matchRules(webhook, step, parts)
  if (!found || !matchesObject(webhook.objectSelector, step)) return undefined
  if (!(await matchesNamespace(webhook.namespaceSelector, step, parts))) return undefined
  const matched = await inMatchedVersion(found, step, parts)
  return (await meetsConditions(webhook, { ...step, matched }, parts)) ? matched : undefined
}

async function meetsConditions(
  webhook: Webhook,
  step: AdmissionStep & { readonly matched: MatchedResource },
  parts: Parts,
): Promise<boolean> {
  if (!webhook.meetsConditions) return true
  const { matched } = step
  const scope = { ...accessScope(step, parts), namespaceObject: null }
  try {
    return await webhook.meetsConditions(policyInput({ step, matched, params: null }, scope, parts))
  } catch (error) {
    if (webhook.ignoresFailures) return false
    const because = error instanceof Error ? error.message : String(error)
    const { group, resource } = step.request.info
    throw forbidden({ group, resource, name: step.name, because })
  }
}
