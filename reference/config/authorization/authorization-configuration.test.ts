import { expect, test } from 'vitest'
import {
  defaultedDocument,
  editDocument,
  type DocumentEdits,
  findingsIn,
} from '../test-documents.ts'

const good = {
  apiVersion: 'apiserver.config.cluster.example/v1',
  kind: 'AuthorizationConfiguration',
  authorizers: [
    { type: 'RBAC', name: 'rules' },
    {
      type: 'Webhook',
      name: 'asked',
      webhook: {
        authorizedTTL: '5m',
        unauthorizedTTL: '30s',
        timeout: '30s',
        subjectAccessReviewVersion: 'v1',
        matchConditionSubjectAccessReviewVersion: 'v1',
        failurePolicy: 'Deny',
        connectionInfo: { type: 'ClusterConfigFile', clusterConfigFile: '/etc/webhook.conf' },
        matchConditions: [
          { expression: "request.resourceAttributes.namespace == 'a'" },
          { expression: "!('system:masters' in request.groups)" },
        ],
      },
    },
  ],
}

const genuine = editDocument(good, {
  apiVersion: 'apiserver.config.k8s.io/v1',
  'authorizers.1.webhook.connectionInfo': {
    type: 'KubeConfigFile',
    kubeConfigFile: '/etc/webhook.conf',
  },
})

test.each([
  ['cluster', 'apiserver.config.cluster.example/v1'],
  ['cluster', 'apiserver.cluster.example/v1beta1'],
  ['cluster', 'apiserver.cluster.example/v1alpha1'],
  ['kubernetes', 'apiserver.config.k8s.io/v1'],
  ['kubernetes', 'apiserver.config.k8s.io/v1beta1'],
  ['kubernetes', 'apiserver.config.k8s.io/v1alpha1'],
] as const)('the dialect %s accepts %s', (dialect, apiVersion) => {
  const document = dialect === 'cluster' ? good : genuine

  expect(findingsIn({ ...document, apiVersion }, dialect)).toEqual([])
})

const webhook = 'authorizers.1.webhook'
const conditions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ expression: `request.user == '${index}'` }))

const refused: readonly [by: string, at: string, edits: DocumentEdits][] = [
  ['AUTHZ-004', 'authorizers', { authorizers: undefined }],
  ['AUTHZ-004', 'authorizers', { authorizers: [] }],
  ['AUTHZ-006', 'authorizers[0].type', { 'authorizers.0.type': undefined }],
  ['AUTHZ-008', 'authorizers[0].type', { 'authorizers.0.type': 'Guess' }],
  ['AUTHZ-009', 'authorizers[0].name', { 'authorizers.0.name': undefined }],
  ['AUTHZ-010', 'authorizers[0].name', { 'authorizers.0.name': 'two.labels' }],
  ['AUTHZ-010', 'authorizers[0].name', { 'authorizers.0.name': 'a'.repeat(64) }],
  ['AUTHZ-012', 'authorizers[1].webhook', { [webhook]: undefined }],
  ['AUTHZ-013', 'authorizers[1].webhook', { 'authorizers.1.type': 'Node' }],
  ['de facto', 'authorizers[1].name', { 'authorizers.1.name': 'rules' }],
  ['de facto', 'authorizers[2].type', { 'authorizers.2': { type: 'RBAC', name: 'again' } }],
  [
    'AUTHZ-014',
    'authorizers[1].webhook.authorizedTTL',
    { [`${webhook}.authorizedTTL`]: undefined },
  ],
  ['de facto', 'authorizers[1].webhook.authorizedTTL', { [`${webhook}.authorizedTTL`]: '0s' }],
  [
    'AUTHZ-016',
    'authorizers[1].webhook.unauthorizedTTL',
    { [`${webhook}.unauthorizedTTL`]: undefined },
  ],
  ['AUTHZ-019', 'authorizers[1].webhook.timeout', { [`${webhook}.timeout`]: undefined }],
  ['AUTHZ-019', 'authorizers[1].webhook.timeout', { [`${webhook}.timeout`]: 30 }],
  ['AUTHZ-019', 'authorizers[1].webhook.timeout', { [`${webhook}.timeout`]: '30' }],
  ['AUTHZ-020', 'authorizers[1].webhook.timeout', { [`${webhook}.timeout`]: '30.001s' }],
  ['de facto', 'authorizers[1].webhook.timeout', { [`${webhook}.timeout`]: '-1s' }],
  [
    'AUTHZ-022',
    'authorizers[1].webhook.subjectAccessReviewVersion',
    { [`${webhook}.subjectAccessReviewVersion`]: undefined },
  ],
  [
    'AUTHZ-025',
    'authorizers[1].webhook.matchConditionSubjectAccessReviewVersion',
    { [`${webhook}.matchConditionSubjectAccessReviewVersion`]: undefined },
  ],
  [
    'AUTHZ-026',
    'authorizers[1].webhook.matchConditionSubjectAccessReviewVersion',
    { [`${webhook}.matchConditionSubjectAccessReviewVersion`]: 'v1beta1' },
  ],
  [
    'AUTHZ-027',
    'authorizers[1].webhook.failurePolicy',
    { [`${webhook}.failurePolicy`]: undefined },
  ],
  ['de facto', 'authorizers[1].webhook.failurePolicy', { [`${webhook}.failurePolicy`]: 'Allow' }],
  [
    'AUTHZ-032',
    'authorizers[1].webhook.connectionInfo',
    { [`${webhook}.connectionInfo`]: undefined },
  ],
  [
    'AUTHZ-032',
    'authorizers[1].webhook.connectionInfo.type',
    { [`${webhook}.connectionInfo`]: {} },
  ],
  [
    'AUTHZ-033',
    'authorizers[1].webhook.connectionInfo.clusterConfigFile',
    { [`${webhook}.connectionInfo.clusterConfigFile`]: undefined },
  ],
  [
    'de facto',
    'authorizers[1].webhook.connectionInfo.clusterConfigFile',
    { [`${webhook}.connectionInfo.clusterConfigFile`]: 'webhook.conf' },
  ],
  [
    'de facto',
    'authorizers[1].webhook.connectionInfo.clusterConfigFile',
    { [`${webhook}.connectionInfo.type`]: 'InClusterConfig' },
  ],
  [
    'AUTHZ-035',
    'authorizers[1].webhook.matchConditions[0].expression',
    { [`${webhook}.matchConditions`]: [{ expression: 'request.user' }] },
  ],
  [
    'AUTHZ-035',
    'authorizers[1].webhook.matchConditions[0].expression',
    { [`${webhook}.matchConditions`]: [{}] },
  ],
  [
    'AUTHZ-038',
    'authorizers[1].webhook.matchConditions',
    { [`${webhook}.matchConditions`]: conditions(65) },
  ],
]

test.each(refused)('reports %s at %s', (requirement, at, edits) => {
  expect(findingsIn(editDocument(good, edits), 'cluster')).toEqual([`${at} ${requirement}`])
})

test.each([
  ['64 match conditions (AUTHZ-038)', { [`${webhook}.matchConditions`]: conditions(64) }],
  ['no match conditions (AUTHZ-039)', { [`${webhook}.matchConditions`]: undefined }],
  ['two webhooks', { 'authorizers.2': { ...good.authorizers[1], name: 'also-asked' } }],
])('%s are accepted', (_what, edits) => {
  expect(findingsIn(editDocument(good, edits), 'cluster')).toEqual([])
})

test.each([
  ['names with dots', { 'authorizers.0.name': 'two.labels' }],
  ['no version for no conditions', without('matchConditionSubjectAccessReviewVersion')],
  ['no times', { [`${webhook}.authorizedTTL`]: undefined, [`${webhook}.unauthorizedTTL`]: '0s' }],
])('a genuine server accepts %s', (_what, edits) => {
  expect(findingsIn(editDocument(genuine, edits), 'kubernetes')).toEqual([])
})

function without(member: string): DocumentEdits {
  return { [`${webhook}.${member}`]: undefined, [`${webhook}.matchConditions`]: [] }
}

test('a genuine server requires a version if there are conditions', () => {
  const member = 'matchConditionSubjectAccessReviewVersion'
  const document = editDocument(genuine, { [`${webhook}.${member}`]: undefined })

  expect(findingsIn(document, 'kubernetes')).toEqual([`authorizers[1].webhook.${member} de facto`])
})

test('a genuine server fills in the cache durations', () => {
  const document = editDocument(genuine, { [`${webhook}.authorizedTTL`]: undefined })

  expect(defaultedDocument(document, 'kubernetes')).toMatchObject({
    authorizers: [{}, { webhook: { authorizedTTL: '5m0s', cacheAuthorizedRequests: true } }],
  })
})

test('a missing file is reported if files are looked up', () => {
  const at = 'authorizers[1].webhook.connectionInfo.clusterConfigFile'

  expect(findingsIn(good, 'cluster', { lookUpFile: () => 'file' })).toEqual([])
  expect(findingsIn(good, 'cluster', { lookUpFile: () => 'absent' })).toEqual([`${at} de facto`])
  expect(findingsIn(good, 'cluster', { lookUpFile: () => 'other' })).toEqual([`${at} de facto`])
})
