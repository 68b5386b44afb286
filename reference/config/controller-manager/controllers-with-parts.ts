// The two controllers that have nested fields.

import {
  boolField,
  durationField,
  int32Field,
  objectField,
  pathField,
  textField,
} from '../config-kind.ts'
import { requiredWithDefault } from '../required-with-default.ts'

const signer = (whose: string) =>
  objectField(
    `Signs the certificates of ${whose}.`,
    {
      CertFile: pathField('CA certificate file.', requiredWithDefault('CM-030', '')),
      KeyFile: pathField('CA private key file.', requiredWithDefault('CM-030', '')),
    },
    requiredWithDefault('CM-030', {}),
  )

export const csrSigning = objectField(
  'Certificate signing controller.',
  {
    ClusterSigningCertFile: pathField(
      'CA certificate file for all signers.',
      requiredWithDefault('CM-030', ''),
    ),
    ClusterSigningKeyFile: pathField(
      'CA private key file for all signers.',
      requiredWithDefault('CM-030', ''),
    ),
    KubeletServingSignerConfiguration: signer('node agents as servers'),
    KubeletClientSignerConfiguration: signer('node agents as clients'),
    KubeAPIServerClientSignerConfiguration: signer('clients of the API server'),
    LegacyUnknownSignerConfiguration: signer('anybody else'),
    ClusterSigningDuration: durationField(
      'Maximum validity of issued certificates; a request may ask for less.',
      requiredWithDefault('CM-030', '8760h0m0s'),
    ),
  },
  requiredWithDefault('CM-028', {}),
)

const seconds = (description: string, count: number) =>
  int32Field(description, requiredWithDefault('CM-056', count))

const recycler = objectField(
  'Recycling of volumes.',
  {
    MaximumRetry: int32Field('Maximum number of retries.', requiredWithDefault('CM-056', 3)),
    MinimumTimeoutNFS: seconds('Minimum timeout in seconds for NFS.', 300),
    PodTemplateFilePathNFS: pathField(
      'Pod template file for NFS.',
      requiredWithDefault('CM-056', ''),
    ),
    IncrementTimeoutNFS: seconds('Additional timeout in seconds per Gi for NFS.', 30),
    PodTemplateFilePathHostPath: pathField(
      'Pod template file for host paths.',
      requiredWithDefault('CM-056', ''),
    ),
    MinimumTimeoutHostPath: seconds('Minimum timeout in seconds for host paths.', 60),
    IncrementTimeoutHostPath: seconds('Additional timeout in seconds per Gi for host paths.', 30),
  },
  requiredWithDefault('CM-047', {}),
)

const volumes = objectField(
  'Provisioning of volumes.',
  {
    EnableHostPathProvisioning: boolField(
      'Whether host path provisioning is enabled.',
      requiredWithDefault('CM-047', false),
    ),
    EnableDynamicProvisioning: boolField(
      'Whether dynamic provisioning is enabled.',
      requiredWithDefault('CM-047', true, 'CM-067'),
    ),
    PersistentVolumeRecyclerConfiguration: recycler,
    FlexVolumePluginDir: textField(
      'Directory of additional volume plug-ins.',
      requiredWithDefault('CM-047', '/usr/libexec/kubernetes/kubelet-plugins/volume/exec/'),
    ),
  },
  requiredWithDefault('CM-047', {}),
)

export const volumeBinder = objectField(
  'Volume binding controller.',
  {
    PVClaimBinderSyncPeriod: durationField(
      'Interval between synchronizations of all claims and volumes.',
      requiredWithDefault('CM-047', '15s'),
    ),
    VolumeConfiguration: volumes,
  },
  requiredWithDefault('CM-028', {}),
)
