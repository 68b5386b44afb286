// Valid documents of kinds with few fields.

import { configDocument } from './documents.ts'

export const validEventRateLimits = configDocument(
  ['eventratelimit.admission', 'v1alpha1', 'Configuration'],
  {
    limits: [{ type: 'Namespace', qps: 50, burst: 100, cacheSize: 2000 }],
  },
)

export const validTracing = configDocument(['apiserver', 'v1beta1', 'TracingConfiguration'], {
  endpoint: 'localhost:4317',
  samplingRatePerMillion: 100,
})

export const validImageReview = configDocument(['imagepolicy', 'v1alpha1', 'ImageReview'], {
  spec: { containers: [{ image: 'registry.example/one:1' }], namespace: 'one' },
  status: { allowed: false, reason: 'unknown registry' },
})
