// Lists the fields of the controller managers by requirement, each with its type. All are required.
// Some of them also have defaults, a conflict that the specification leaves open.

import type { ConfigFieldType } from './field-types.ts'

export type FieldTypes = Record<string, ConfigFieldType>
export type FieldRow = { path: string; fields: FieldTypes }

const path = 'string'

/** Sub-kinds that both managers have below `Generic` and `KubeCloudShared`. */
export const commonFieldRows = {
  'CM-007': {
    path: 'Generic.ClientConnection',
    fields: {
      clusterconfig: path,
      acceptContentTypes: 'string',
      contentType: 'string',
      qps: 'float',
      burst: 'int32',
    },
  },
  'CM-009': {
    path: 'Generic.Debugging',
    fields: { enableProfiling: 'bool', enableContentionProfiling: 'bool' },
  },
  'CM-011': {
    path: 'Generic.LeaderElection',
    fields: {
      leaderElect: 'bool',
      leaseDuration: 'duration',
      renewDeadline: 'duration',
      retryPeriod: 'duration',
      resourceLock: 'string',
      resourceName: 'string',
      resourceNamespace: 'string',
    },
  },
  'CM-013': {
    path: 'Generic',
    fields: {
      Port: 'int32',
      Address: 'string',
      MinResyncPeriod: 'duration',
      ClientConnection: 'object',
      ControllerStartInterval: 'duration',
      LeaderElection: 'object',
      Controllers: 'strings',
      Debugging: 'object',
      LeaderMigrationEnabled: 'bool',
      LeaderMigration: 'object',
    },
  },
  'CM-022': {
    path: 'KubeCloudShared',
    fields: {
      CloudProvider: 'object',
      'CloudProvider.Name': 'string',
      'CloudProvider.CloudConfigFile': path,
      ExternalCloudVolumePlugin: 'string',
      UseServiceAccountCredentials: 'bool',
      AllowUntaggedCloud: 'bool',
      RouteReconciliationPeriod: 'duration',
      NodeMonitorPeriod: 'duration',
      NodeSyncPeriod: 'duration',
      ClusterName: 'string',
      ClusterCIDR: 'string',
      CIDRAllocatorType: 'string',
      AllocateNodeCIDRs: 'bool',
      ConfigureCloudRoutes: 'bool',
    },
  },
  'CM-024': { path: 'ServiceController', fields: { ConcurrentServiceSyncs: 'int32' } },
} satisfies Record<string, FieldRow>

/** A separate kind, and also a part of the configuration that both managers have. */
export const leaderMigrationFields: FieldTypes = {
  leaderName: 'string',
  resourceLock: 'string',
  controllerLeaders: 'objects',
  'controllerLeaders[0].name': 'string',
  'controllerLeaders[0].component': 'string',
}

/** The fields that only the cloud controller manager has. */
export const cloudFieldRows = {
  'CM-023': { path: 'NodeController', fields: { ConcurrentNodeSyncs: 'int32' } },
  'CM-025': { path: 'Webhook', fields: { Webhooks: 'strings' } },
  'CM-027': {
    path: '',
    fields: {
      Generic: 'object',
      KubeCloudShared: 'object',
      NodeController: 'object',
      ServiceController: 'object',
      NodeStatusUpdateFrequency: 'duration',
      Webhook: 'object',
    },
  },
} satisfies Record<string, FieldRow>

export const signerNames = [
  'KubeletServing',
  'KubeletClient',
  'KubeAPIServerClient',
  'LegacyUnknown',
]

const signing: FieldTypes = {
  ClusterSigningCertFile: path,
  ClusterSigningKeyFile: path,
  ClusterSigningDuration: 'duration',
  ...Object.fromEntries(
    signerNames.flatMap(signer =>
      ['', '.CertFile', '.KeyFile'].map((member): [string, ConfigFieldType] => [
        `${signer}SignerConfiguration${member}`,
        member === '' ? 'object' : path,
      ]),
    ),
  ),
}

const recycler: FieldTypes = {
  MaximumRetry: 'int32',
  MinimumTimeoutNFS: 'int32',
  PodTemplateFilePathNFS: path,
  IncrementTimeoutNFS: 'int32',
  PodTemplateFilePathHostPath: path,
  MinimumTimeoutHostPath: 'int32',
  IncrementTimeoutHostPath: 'int32',
}

/** The controllers of the cluster controller manager, each with its sub-configuration. */
export const controllerFieldRows: Record<string, FieldRow> = {
  'CM-029': {
    path: 'AttachDetachController',
    fields: {
      DisableAttachDetachReconcilerSync: 'bool',
      ReconcilerSyncLoopPeriod: 'duration',
      disableForceDetachOnTimeout: 'bool',
    },
  },
  'CM-030': { path: 'CSRSigningController', fields: signing },
  'CM-031': { path: 'DaemonSetController', fields: { ConcurrentDaemonSetSyncs: 'int32' } },
  'CM-032': { path: 'DeploymentController', fields: { ConcurrentDeploymentSyncs: 'int32' } },
  'CM-033': { path: 'StatefulSetController', fields: { ConcurrentStatefulSetSyncs: 'int32' } },
  'CM-034': { path: 'DeprecatedController', fields: {} },
  'CM-035': {
    path: 'EndpointController',
    fields: { ConcurrentEndpointSyncs: 'int32', EndpointUpdatesBatchPeriod: 'duration' },
  },
  'CM-036': {
    path: 'EndpointSliceController',
    fields: {
      ConcurrentServiceEndpointSyncs: 'int32',
      MaxEndpointsPerSlice: 'int32',
      EndpointUpdatesBatchPeriod: 'duration',
    },
  },
  'CM-037': {
    path: 'EndpointSliceMirroringController',
    fields: {
      MirroringConcurrentServiceEndpointSyncs: 'int32',
      MirroringMaxEndpointsPerSubset: 'int32',
      MirroringEndpointUpdatesBatchPeriod: 'duration',
    },
  },
  'CM-038': {
    path: 'EphemeralVolumeController',
    fields: { ConcurrentEphemeralVolumeSyncs: 'int32' },
  },
  'CM-039': {
    path: 'GarbageCollectorController',
    fields: {
      EnableGarbageCollector: 'bool',
      ConcurrentGCSyncs: 'int32',
      GCIgnoredResources: 'objects',
      'GCIgnoredResources[0].Group': 'string',
      'GCIgnoredResources[0].Resource': 'string',
    },
  },
  'CM-040': {
    path: 'HPAController',
    fields: {
      ConcurrentHorizontalPodAutoscalerSyncs: 'int32',
      HorizontalPodAutoscalerSyncPeriod: 'duration',
      HorizontalPodAutoscalerDownscaleStabilizationWindow: 'duration',
      HorizontalPodAutoscalerTolerance: 'float',
      HorizontalPodAutoscalerCPUInitializationPeriod: 'duration',
      HorizontalPodAutoscalerInitialReadinessDelay: 'duration',
    },
  },
  'CM-041': { path: 'JobController', fields: { ConcurrentJobSyncs: 'int32' } },
  'CM-042': { path: 'CronJobController', fields: { ConcurrentCronJobSyncs: 'int32' } },
  'CM-043': { path: 'LegacySATokenCleaner', fields: { CleanUpPeriod: 'duration' } },
  'CM-044': {
    path: 'NamespaceController',
    fields: { NamespaceSyncPeriod: 'duration', ConcurrentNamespaceSyncs: 'int32' },
  },
  'CM-045': {
    path: 'NodeIPAMController',
    fields: {
      ServiceCIDR: 'string',
      SecondaryServiceCIDR: 'string',
      NodeCIDRMaskSize: 'int32',
      NodeCIDRMaskSizeIPv4: 'int32',
      NodeCIDRMaskSizeIPv6: 'int32',
    },
  },
  'CM-046': {
    path: 'NodeLifecycleController',
    fields: {
      NodeEvictionRate: 'float',
      SecondaryNodeEvictionRate: 'float',
      NodeStartupGracePeriod: 'duration',
      NodeMonitorGracePeriod: 'duration',
      PodEvictionTimeout: 'duration',
      LargeClusterSizeThreshold: 'int32',
      UnhealthyZoneThreshold: 'float',
    },
  },
  'CM-047': {
    path: 'PersistentVolumeBinderController',
    fields: {
      PVClaimBinderSyncPeriod: 'duration',
      VolumeConfiguration: 'object',
      'VolumeConfiguration.EnableHostPathProvisioning': 'bool',
      'VolumeConfiguration.EnableDynamicProvisioning': 'bool',
      'VolumeConfiguration.PersistentVolumeRecyclerConfiguration': 'object',
      'VolumeConfiguration.FlexVolumePluginDir': 'string',
    },
  },
  'CM-048': { path: 'PodGCController', fields: { TerminatedPodGCThreshold: 'int32' } },
  'CM-049': { path: 'ReplicaSetController', fields: { ConcurrentRSSyncs: 'int32' } },
  'CM-050': { path: 'ReplicationController', fields: { ConcurrentRCSyncs: 'int32' } },
  'CM-051': {
    path: 'ResourceQuotaController',
    fields: { ResourceQuotaSyncPeriod: 'duration', ConcurrentResourceQuotaSyncs: 'int32' },
  },
  'CM-052': {
    path: 'SAController',
    fields: { ServiceAccountKeyFile: path, ConcurrentSATokenSyncs: 'int32', RootCAFile: path },
  },
  'CM-054': { path: 'TTLAfterFinishedController', fields: { ConcurrentTTLSyncs: 'int32' } },
  'CM-055': {
    path: 'ValidatingAdmissionPolicyStatusController',
    fields: { ConcurrentPolicySyncs: 'int32' },
  },
  'CM-056': {
    path: 'PersistentVolumeBinderController.VolumeConfiguration.PersistentVolumeRecyclerConfiguration',
    fields: recycler,
  },
}
