import { expect, test } from 'vitest'
import { editDocument, type DocumentEdits, findingsIn } from '../test-documents.ts'

const good = {
  apiVersion: 'apiserver.config.cluster.example/v1',
  kind: 'AdmissionConfiguration',
  plugins: [
    { name: 'ImagePolicyWebhook', path: 'image-policy.yaml' },
    { name: 'PodSecurity', configuration: { defaults: { enforce: 'baseline' } } },
  ],
}

const genuine = { ...good, apiVersion: 'apiserver.config.k8s.io/v1' }

test.each([
  ['cluster', 'apiserver.config.cluster.example/v1'],
  ['cluster', 'apiserver.cluster.example/v1alpha1'],
  ['kubernetes', 'apiserver.config.k8s.io/v1'],
  ['kubernetes', 'apiserver.k8s.io/v1alpha1'],
] as const)('the dialect %s accepts %s', (dialect, apiVersion) => {
  expect(findingsIn({ ...good, apiVersion }, dialect)).toEqual([])
})

const refused: readonly [by: string, at: string, edits: DocumentEdits][] = [
  ['ADM-035', 'plugins', { plugins: {} }],
  ['ADM-036', 'plugins[0].name', { 'plugins.0.name': undefined }],
  ['ADM-037', 'plugins[0].name', { 'plugins.0.name': 'PodGuesser' }],
  ['ADM-039', 'plugins[1].path', { 'plugins.1.path': 'a.yaml' }],
]

test.each(refused)('reports %s at %s', (requirement, at, edits) => {
  expect(findingsIn(editDocument(good, edits), 'cluster')).toEqual([`${at} ${requirement}`])
})

test('a genuine server accepts unknown plug-ins, and the checker warns', () => {
  const nameless = editDocument(genuine, { 'plugins.0.name': undefined })
  const unheard = editDocument(genuine, { 'plugins.0.name': 'PodGuesser' })

  expect(findingsIn(nameless, 'kubernetes')).toEqual([])
  expect(findingsIn(unheard, 'kubernetes')).toEqual(['plugins[0].name de facto'])
})
