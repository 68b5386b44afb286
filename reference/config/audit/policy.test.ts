import { expect, test } from 'vitest'
import { editDocument, type DocumentEdits, findingsIn } from '../test-documents.ts'

const good = {
  apiVersion: 'audit.cluster.example/v1',
  kind: 'Policy',
  metadata: { name: 'policy', uid: 'a' },
  omitStages: ['RequestReceived'],
  rules: [
    {
      level: 'Request',
      users: ['a'],
      userGroups: ['b'],
      verbs: ['get'],
      namespaces: [''],
      resources: [{ group: '', resources: ['pods', 'pods/log'], resourceNames: ['a'] }],
      omitManagedFields: true,
    },
    { level: 'None', nonResourceURLs: ['/livez*', '*'], omitStages: ['Panic'] },
  ],
}

test.each([
  ['cluster', 'audit.cluster.example/v1'],
  ['kubernetes', 'audit.k8s.io/v1'],
] as const)('the dialect %s accepts %s, alone and in a list', (dialect, apiVersion) => {
  const list = { apiVersion, kind: 'PolicyList', items: [{ ...good, apiVersion }] }

  expect(findingsIn({ ...good, apiVersion }, dialect)).toEqual([])
  expect(findingsIn(list, dialect)).toEqual([])
})

const resources = (...patterns: string[]): DocumentEdits => ({
  'rules.0.resources.0': { resources: patterns },
})

const refused: readonly [by: string, at: string, edits: DocumentEdits][] = [
  ['Unsupported value', 'apiVersion', { apiVersion: 'audit.cluster.example/v1beta1' }],
  ['AUDIT-027', 'rules', { rules: undefined }],
  ['de facto', 'rules', { rules: [] }],
  ['AUDIT-036', 'rules[0].level', { 'rules.0.level': undefined }],
  ['de facto', 'rules[0].level', { 'rules.0.level': 'All' }],
  ['de facto', 'omitStages[0]', { omitStages: ['Sent'] }],
  ['de facto', 'rules[1].omitStages[0]', { 'rules.1.omitStages': ['Sent'] }],
  ['AUDIT-050', 'rules[0].resources[0].resources[1]', resources('*', 'pods')],
  ['AUDIT-050', 'rules[0].resources[0].resources[1]', resources('pods/*', '*/status')],
  ['AUDIT-050', 'rules[0].resources[0].resources[1]', resources('pods/*', 'pods/log')],
  ['AUDIT-051', 'rules[0].resources[0].resourceNames', { 'rules.0.resources.0.resources': [] }],
  ['de facto', 'rules[0].resources[0].group', { 'rules.0.resources.0.group': 'apps/v1' }],
  ['de facto', 'rules[1].nonResourceURLs[0]', { 'rules.1.nonResourceURLs': ['livez'] }],
  ['de facto', 'rules[1].nonResourceURLs[0]', { 'rules.1.nonResourceURLs': ['/*/a'] }],
  ['de facto', 'rules[0].nonResourceURLs', { 'rules.0.nonResourceURLs': ['/livez'] }],
]

test.each(refused)('reports %s at %s', (requirement, at, edits) => {
  expect(findingsIn(editDocument(good, edits), 'cluster')).toEqual([`${at} ${requirement}`])
})

test('patterns that do not overlap can be combined (AUDIT-050)', () => {
  expect(
    findingsIn(editDocument(good, resources('pods', 'pods/*', 'nodes/status')), 'cluster'),
  ).toEqual([])
  expect(
    findingsIn(editDocument(good, resources('*/scale', 'pods/log', 'pods/**')), 'cluster'),
  ).toEqual([])
})

test('a list without items is refused (AUDIT-035)', () => {
  const list = { apiVersion: 'audit.cluster.example/v1', kind: 'PolicyList' }

  expect(findingsIn(list, 'cluster')).toEqual(['items AUDIT-035'])
})

test('a genuine server does not check patterns for overlaps', () => {
  const genuine = { ...good, apiVersion: 'audit.k8s.io/v1' }

  expect(findingsIn(editDocument(genuine, resources('*', 'pods')), 'kubernetes')).toEqual([])
})
