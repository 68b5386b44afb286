import type { Term } from '../../properties/dsl/term.ts'

/** Returns a kubeconfig with the address of a webhook, and the file of the authority for it. */
export const kubeconfigOf = (server: Term, authority: string): Term => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'webhook', cluster: { server, 'certificate-authority': authority } }],
  users: [{ name: 'server', user: {} }],
  contexts: [{ name: 'webhook', context: { cluster: 'webhook', user: 'server' } }],
  'current-context': 'webhook',
})
