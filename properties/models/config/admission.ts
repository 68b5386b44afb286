// Good documents of admission: its configuration, and the answer of a webhook.

import { documentOf } from './documents.ts'

export const admission = documentOf(['apiserver.config', 'v1', 'AdmissionConfiguration'], {
  plugins: [
    {
      name: 'EventRateLimit',
      configuration: documentOf(['eventratelimit.admission', 'v1alpha1', 'Configuration'], {
        limits: [{ type: 'Namespace', qps: 50, burst: 100 }],
      }),
    },
  ],
})

export const admissionReview = documentOf(['admission', 'v1', 'AdmissionReview'], {
  response: { uid: '705ab4f5-6393-11e8-b7cc-42010a800002', allowed: true },
})
