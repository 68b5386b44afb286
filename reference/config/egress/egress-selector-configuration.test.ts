import { expect, test } from 'vitest'
import { editDocument, type DocumentEdits, findingsIn } from '../test-documents.ts'

const tls = { caBundle: '/etc/ca.pem', clientKey: '/etc/key.pem', clientCert: '/etc/cert.pem' }
const tcp = { url: 'https://proxy:8131', tlsConfig: tls }

const good = {
  apiVersion: 'apiserver.cluster.example/v1beta1',
  kind: 'EgressSelectorConfiguration',
  egressSelections: [
    {
      name: 'cluster',
      connection: { proxyProtocol: 'HTTPConnect', transport: { tcp } },
    },
    {
      name: 'controlplane',
      connection: { proxyProtocol: 'GRPC', transport: { uds: { udsName: '/run/proxy.socket' } } },
    },
    { name: 'etcd', connection: { proxyProtocol: 'Direct' } },
  ],
}

const genuine = { ...good, apiVersion: 'apiserver.k8s.io/v1beta1' }

test.each([
  ['cluster', 'apiserver.cluster.example/v1alpha1'],
  ['cluster', 'apiserver.cluster.example/v1beta1'],
  ['kubernetes', 'apiserver.k8s.io/v1alpha1'],
  ['kubernetes', 'apiserver.k8s.io/v1beta1'],
] as const)('the dialect %s accepts %s', (dialect, apiVersion) => {
  expect(findingsIn({ ...good, apiVersion }, dialect)).toEqual([])
})

const first = 'egressSelections.0.connection'
const second = 'egressSelections.1.connection'
const plain = (tlsConfig: object): DocumentEdits => ({
  [`${first}.transport.tcp`]: { url: 'http://proxy:8131', tlsConfig },
})

const refused: readonly [by: string, at: string, edits: DocumentEdits][] = [
  ['EGRESS-003', 'egressSelections', { egressSelections: undefined }],
  ['EGRESS-004', '[0].name', { 'egressSelections.0.name': undefined }],
  ['EGRESS-005', '[0].name', { 'egressSelections.0.name': 'nodes' }],
  ['EGRESS-005', '[0].name', { 'egressSelections.0.name': 'Cluster' }],
  ['de facto', '[1].name', { 'egressSelections.1.name': 'cluster' }],
  ['EGRESS-008', '[0].connection', { [first]: undefined }],
  ['EGRESS-009', '[0].connection.proxyProtocol', { [first]: {} }],
  ['de facto', '[0].connection.proxyProtocol', { [`${first}.proxyProtocol`]: 'SOCKS' }],
  ['EGRESS-011', '[0].connection.transport', { [`${first}.transport`]: undefined }],
  ['EGRESS-012', '[1].connection.transport', { [`${second}.transport`]: undefined }],
  ['de facto', '[0].connection.transport', { [`${first}.proxyProtocol`]: 'Direct' }],
  ['EGRESS-014', '[0].connection.transport', { [`${first}.transport`]: {} }],
  ['EGRESS-016', '[1].connection.transport.tcp', { [`${second}.transport`]: { tcp } }],
  [
    'de facto',
    '[0].connection.transport.tcp',
    { [`${first}.transport.uds`]: { udsName: '/run/proxy.socket' } },
  ],
  ['EGRESS-017', '[0].connection.transport.tcp.url', { [`${first}.transport.tcp`]: {} }],
  ['de facto', '[0].connection.transport.tcp.url', { [`${first}.transport.tcp.url`]: 'ftp://a' }],
  ['EGRESS-019', '[0].connection.transport.tcp.tlsConfig.caBundle', plain({ caBundle: '/a' })],
  ['EGRESS-021', '[0].connection.transport.tcp.tlsConfig.clientKey', plain({ clientKey: '/a' })],
  ['EGRESS-021', '[0].connection.transport.tcp.tlsConfig.clientCert', plain({ clientCert: '/a' })],
  [
    'EGRESS-022',
    '[0].connection.transport.tcp.tlsConfig.clientKey',
    { [`${first}.transport.tcp.tlsConfig.clientKey`]: undefined },
  ],
  [
    'EGRESS-023',
    '[0].connection.transport.tcp.tlsConfig.clientCert',
    { [`${first}.transport.tcp.tlsConfig.clientCert`]: undefined },
  ],
  [
    'EGRESS-024',
    '[0].connection.transport.tcp.tlsConfig.clientCert',
    { [`${first}.transport.tcp.tlsConfig.clientCert`]: '-----BEGIN CERTIFICATE-----' },
  ],
  ['EGRESS-025', '[1].connection.transport.uds.udsName', { [`${second}.transport.uds`]: {} }],
  [
    'EGRESS-026',
    '[1].connection.transport.uds.udsName',
    { [`${second}.transport.uds.udsName`]: 'unix:///run/proxy.socket' },
  ],
]

test.each(refused)('reports %s at %s', (requirement, at, edits) => {
  const path = at.startsWith('[') ? `egressSelections${at}` : at

  expect(findingsIn(editDocument(good, edits), 'cluster')).toEqual([`${path} ${requirement}`])
})

test('missing files are reported if files are looked up (EGRESS-024)', () => {
  const lookUpFile = (path: string) => (path === '/etc/ca.pem' ? 'absent' : 'file')
  const at = 'egressSelections[0].connection.transport.tcp.tlsConfig.caBundle'

  expect(findingsIn(good, 'cluster', { lookUpFile })).toEqual([`${at} EGRESS-024`])
})

test('a CA bundle may be omitted, since there are system roots (EGRESS-020)', () => {
  const document = editDocument(good, { [`${first}.transport.tcp.tlsConfig.caBundle`]: undefined })

  expect(findingsIn(document, 'cluster')).toEqual([])
})

test('master is accepted with a warning, as a synonym of controlplane (EGRESS-005)', () => {
  const one = editDocument(good, { 'egressSelections.1.name': 'master' })
  const two = editDocument(good, { 'egressSelections.2.name': 'master' })

  expect(findingsIn(one, 'cluster')).toEqual(['egressSelections[1].name EGRESS-005'])
  expect(findingsIn(two, 'cluster')).toContain('egressSelections[2].name de facto')
})

test('a genuine server ignores case, except in master', () => {
  const capitals = editDocument(genuine, { 'egressSelections.0.name': 'CLUSTER' })
  const master = editDocument(genuine, { 'egressSelections.1.name': 'Master' })

  expect(findingsIn(capitals, 'kubernetes')).toEqual([])
  expect(findingsIn(master, 'kubernetes')).toEqual(['egressSelections[1].name EGRESS-005'])
})

test.each([
  ['no selections', { egressSelections: undefined }],
  ['any path of a socket', { [`${second}.transport.uds.udsName`]: 'unix:///run/a' }],
  ['TCP beside a socket with GRPC', { [`${second}.transport.tcp`]: tcp }],
])('a genuine server accepts %s', (_what, edits) => {
  expect(findingsIn(editDocument(genuine, edits), 'kubernetes')).toEqual([])
})

test('a genuine server refuses any tlsConfig for http://', () => {
  const at = 'egressSelections[0].connection.transport.tcp.tlsConfig'

  expect(findingsIn(editDocument(genuine, plain({})), 'kubernetes')).toEqual([`${at} de facto`])
  expect(findingsIn(editDocument(good, plain({})), 'cluster')).toEqual([])
})
