import type { BoundPolicy } from '../../api/policies.ts'
import type { WebhookPhase } from '../../api/webhooks.ts'
import type { AdmissionAttributes } from '../../api/write.ts'
import type { Parts } from '../../parts/parts.ts'

const none: readonly BoundPolicy[] = []

const plugins = { mutating: 'MutatingAdmissionPolicy', validating: 'ValidatingAdmissionPolicy' }

/** Policies do not apply to themselves, and not to reviews, which others depend on. */
const exempt: { readonly [group: string]: readonly string[] } = {
  admissionregistration: [
    'validatingadmissionpolicies',
    'validatingadmissionpolicybindings',
    'mutatingadmissionpolicies',
    'mutatingadmissionpolicybindings',
  ],
  authentication: ['selfsubjectreviews', 'tokenreviews'],
  authorization: [
    'localsubjectaccessreviews',
    'selfsubjectaccessreviews',
    'selfsubjectrulesreviews',
    'subjectaccessreviews',
  ],
}

/** Returns the policies that may match a write. Writes of the server itself are not admitted. */
export function boundPoliciesFor(
  phase: WebhookPhase,
  { request }: AdmissionAttributes,
  { policies, dialect, disabledPlugins }: Parts,
): readonly BoundPolicy[] | Promise<readonly BoundPolicy[]> {
  if (!request || disabledPlugins?.has(plugins[phase])) return none
  const { info } = request
  const suffix = `.${dialect.apiDomain}`
  const group = info.group.endsWith(suffix) ? info.group.slice(0, -suffix.length) : undefined
  if (group !== undefined && exempt[group]?.includes(info.resource)) return none
  return policies.registry.candidates(phase, info)
}
