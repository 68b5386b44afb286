// Kinds that are sent over the network rather than read from files.

import { expect, test } from 'vitest'
import { editDocument, type DocumentEdits, findingsIn } from './test-documents.ts'

const credential = {
  apiVersion: 'client.authentication.cluster.example/v1',
  kind: 'ExecCredential',
  spec: { interactive: false, cluster: { server: 'https://a:1', config: { any: [] } } },
  status: { expirationTimestamp: '2026-11-22T08:00:00Z', token: 'hidden' },
}

const image = {
  apiVersion: 'imagepolicy.cluster.example/v1alpha1',
  kind: 'ImageReview',
  spec: { containers: [{ image: 'a:1' }], annotations: { a: 'b' }, namespace: 'c' },
  status: { allowed: false, reason: 'no', auditAnnotations: { a: 'b' } },
}

const pod = { group: '', version: 'v1', kind: 'Pod' }
const pods = { group: '', version: 'v1', resource: 'pods' }
const admission = {
  apiVersion: 'admission.cluster.example/v1',
  kind: 'AdmissionReview',
  request: {
    uid: 'a',
    kind: pod,
    resource: pods,
    name: 'a',
    operation: 'UPDATE',
    userInfo: { username: 'a' },
    object: {},
    oldObject: {},
    options: null,
  },
  response: { uid: 'a', allowed: true, patch: 'W10=', patchType: 'JSONPatch', warnings: ['a'] },
}

test.each([
  ['ExecCredential', 'client.authentication', 'v1', credential],
  ['ExecCredential', 'client.authentication', 'v1beta1', credential],
  ['ImageReview', 'imagepolicy', 'v1alpha1', image],
  ['AdmissionReview', 'admission', 'v1', admission],
])('both dialects have %s in %s/%s', (_kind, group, version, document) => {
  const inCluster = { ...document, apiVersion: `${group}.cluster.example/${version}` }
  const inKubernetes = { ...document, apiVersion: `${group}.k8s.io/${version}` }

  expect(findingsIn(inCluster, 'cluster')).toEqual([])
  expect(findingsIn(inKubernetes, 'kubernetes')).toEqual([])
})

const refused: readonly [by: string, at: string, document: object, edits: DocumentEdits][] = [
  ['EXEC-004', 'spec', credential, { spec: undefined }],
  ['EXEC-008', 'spec.interactive', credential, { 'spec.interactive': undefined }],
  ['EXEC-009', 'status.expirationTimestamp', credential, { 'status.expirationTimestamp': 'now' }],
  ['EXEC-016', 'spec.cluster.server', credential, { 'spec.cluster.server': undefined }],
  ...['http://a:1', 'https://a', 'https://:1', 'a:1', 'https://a:1/b', 'https://b@a:1'].map(
    (server): [string, string, object, DocumentEdits] => [
      'EXEC-016',
      'spec.cluster.server',
      credential,
      { 'spec.cluster.server': server },
    ],
  ),
  ['EXEC-014', 'status', credential, { 'status.token': undefined }],
  ['EXEC-014', 'status.clientKeyData', credential, { 'status.clientCertificateData': 'a' }],
  ['EXEC-014', 'status.clientCertificateData', credential, { 'status.clientKeyData': 'a' }],
  ['EXEC-020', at('certificate'), credential, { [at('certificate')]: '!' }],
  ['IMG-002', 'spec', image, { spec: undefined }],
  ['IMG-003', 'spec.containers', image, { 'spec.containers': 'a:1' }],
  ['IMG-008', 'status.allowed', image, { 'status.allowed': undefined }],
  ['IMG-010', 'status.reason', image, { 'status.allowed': true }],
  ['ADM-003', 'request.uid', admission, { 'request.uid': undefined }],
  ['ADM-004', 'request.kind', admission, { 'request.kind': undefined }],
  ['ADM-005', 'request.resource', admission, { 'request.resource': undefined }],
  ['ADM-010', 'request.operation', admission, { 'request.operation': undefined }],
  ['ADM-013', 'request.userInfo', admission, { 'request.userInfo': undefined }],
  ['ADM-015', 'request.oldObject', admission, { 'request.operation': 'CREATE' }],
  ['ADM-018', 'response.uid', admission, { 'response.uid': 'b' }],
  ['ADM-018', 'response.uid', admission, { 'response.uid': undefined }],
  ['ADM-019', 'response.allowed', admission, { 'response.allowed': undefined }],
  ['ADM-022', 'response.patch', admission, { 'response.patch': '!' }],
  ['ADM-023', 'response.patchType', admission, { 'response.patchType': 'MergePatch' }],
  ['ADM-023', 'response.patchType', admission, { 'response.patchType': undefined }],
  ['ADM-027', 'response.warnings[0]', admission, { 'response.warnings': ['a'.repeat(121)] }],
]

function at(_what: 'certificate') {
  return 'spec.cluster.certificate-authority-data'
}

test.each(refused)('reports %s at %s', (requirement, path, document, edits) => {
  expect(findingsIn(editDocument(document, edits), 'cluster')).toEqual([`${path} ${requirement}`])
})

const pair = { clientCertificateData: 'a', clientKeyData: 'b' }

test.each([pair, { token: 'a' }, { ...pair, token: 'a' }, undefined])(
  'a plug-in may return %j (EXEC-014)',
  status => {
    expect(findingsIn(editDocument(credential, { status }), 'cluster')).toEqual([])
  },
)

test('a genuine client accepts any cluster that it was given (EXEC-016)', () => {
  const apiVersion = 'client.authentication.k8s.io/v1'
  const document = editDocument(credential, {
    apiVersion,
    'spec.cluster.server': 'https://[fd00::1]',
  })

  expect(findingsIn(document, 'kubernetes')).toEqual([])
})

test('a warning of 120 characters is short enough (ADM-027)', () => {
  const document = editDocument(admission, { 'response.warnings': ['a'.repeat(120)] })

  expect(findingsIn(document, 'cluster')).toEqual([])
})
