import { expect, test } from 'vitest'
import {
  defaultedDocument,
  editDocument,
  type DocumentEdits,
  findingsIn,
  messagesFor,
} from '../test-documents.ts'

const secret = (length: number) => Buffer.alloc(length, 7).toString('base64')
const keys = (length: number) => ({ keys: [{ name: 'one', secret: secret(length) }] })
const kms = { name: 'one', endpoint: 'unix:///run/kms.socket' }

const good = {
  apiVersion: 'apiserver.config.cluster.example/v1',
  kind: 'EncryptionConfiguration',
  resources: [
    {
      resources: ['secrets', 'pandas.example.com', '*.apps'],
      providers: [
        { aescbc: keys(32) },
        { aesgcm: keys(16) },
        { secretbox: keys(32) },
        { kms: { ...kms, apiVersion: 'v2', timeout: '3s' } },
        { identity: {} },
      ],
    },
    { resources: ['jobs.batch'], providers: [{ identity: {} }] },
  ],
}

const genuine = { ...good, apiVersion: 'apiserver.config.k8s.io/v1' }

test('both dialects accept a valid document', () => {
  expect(findingsIn(good, 'cluster')).toEqual([])
  expect(findingsIn(genuine, 'kubernetes')).toEqual([])
})

const entry = 'resources.0'
const providers = `${entry}.providers`
const named = (...names: string[]): DocumentEdits => ({ [`${entry}.resources`]: names })
const provided = (provider: object): DocumentEdits => ({ [providers]: [provider] })

const refused: readonly [by: string, at: string, edits: DocumentEdits][] = [
  ['Unsupported value', 'apiVersion', { apiVersion: 'apiserver.config.cluster.example/v1beta1' }],
  ['ENCR-002', 'resources', { resources: undefined }],
  ['de facto', 'resources', { resources: [] }],
  ['ENCR-003', 'resources[0].resources', { [`${entry}.resources`]: undefined }],
  ['de facto', 'resources[0].resources', named()],
  ['ENCR-004', 'resources[0].providers', { [providers]: undefined }],
  ['de facto', 'resources[0].providers', { [providers]: [] }],
  ['ENCR-008', 'resources[0].resources', named('*.*', '*.apps')],
  ['ENCR-008', 'resources[0].resources', named('secrets', '*.')],
  ['ENCR-008', 'resources[0].resources', named('a.example.com', '*.example.com')],
  ['ENCR-009', 'resources[1].resources', { 'resources.1.resources': ['*.*'] }],
  ['ENCR-009', 'resources[1].resources', { 'resources.1.resources': ['*.apps'] }],
  ['de facto', 'resources[0].resources', named('secrets', 'secrets')],
  ['de facto', 'resources[0].resources[0]', named('Secrets')],
  ['de facto', 'resources[0].resources[0]', named('*')],
  ['de facto', 'resources[0].resources[0]', named('a.events.k8s.io')],
  ['de facto', 'resources[0].resources[0]', named('a.extensions')],
  ['de facto', 'resources[0].resources[0]', named('apiserveripinfo')],
  ['de facto', 'resources[0].resources[0]', named('secrets.*')],
  ['de facto', 'resources[0].providers[0]', provided({})],
  ['de facto', 'resources[0].providers[0]', provided({ identity: {}, aescbc: keys(32) })],
  ['ENCR-012', 'resources[0].providers[0].aesgcm', provided({ aesgcm: 'none' })],
  ['ENCR-013', 'resources[0].providers[0].aescbc', provided({ aescbc: 'none' })],
  ['ENCR-014', 'resources[0].providers[0].secretbox', provided({ secretbox: 'none' })],
  ['ENCR-015', 'resources[0].providers[0].identity', provided({ identity: 'none' })],
  ['unknown field', 'resources[0].providers[0].identity.keys', provided({ identity: keys(32) })],
  ['ENCR-016', 'resources[0].providers[0].kms', provided({ kms: 'none' })],
  ['ENCR-018', 'resources[0].providers[0].aescbc.keys', provided({ aescbc: {} })],
  ['ENCR-018', 'resources[0].providers[0].secretbox.keys', provided({ secretbox: {} })],
  ['de facto', 'resources[0].providers[0].aesgcm.keys', provided({ aesgcm: { keys: [] } })],
  ...[16, 24, 31, 33].map((length): [string, string, DocumentEdits] => [
    'ENCR-019',
    'resources[0].providers[0].aescbc.keys[0].secret',
    provided({ aescbc: keys(length) }),
  ]),
  ...[15, 31, 33].map((length): [string, string, DocumentEdits] => [
    'ENCR-021',
    'resources[0].providers[0].aesgcm.keys[0].secret',
    provided({ aesgcm: keys(length) }),
  ]),
  ...[16, 31, 33].map((length): [string, string, DocumentEdits] => [
    'ENCR-022',
    'resources[0].providers[0].secretbox.keys[0].secret',
    provided({ secretbox: keys(length) }),
  ]),
  [
    'ENCR-023',
    'resources[0].providers[0].aescbc.keys[0].name',
    { [`${providers}.0.aescbc.keys.0.name`]: undefined },
  ],
  [
    'ENCR-024',
    'resources[0].providers[0].aescbc.keys[0].secret',
    { [`${providers}.0.aescbc.keys.0.secret`]: undefined },
  ],
  [
    'ENCR-025',
    'resources[0].providers[0].aescbc.keys[0].secret',
    { [`${providers}.0.aescbc.keys.0.secret`]: 'not base64' },
  ],
  ['ENCR-026', 'resources[0].providers[0].kms.name', provided({ kms: { ...kms, name: '' } })],
  ['de facto', 'resources[0].providers[0].kms.name', provided({ kms: { ...kms, name: 'a:b' } })],
  [
    'de facto',
    'resources[1].providers[0].kms.name',
    { 'resources.1.providers': [{ kms: { ...kms, apiVersion: 'v2' } }] },
  ],
  [
    'ENCR-027',
    'resources[0].providers[0].kms.endpoint',
    provided({ kms: { ...kms, endpoint: undefined } }),
  ],
  [
    'de facto',
    'resources[0].providers[0].kms.endpoint',
    provided({ kms: { ...kms, endpoint: 'tcp://a:1' } }),
  ],
  [
    'de facto',
    'resources[0].providers[0].kms.apiVersion',
    provided({ kms: { ...kms, apiVersion: 'v3' } }),
  ],
  [
    'de facto',
    'resources[0].providers[0].kms.cachesize',
    provided({ kms: { ...kms, cachesize: 0 } }),
  ],
  [
    'de facto',
    'resources[0].providers[0].kms.cachesize',
    provided({ kms: { ...kms, apiVersion: 'v2', cachesize: 5 } }),
  ],
  [
    'ENCR-028',
    'resources[0].providers[0].kms.cachesize',
    provided({ kms: { ...kms, cachesize: 2 ** 31 } }),
  ],
  [
    'de facto',
    'resources[0].providers[0].kms.timeout',
    provided({ kms: { ...kms, timeout: '0s' } }),
  ],
]

test.each(refused)('reports %s at %s', (requirement, at, edits) => {
  expect(findingsIn(editDocument(good, edits), 'cluster')).toEqual([`${at} ${requirement}`])
})

test('AES-GCM accepts keys of three lengths (ENCR-021)', () => {
  const lengths = [16, 24, 32].map(length =>
    findingsIn(editDocument(good, provided({ aesgcm: keys(length) })), 'cluster'),
  )

  expect(lengths).toEqual([[], [], []])
})

test('a wildcard of another entry may cover a name (ENCR-011)', () => {
  const document = editDocument(good, { ...named('secrets'), 'resources.1.resources': ['*.*'] })

  expect(findingsIn(document, 'cluster')).toEqual([])
})

test('a genuine server accepts only 16-byte AES-CBC keys, and wildcards of several entries', () => {
  const document = editDocument(genuine, {
    [`${providers}.0`]: { aescbc: keys(16) },
    'resources.1.resources': ['*.*'],
  })
  const short = editDocument(genuine, { [`${providers}.0`]: { aescbc: keys(17) } })

  expect(findingsIn(document, 'kubernetes')).toEqual([])
  expect(findingsIn(short, 'kubernetes')).toEqual([
    'resources[0].providers[0].aescbc.keys[0].secret de facto',
  ])
})

test('a genuine server refuses a name that an earlier entry covers', () => {
  const after = (first: string, second: string) =>
    findingsIn(
      editDocument(genuine, { ...named(first), 'resources.1.resources': [second] }),
      'kubernetes',
    )
  const masked = ['resources[1].resources[0] de facto']

  expect(after('secrets', '*.')).toEqual([])
  expect(after('*.apps', 'jobs.batch')).toEqual([])
  expect(after('*.', 'secrets')).toEqual(masked)
  expect(after('*.apps', 'deployments.apps')).toEqual(masked)
  expect(after('*.*', '*.apps')).toEqual(masked)
})

test('the name of a v2 plug-in must differ from those of earlier plug-ins', () => {
  const two = (first: string, second: string) =>
    editDocument(genuine, {
      'resources.0.providers': [
        { kms: { ...kms, apiVersion: first } },
        { kms: { ...kms, apiVersion: second } },
      ],
    })
  const gates = { KMSv1: true }

  expect(findingsIn(two('v1', 'v1'), 'kubernetes', { gates })).toEqual([])
  expect(findingsIn(two('v2', 'v1'), 'kubernetes', { gates })).toEqual([])
  expect(findingsIn(two('v1', 'v2'), 'kubernetes', { gates })).toEqual([
    'resources[0].providers[1].kms.name de facto',
  ])
})

test('a genuine server requires a feature gate for a v1 plug-in', () => {
  const document = editDocument(genuine, provided({ kms: { ...kms, apiVersion: 'v1' } }))

  expect(findingsIn(document, 'kubernetes', { gates: { KMSv1: true } })).toEqual([])
  expect(findingsIn(document, 'kubernetes')).toEqual([
    'resources[0].providers[0].kms.apiVersion de facto',
  ])
})

test('a plug-in of version v1 has a cache of 1000 and three seconds (ENCR-028)', () => {
  const first = defaultedDocument(editDocument(good, provided({ kms })), 'cluster')
  const second = defaultedDocument(
    editDocument(good, provided({ kms: { ...kms, apiVersion: 'v2' } })),
    'cluster',
  )

  expect(first).toMatchObject({
    resources: [
      { providers: [{ kms: { apiVersion: 'v1', cachesize: 1000, timeout: '3s' } }] },
      { resources: ['jobs.batch'] },
    ],
  })
  expect(second).not.toHaveProperty('resources[0].providers[0].kms.cachesize')
})

test('findings never contain a key', () => {
  const hidden = Buffer.alloc(31, 7).toString('base64')
  const document = editDocument(
    good,
    provided({ aescbc: { keys: [{ name: 'one', secret: hidden }] } }),
  )
  const mistyped = editDocument(
    good,
    provided({ aescbc: { keys: [{ name: 'one', secret: '%hidden' }] } }),
  )

  expect(messagesFor(document)).not.toContain(hidden)
  expect(messagesFor(mistyped)).not.toContain('%hidden')
  expect(messagesFor(mistyped)).toContain('<omitted>')
})
