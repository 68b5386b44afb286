// The rules of the signers of a cluster: which certificates they issue, as in a genuine cluster.

import type { CertificateRequestContent } from '../../lib/certificate-request.ts'

/** The names of the signers after their domain. */
export const clusterSigners = [
  'kube-apiserver-client',
  'kube-apiserver-client-kubelet',
  'kubelet-serving',
  'legacy-unknown',
] as const
export type ClusterSigner = (typeof clusterSigners)[number]

const nodeGroup = 'system:nodes'
const nodePrefix = 'system:node:'

/** The usages that each signer requires and permits; `legacy-unknown` permits all. */
const usagesOf: { readonly [signer in ClusterSigner]?: { needed: string[]; optional: string[] } } =
  {
    'kube-apiserver-client': {
      needed: ['client auth'],
      optional: ['digital signature', 'key encipherment'],
    },
    'kube-apiserver-client-kubelet': {
      needed: ['digital signature', 'client auth'],
      optional: ['key encipherment'],
    },
    'kubelet-serving': {
      needed: ['digital signature', 'server auth'],
      optional: ['key encipherment'],
    },
  }

/** Returns why a signer does not issue a certificate; undefined if it does. */
export function signingFault(
  signer: ClusterSigner,
  { commonName, organizations, names, isSigned }: CertificateRequestContent,
  usages: readonly string[],
): string | undefined {
  if (!isSigned) return 'the request is not signed by its key'
  const rule = usagesOf[signer]
  const isUsable =
    !rule ||
    (rule.needed.every(usage => usages.includes(usage)) &&
      usages.every(usage => rule.needed.includes(usage) || rule.optional.includes(usage)))
  if (!isUsable)
    return `usages: expected ${rule.needed.join(', ')}${
      rule.optional.length > 0 ? ` and possibly ${rule.optional.join(', ')}` : ''
    }, got ${usages.join(', ')}`
  if (signer === 'kube-apiserver-client' || signer === 'legacy-unknown') return undefined
  if (organizations.length !== 1 || organizations[0] !== nodeGroup)
    return `organization: expected ${nodeGroup}, got ${organizations.join(', ') || 'none'}`
  if (!commonName.startsWith(nodePrefix))
    return `common name: expected ${nodePrefix}NAME, got ${commonName || 'none'}`
  const wanted = signer === 'kubelet-serving' ? ['dns', 'ip'] : []
  const other = names.find(({ type }) => !wanted.includes(type))
  if (other) return `alternative names: expected no ${other.type} name, got ${other.value}`
  if (signer === 'kubelet-serving' && names.length === 0)
    return 'alternative names: expected at least one DNS name or IP address, got none'
  return undefined
}
