// Good documents of kinds that have few fields.

import { documentOf } from './documents.ts'

export const rateLimits = documentOf(['eventratelimit.admission', 'v1alpha1', 'Configuration'], {
  limits: [{ type: 'Namespace', qps: 50, burst: 100, cacheSize: 2000 }],
})

export const tracing = documentOf(['apiserver', 'v1beta1', 'TracingConfiguration'], {
  endpoint: 'localhost:4317',
  samplingRatePerMillion: 100,
})

export const imageReview = documentOf(['imagepolicy', 'v1alpha1', 'ImageReview'], {
  spec: { containers: [{ image: 'registry.example/one:1' }], namespace: 'one' },
  status: { allowed: false, reason: 'unknown registry' },
})
