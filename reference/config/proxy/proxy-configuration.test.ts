import { expect, test } from 'vitest'
import {
  defaultedDocument,
  editDocument,
  type DocumentEdits,
  findingsIn,
} from '../test-documents.ts'

const good = {
  apiVersion: 'clusterproxy.config.cluster.example/v1alpha1',
  kind: 'ClusterProxyConfiguration',
  featureGates: { A: true },
  clientConnection: {
    clusterconfig: '/etc/proxy.conf',
    acceptContentTypes: '',
    contentType: 'application/json',
    qps: 5,
    burst: 10,
  },
  logging: {
    format: 'text',
    flushFrequency: '5s',
    verbosity: 0,
    vmodule: [{ filePattern: 'a*', verbosity: 4 }],
  },
  hostnameOverride: '',
}

const genuine = {
  apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
  kind: 'KubeProxyConfiguration',
  mode: 'nftables',
}

test('both dialects accept a valid document', () => {
  expect(findingsIn(good, 'cluster')).toEqual([])
  expect(findingsIn(genuine, 'kubernetes')).toEqual([])
})

const options = (format: 'text' | 'json', held: object): DocumentEdits => ({
  'logging.options': { [format]: held },
})

const refused: readonly [by: string, at: string, edits: DocumentEdits][] = [
  ['Unsupported value', 'apiVersion', { apiVersion: 'clusterproxy.config.cluster.example/v1' }],
  ['PROXY-003', 'featureGates.A', { 'featureGates.A': 'true' }],
  ['PROXY-004', 'clientConnection', { clientConnection: [] }],
  ['CM-007', 'clientConnection.qps', { 'clientConnection.qps': 'many' }],
  ['CM-007', 'clientConnection.burst', { 'clientConnection.burst': undefined }],
  ['PROXY-005', 'logging', { logging: 'loud' }],
  ['PROXY-006', 'hostnameOverride', { hostnameOverride: 1 }],
  ['unknown field', 'mode', { mode: 'nftables' }],
  ['PROXY-008', 'logging.format', { 'logging.format': undefined }],
  ['PROXY-009', 'logging.flushFrequency', { 'logging.flushFrequency': undefined }],
  ['PROXY-010', 'logging.flushFrequency', { 'logging.flushFrequency': 'often' }],
  ['PROXY-010', 'logging.flushFrequency', { 'logging.flushFrequency': 1.5 }],
  ['PROXY-012', 'logging.verbosity', { 'logging.verbosity': -1 }],
  ['PROXY-012', 'logging.verbosity', { 'logging.verbosity': 2 ** 32 }],
  ['PROXY-012', 'logging.verbosity', { 'logging.verbosity': undefined }],
  ['PROXY-015', 'logging.vmodule', { 'logging.vmodule': 'a=1' }],
  ['PROXY-015', 'logging.vmodule', { 'logging.vmodule': undefined }],
  ['PROXY-016', 'logging.vmodule', { 'logging.format': 'json' }],
  ['PROXY-017', 'logging.options', options('text', { splitStream: false })],
]

test.each(refused)('reports %s at %s', (requirement, at, edits) => {
  expect(findingsIn(editDocument(good, edits), 'cluster')).toEqual([`${at} ${requirement}`])
})

test('a number of nanoseconds is a valid duration (PROXY-010)', () => {
  const document = editDocument(good, { 'logging.flushFrequency': 1_000_000_000 })

  expect(findingsIn(document, 'cluster')).toEqual([])
})

test('a lenient checker fills in missing log settings (PROXY-013)', () => {
  const document = editDocument(good, { logging: {} })

  expect(defaultedDocument(document, 'cluster', { fillsRequiredDefaults: true })).toMatchObject({
    logging: { format: 'text', flushFrequency: '5s', verbosity: 0, vmodule: [] },
  })
})

const open = { gates: { LoggingAlphaOptions: true } }

test.each([
  ['text', 'PROXY-018'],
  ['json', 'PROXY-019'],
] as const)('options of %s have two members (%s)', (format, requirement) => {
  const right = editDocument(good, options(format, { splitStream: true, infoBufferSize: '64Ki' }))
  const wrong = editDocument(good, options(format, { splitStream: 'yes', infoBufferSize: 'much' }))

  expect(findingsIn(right, 'cluster', open)).toEqual([])
  expect(findingsIn(wrong, 'cluster', open)).toEqual([
    `logging.options.${format}.splitStream ${requirement}`,
    `logging.options.${format}.infoBufferSize ${requirement}`,
  ])
})

test('the document itself may enable the feature gate (PROXY-017)', () => {
  const document = editDocument(good, {
    'featureGates.LoggingAlphaOptions': true,
    ...options('text', { splitStream: true }),
  })

  expect(findingsIn(document, 'cluster')).toEqual([])
})

test('buffering is off by default (PROXY-021)', () => {
  const document = editDocument(good, options('text', {}))

  expect(defaultedDocument(document, 'cluster', open)).toHaveProperty(
    'logging.options.text.infoBufferSize',
    '0',
  )
})

test.each([
  ['logging.options.text.splitStream PROXY-017', loggingWith('text', { splitStream: true })],
  ['logging.options.json.infoBufferSize PROXY-017', loggingWith('json', { infoBufferSize: '1Ki' })],
  ['logging.options.text.infoBufferSize PROXY-017', loggingWith('text', { infoBufferSize: '.1' })],
  ['mode de facto', { mode: 'userspace' }],
  ['bindAddress de facto', { bindAddress: 'here' }],
  ['bindAddress de facto', { bindAddress: 'fe80::1%eth0' }],
  ['clusterCIDR de facto', { clusterCIDR: 'nonsense' }],
  ['clusterCIDR de facto', { clusterCIDR: '10.0.0.0/8,10.1.0.0/16' }],
  ['clusterCIDR de facto', { clusterCIDR: '10.0.0.0/8,fd00::/8,fd01::/16' }],
  ['detectLocal.bridgeInterface de facto', { detectLocalMode: 'BridgeInterface' }],
  ['detectLocal.interfaceNamePrefix de facto', { detectLocalMode: 'InterfaceNamePrefix' }],
  ['metricsBindAddress de facto', { metricsBindAddress: '127.0.0.1:0' }],
  ['iptables.masqueradeBit de facto', { iptables: { masqueradeBit: 32 } }],
  ['nodePortAddresses[1] de facto', { nodePortAddresses: ['10.0.0.0/8', 'primary'] }],
  ['oomScoreAdj de facto', { oomScoreAdj: 1001 }],
  ['conntrack.min de facto', { conntrack: { min: -1 } }],
  ['configSyncPeriod de facto', { configSyncPeriod: '-1s' }],
])('a genuine proxy refuses %s', (finding, edits) => {
  const document = editDocument(genuine, edits)

  expect(findingsIn(document, 'kubernetes')).toEqual([finding])
})

test.each(['0', '0e3', '.0', '-0Ki', ' 0 ', '.'])(
  'a genuine proxy reads %j as no buffer, which needs no gate (PROXY-017)',
  infoBufferSize => {
    const document = editDocument(genuine, loggingWith('json', { infoBufferSize }))

    expect(findingsIn(document, 'kubernetes')).toEqual([])
  },
)

test.each([
  { clusterCIDR: '10.0.0.0/8,fd00::/8' },
  { clusterCIDR: '10.0.0.0/8', detectLocalMode: 'ClusterCIDR' },
  { clusterCIDR: 'nonsense', detectLocalMode: 'NodeCIDR' },
  { detectLocalMode: 'BridgeInterface', detectLocal: { bridgeInterface: 'br0' } },
])('a genuine proxy accepts %j', edits => {
  expect(findingsIn(editDocument(genuine, edits), 'kubernetes')).toEqual([])
})

function loggingWith(format: 'text' | 'json', held: object): DocumentEdits {
  return { logging: { options: { [format]: held } } }
}

test('a genuine proxy reads 0 as unset where there is a default', () => {
  const written = {
    ...genuine,
    configSyncPeriod: '0s',
    ipvs: { syncPeriod: '0s' },
    bindAddress: '',
  }

  expect(findingsIn(written, 'kubernetes')).toEqual([])
  expect(defaultedDocument(written, 'kubernetes')).toMatchObject({
    configSyncPeriod: '15m0s',
    ipvs: { syncPeriod: '30s', minSyncPeriod: '0s' },
    bindAddress: '0.0.0.0',
    oomScoreAdj: -999,
  })
})

test('a zero of another type is not read as unset, even by a genuine proxy', () => {
  const written = { ...genuine, configSyncPeriod: '' }

  expect(findingsIn(written, 'kubernetes')).toEqual(['configSyncPeriod de facto'])
})
