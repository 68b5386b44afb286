// The two controllers whose fields have fields of their own.

import { bool, duration, int32, object, path, text } from '../vocabulary.ts'
import { needed } from '../needed.ts'

const signer = (whose: string) =>
  object(
    `Signs the certificates of ${whose}.`,
    {
      CertFile: path('CA certificate file.', needed('CM-030', '')),
      KeyFile: path('CA private key file.', needed('CM-030', '')),
    },
    needed('CM-030', {}),
  )

export const csrSigning = object(
  'Certificate signing controller.',
  {
    ClusterSigningCertFile: path('CA certificate file for all signers.', needed('CM-030', '')),
    ClusterSigningKeyFile: path('CA private key file for all signers.', needed('CM-030', '')),
    KubeletServingSignerConfiguration: signer('node agents as servers'),
    KubeletClientSignerConfiguration: signer('node agents as clients'),
    KubeAPIServerClientSignerConfiguration: signer('clients of the API server'),
    LegacyUnknownSignerConfiguration: signer('anybody else'),
    ClusterSigningDuration: duration(
      'Maximum validity of issued certificates; a request may ask for less.',
      needed('CM-030', '8760h0m0s'),
    ),
  },
  needed('CM-028', {}),
)

const seconds = (says: string, count: number) => int32(says, needed('CM-056', count))

const recycler = object(
  'Recycling of volumes.',
  {
    MaximumRetry: int32('Maximum number of retries.', needed('CM-056', 3)),
    MinimumTimeoutNFS: seconds('Minimum timeout in seconds for NFS.', 300),
    PodTemplateFilePathNFS: path('Pod template file for NFS.', needed('CM-056', '')),
    IncrementTimeoutNFS: seconds('Additional timeout in seconds per Gi for NFS.', 30),
    PodTemplateFilePathHostPath: path('Pod template file for host paths.', needed('CM-056', '')),
    MinimumTimeoutHostPath: seconds('Minimum timeout in seconds for host paths.', 60),
    IncrementTimeoutHostPath: seconds('Additional timeout in seconds per Gi for host paths.', 30),
  },
  needed('CM-047', {}),
)

const volumes = object(
  'Provisioning of volumes.',
  {
    EnableHostPathProvisioning: bool(
      'Whether host path provisioning is enabled.',
      needed('CM-047', false),
    ),
    EnableDynamicProvisioning: bool(
      'Whether dynamic provisioning is enabled.',
      needed('CM-047', true, 'CM-067'),
    ),
    PersistentVolumeRecyclerConfiguration: recycler,
    FlexVolumePluginDir: text(
      'Directory of additional volume plug-ins.',
      needed('CM-047', '/usr/libexec/kubernetes/kubelet-plugins/volume/exec/'),
    ),
  },
  needed('CM-047', {}),
)

export const volumeBinder = object(
  'Volume binding controller.',
  {
    PVClaimBinderSyncPeriod: duration(
      'Interval between synchronizations of all claims and volumes.',
      needed('CM-047', '15s'),
    ),
    VolumeConfiguration: volumes,
  },
  needed('CM-028', {}),
)
