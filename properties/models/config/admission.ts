// Valid documents of admission: its configuration, and the answer of a webhook.

import { configDocument } from './documents.ts'

export const validAdmission = configDocument(['apiserver.config', 'v1', 'AdmissionConfiguration'], {
  plugins: [
    {
      name: 'EventRateLimit',
      configuration: configDocument(['eventratelimit.admission', 'v1alpha1', 'Configuration'], {
        limits: [{ type: 'Namespace', qps: 50, burst: 100 }],
      }),
    },
  ],
})

export const validAdmissionReview = configDocument(['admission', 'v1', 'AdmissionReview'], {
  response: { uid: '705ab4f5-6393-11e8-b7cc-42010a800002', allowed: true },
})
