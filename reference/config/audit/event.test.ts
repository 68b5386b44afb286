import { expect, test } from 'vitest'
import { editDocument, type DocumentEdits, findingsIn } from '../test-documents.ts'

const good = {
  apiVersion: 'audit.cluster.example/v1',
  kind: 'Event',
  level: 'RequestResponse',
  auditID: 'a',
  stage: 'ResponseComplete',
  requestURI: '/api/v1/pods',
  verb: 'list',
  user: { username: 'a', groups: ['b'], extra: { c: ['d'] } },
  sourceIPs: ['192.0.2.1'],
  userAgent: 'a',
  objectRef: { resource: 'pods', apiVersion: 'v1' },
  responseStatus: { metadata: {}, code: 200 },
  requestObject: { a: 1 },
  responseObject: [1],
  requestReceivedTimestamp: '2026-11-22T08:00:00.000001Z',
  stageTimestamp: '2026-11-22T08:00:00.000002Z',
  annotations: { a: 'b' },
}

test.each([
  ['cluster', 'audit.cluster.example/v1'],
  ['kubernetes', 'audit.k8s.io/v1'],
] as const)('the dialect %s accepts %s, alone and in a list', (dialect, apiVersion) => {
  const list = { apiVersion, kind: 'EventList', metadata: {}, items: [{ ...good, apiVersion }] }

  expect(findingsIn({ ...good, apiVersion }, dialect)).toEqual([])
  expect(findingsIn(list, dialect)).toEqual([])
})

const refused: readonly [by: string, at: string, edits: DocumentEdits][] = [
  ['AUDIT-002', 'level', { level: undefined }],
  ['AUDIT-004', 'auditID', { auditID: '' }],
  ['AUDIT-005', 'stage', { stage: undefined }],
  ['AUDIT-008', 'requestURI', { requestURI: undefined }],
  ['AUDIT-009', 'verb', { verb: undefined }],
  ['AUDIT-011', 'user', { user: undefined }],
  ['AUDIT-020', 'requestObject', { level: 'Metadata', responseObject: undefined }],
  ['AUDIT-023', 'responseObject', { level: 'Request' }],
  ['AUDIT-024', 'stageTimestamp', { stageTimestamp: '2026-11-22T08:00:00Z' }],
  ['AUDIT-025', 'annotations', { annotations: [] }],
]

test.each(refused)('reports %s at %s', (requirement, at, edits) => {
  expect(findingsIn(editDocument(good, edits), 'cluster')).toEqual([`${at} ${requirement}`])
})
