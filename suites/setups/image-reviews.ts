// Servers that ask the backend of a run about images.

import { auditSinkPath } from '../../fixtures/objects/audit.ts'
import { imageBackendPath } from '../../fixtures/objects/image-reviews.ts'
import { auditedImageSetup } from '../../properties/dsl/audited-images.ts'
import { imageReviewSetup } from '../../properties/dsl/setup-names.ts'
import { configDocument } from '../../properties/models/config/documents.ts'
import { kubeconfigOf } from './kubeconfig.ts'
import type { Setup } from './setup.ts'

const plugin = 'ImagePolicyWebhook'
const kubeconfig = 'backend.yaml'
const authority = 'backend.pem'

const reviewing: Setup = {
  name: imageReviewSetup,
  files: [
    {
      name: 'admission.yaml',
      document: configDocument(['apiserver.config', 'v1', 'AdmissionConfiguration'], {
        plugins: [
          {
            name: plugin,
            configuration: {
              // Decisions are not kept, so every pod is reviewed.
              imagePolicy: {
                clusterConfigFile: kubeconfig,
                allowTTL: -1,
                denyTTL: -1,
                defaultAllow: false,
              },
            },
          },
        ],
      }),
    },
    {
      name: kubeconfig,
      document: kubeconfigOf({ $host: imageBackendPath }, authority),
    },
    { name: authority, text: { $hostAuthority: 'pem' } },
  ],
  flags: ['--admission-control-config-file=admission.yaml', `--enable-admission-plugins=${plugin}`],
}

const sink = 'sink.yaml'

/** The setups of image reviews. */
export const imageReviewSetups: Setup[] = [
  reviewing,
  {
    name: auditedImageSetup,
    files: [
      ...reviewing.files,
      {
        name: 'policy.yaml',
        document: configDocument(['audit', 'v1', 'Policy'], { rules: [{ level: 'Metadata' }] }),
      },
      { name: sink, document: kubeconfigOf({ $host: auditSinkPath }, authority) },
    ],
    flags: [
      ...reviewing.flags,
      '--audit-policy-file=policy.yaml',
      `--audit-webhook-config-file=${sink}`,
      // Otherwise events wait for a batch.
      '--audit-webhook-mode=blocking',
    ],
  },
]
