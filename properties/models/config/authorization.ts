// A good AuthorizationConfiguration.

import { documentOf } from './documents.ts'

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

export const authorization = documentOf(['apiserver', 'v1beta1', 'AuthorizationConfiguration'], {
  authorizers: [{ type: 'Webhook', name: 'first', webhook }],
})
