// The two controllers whose fields have fields of their own.

import { bool, duration, int32, object, path, text } from '../vocabulary.ts'
import { needed } from '../needed.ts'

const signer = (whose: string) =>
  object(
    `Signs the certificates of ${whose}.`,
    {
      CertFile: path('The certificate of the authority.', needed('CM-030', '')),
      KeyFile: path('Its key.', needed('CM-030', '')),
    },
    needed('CM-030', {}),
  )

export const csrSigning = object(
  'Certificates that are asked for.',
  {
    ClusterSigningCertFile: path('The authority of all.', needed('CM-030', '')),
    ClusterSigningKeyFile: path('Its key.', needed('CM-030', '')),
    KubeletServingSignerConfiguration: signer('node agents as servers'),
    KubeletClientSignerConfiguration: signer('node agents as clients'),
    KubeAPIServerClientSignerConfiguration: signer('clients of the API server'),
    LegacyUnknownSignerConfiguration: signer('anybody else'),
    ClusterSigningDuration: duration(
      'How long certificates are good for; who asks may ask for less.',
      needed('CM-030', '8760h0m0s'),
    ),
  },
  needed('CM-028', {}),
)

const seconds = (says: string, count: number) => int32(says, needed('CM-056', count))

const recycler = object(
  'How volumes are emptied.',
  {
    MaximumRetry: int32('How often it is tried again.', needed('CM-056', 3)),
    MinimumTimeoutNFS: seconds('How many seconds at least, with NFS.', 300),
    PodTemplateFilePathNFS: path('The pod that does it, with NFS.', needed('CM-056', '')),
    IncrementTimeoutNFS: seconds('How many seconds a Gi more, with NFS.', 30),
    PodTemplateFilePathHostPath: path('The pod that does it.', needed('CM-056', '')),
    MinimumTimeoutHostPath: seconds('How many seconds at least.', 60),
    IncrementTimeoutHostPath: seconds('How many seconds a Gi more.', 30),
  },
  needed('CM-047', {}),
)

const volumes = object(
  'Where volumes come from.',
  {
    EnableHostPathProvisioning: bool('Whether from the node itself.', needed('CM-047', false)),
    EnableDynamicProvisioning: bool(
      'Whether they are made when asked for.',
      needed('CM-047', true, 'CM-067'),
    ),
    PersistentVolumeRecyclerConfiguration: recycler,
    FlexVolumePluginDir: text(
      'Where further plug-ins are.',
      needed('CM-047', '/usr/libexec/kubernetes/kubelet-plugins/volume/exec/'),
    ),
  },
  needed('CM-047', {}),
)

export const volumeBinder = object(
  'Claims and volumes.',
  {
    PVClaimBinderSyncPeriod: duration('How often all are looked at.', needed('CM-047', '15s')),
    VolumeConfiguration: volumes,
  },
  needed('CM-028', {}),
)
