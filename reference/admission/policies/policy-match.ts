// Whether the constraints of a policy or a binding match a step of a write.

import type { PolicyConstraints } from '../../api/policies.ts'
import type { AdmissionStep, MatchedResource } from '../../api/webhooks.ts'
import type { Parts } from '../../parts/parts.ts'
import { inMatchedVersion, matchesNamespace, matchesObject, matchRules } from '../match-step.ts'

/** Returns the resource that constraints match. Rejects with a Refusal if it is not known. */
export async function matchesPolicy(
  constraints: PolicyConstraints,
  step: AdmissionStep,
  parts: Parts,
): Promise<MatchedResource | undefined> {
  const { rules, excluded, namespaceSelector, objectSelector } = constraints
  const { info, resource } = step.request
  if (!matchesObject(objectSelector, step)) return undefined
  if (matchRules(excluded, step, parts)) return undefined
  const matched =
    rules.length === 0 ? { resource, plural: info.resource } : matchRules(constraints, step, parts)
  if (!matched) return undefined
  if (!(await matchesNamespace(namespaceSelector, step, parts))) return undefined
  return inMatchedVersion(matched, step, parts)
}
