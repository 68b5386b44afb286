// A valid AuthorizationConfiguration.

import { configDocument } from './documents.ts'

const webhook = {
  authorizedTTL: '5m0s',
  unauthorizedTTL: '30s',
  timeout: '3s',
  subjectAccessReviewVersion: 'v1',
  matchConditionSubjectAccessReviewVersion: 'v1',
  failurePolicy: 'Deny',
  connectionInfo: { type: 'InClusterConfig' },
  matchConditions: [{ expression: "request.user != 'one'" }],
}

export const validAuthorization = configDocument(
  ['apiserver', 'v1beta1', 'AuthorizationConfiguration'],
  {
    authorizers: [{ type: 'Webhook', name: 'first', webhook }],
  },
)

/** A kubeconfig file: the address of a server and the credentials for it. */
export const webhookClientFile = {
  name: '/etc/authorization/client.yaml',
  text: JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'hook', cluster: { server: 'https://hook.example/authorize' } }],
    users: [{ name: 'server', user: { token: 'nobody-takes-this' } }],
    contexts: [{ name: 'hook', context: { cluster: 'hook', user: 'server' } }],
    'current-context': 'hook',
  }),
}
