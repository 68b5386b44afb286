import { expect, test } from 'vitest'
import {
  defaultedDocument,
  editDocument,
  type DocumentEdits,
  errorPaths,
  findingsIn,
} from '../test-documents.ts'

const good = {
  apiVersion: 'eventratelimit.admission.cluster.example/v1alpha1',
  kind: 'Configuration',
  limits: ['Server', 'Namespace', 'User', 'SourceAndObject'].map(type => ({
    type,
    qps: 3,
    burst: 10,
  })),
}

test('both dialects accept a valid document', () => {
  const apiVersion = 'eventratelimit.admission.k8s.io/v1alpha1'

  expect(findingsIn(good, 'cluster')).toEqual([])
  expect(findingsIn({ ...good, apiVersion }, 'kubernetes')).toEqual([])
})

const refused: readonly [by: string, at: string, edits: DocumentEdits][] = [
  ['Unsupported value', 'kind', { kind: 'RateLimits' }],
  ['RATE-002', 'limits', { limits: undefined }],
  ['RATE-002', 'limits', { limits: [] }],
  ['RATE-003', 'limits[0].type', { 'limits.0.type': undefined }],
  ['RATE-004', 'limits[0].type', { 'limits.0.type': 'Cluster' }],
  ['RATE-005', 'limits[0].qps', { 'limits.0.qps': undefined }],
  ['RATE-005', 'limits[0].qps', { 'limits.0.qps': 1.5 }],
  ['RATE-005', 'limits[0].qps', { 'limits.0.qps': 2 ** 31 }],
  ['RATE-006', 'limits[0].burst', { 'limits.0.burst': undefined }],
  ['RATE-006', 'limits[0].burst', { 'limits.0.burst': '10' }],
  ['de facto', 'limits[0].burst', { 'limits.0.burst': 0 }],
  ['RATE-007', 'limits[0].cacheSize', { 'limits.0.cacheSize': 'many' }],
  ['de facto', 'limits[1].cacheSize', { 'limits.1.cacheSize': -1 }],
]

test.each(refused)('reports %s at %s', (requirement, at, edits) => {
  expect(findingsIn(editDocument(good, edits), 'cluster')).toEqual([`${at} ${requirement}`])
})

test('a genuine server ignores unknown fields', () => {
  const surplus = { ...good, surplus: 1 }
  const genuine = { ...surplus, apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1' }

  expect(errorPaths(surplus, 'cluster')).toEqual(['surplus'])
  expect(errorPaths(genuine, 'kubernetes')).toEqual([])
})

test('the cache size is 4096 by default (RATE-007)', () => {
  expect(defaultedDocument(good, 'cluster')).toHaveProperty('limits[1].cacheSize', 4096)

  const apiVersion = 'eventratelimit.admission.k8s.io/v1alpha1'
  const inGenuine = defaultedDocument({ ...good, apiVersion }, 'kubernetes')
  expect(inGenuine).not.toHaveProperty('limits[1].cacheSize')
})

test('a cache size without a cache is ignored (RATE-008)', () => {
  expect(findingsIn(editDocument(good, { 'limits.0.cacheSize': -1 }), 'cluster')).toEqual([])
})
