import { expect, test } from 'vitest'
import { findingsIn } from '../test-documents.ts'

const good = { apiVersion: 'apiserver.cluster.example/v1beta1', kind: 'TracingConfiguration' }

test.each([
  ['cluster', 'apiserver.cluster.example/v1alpha1'],
  ['cluster', 'apiserver.cluster.example/v1beta1'],
  ['kubernetes', 'apiserver.config.k8s.io/v1alpha1'],
  ['kubernetes', 'apiserver.config.k8s.io/v1beta1'],
  ['kubernetes', 'apiserver.config.k8s.io/v1'],
] as const)('the dialect %s accepts %s', (dialect, apiVersion) => {
  expect(findingsIn({ ...good, apiVersion }, dialect)).toEqual([])
})

test.each([
  ['localhost:4317', ['endpoint TRACE-007']],
  ['dns:///collector:4317', ['endpoint TRACE-007']],
  ['unix:///run/collector', ['endpoint TRACE-007']],
  ['http://collector', ['endpoint de facto', 'endpoint TRACE-007']],
  [4317, ['endpoint TRACE-004']],
])('endpoint %j gives %j', (endpoint, findings) => {
  expect(findingsIn({ ...good, endpoint }, 'cluster')).toEqual(findings)
})

test.each([
  [0, ['samplingRatePerMillion TRACE-011']],
  [1_000_000, ['samplingRatePerMillion TRACE-011']],
  [-1, ['samplingRatePerMillion de facto', 'samplingRatePerMillion TRACE-011']],
  [1_000_001, ['samplingRatePerMillion de facto', 'samplingRatePerMillion TRACE-011']],
  [0.5, ['samplingRatePerMillion TRACE-008']],
  ['1', ['samplingRatePerMillion TRACE-008']],
])('samplingRatePerMillion %j gives %j', (samplingRatePerMillion, findings) => {
  expect(findingsIn({ ...good, samplingRatePerMillion }, 'cluster')).toEqual(findings)
})

test('settings nested below another member are unknown (TRACE-003)', () => {
  const nested = { ...good, tracing: { samplingRatePerMillion: 1 } }

  expect(findingsIn(nested, 'cluster')).toEqual(['tracing unknown field'])
})
