// Configuration that there is, and whose fields the specification does not show: schedulers, the
// set-up tool, node agents and their credential providers, clients, the plug-in of webhooks.

import type { DialectName } from '../api/dialect.ts'

/** In the words of a genuine cluster; the specification has none for them. `*` stands for any kind. */
const kubernetes: { readonly [group: string]: readonly string[] } = {
  'kubescheduler.config.*': ['*'],
  'kubeadm.*': ['*'],
  'kubelet.config.*': ['*'],
  'credentialprovider.kubelet.*': ['*'],
  'kubectl.config.*': ['*'],
  'apiserver.config.*': ['WebhookAdmissionConfiguration'],
  '': ['Config'],
}

/** Whether a kind is a configuration kind of which nothing more is known. */
export function isUndocumentedKind(
  { group, kind }: { readonly group: string; readonly kind: string },
  { dialect, apiDomain }: { readonly dialect: DialectName; readonly apiDomain: string },
): boolean {
  if (dialect !== 'kubernetes') return false
  return Object.entries(kubernetes).some(
    ([name, held]) =>
      name.replace('*', apiDomain) === group && (held.includes('*') || held.includes(kind)),
  )
}
