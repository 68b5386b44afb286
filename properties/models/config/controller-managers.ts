// Lists the fields of the controller managers by requirement, each with its type. All are required.
// Some of them also have defaults, a conflict that the specification leaves open.

import type { ConfigFieldType } from './field-types.ts'

export type FieldTypes = Record<string, ConfigFieldType>

/**
 * The fields that one row of the catalogue requires, and the path of the object that contains them.
 */
export type FieldRow = { at: string; fields: FieldTypes }

const path = 'string'

/** Sub-kinds that both managers have below `Generic` and `KubeCloudShared`. */
export const commonFieldRows = {
  'CM-007': {
    at: 'Generic.ClientConnection',
    fields: {
      clusterconfig: path,
      acceptContentTypes: 'string',
      contentType: 'string',
      qps: 'float',
      burst: 'int32',
    },
  },
  'CM-009': {
    at: 'Generic.Debugging',
    fields: { enableProfiling: 'bool', enableContentionProfiling: 'bool' },
  },
  'CM-011': {
    at: 'Generic.LeaderElection',
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
    at: 'Generic',
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
    at: 'KubeCloudShared',
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
  'CM-024': { at: 'ServiceController', fields: { ConcurrentServiceSyncs: 'int32' } },
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
  'CM-023': { at: 'NodeController', fields: { ConcurrentNodeSyncs: 'int32' } },
  'CM-025': { at: 'Webhook', fields: { Webhooks: 'strings' } },
  'CM-027': {
    at: '',
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
    at: 'AttachDetachController',
    fields: {
      DisableAttachDetachReconcilerSync: 'bool',
      ReconcilerSyncLoopPeriod: 'duration',
      disableForceDetachOnTimeout: 'bool',
    },
  },
  'CM-030': { at: 'CSRSigningController', fields: signing },
  'CM-031': { at: 'DaemonSetController', fields: { ConcurrentDaemonSetSyncs: 'int32' } },
  'CM-032': { at: 'DeploymentController', fields: { ConcurrentDeploymentSyncs: 'int32' } },
  'CM-033': { at: 'StatefulSetController', fields: { ConcurrentStatefulSetSyncs: 'int32' } },
  'CM-034': { at: 'DeprecatedController', fields: {} },
  'CM-035': {
    at: 'EndpointController',
    fields: { ConcurrentEndpointSyncs: 'int32', EndpointUpdatesBatchPeriod: 'duration' },
  },
  'CM-036': {
    at: 'EndpointSliceController',
    fields: {
      ConcurrentServiceEndpointSyncs: 'int32',
      MaxEndpointsPerSlice: 'int32',
      EndpointUpdatesBatchPeriod: 'duration',
    },
  },
  'CM-037': {
    at: 'EndpointSliceMirroringController',
    fields: {
      MirroringConcurrentServiceEndpointSyncs: 'int32',
      MirroringMaxEndpointsPerSubset: 'int32',
      MirroringEndpointUpdatesBatchPeriod: 'duration',
    },
  },
  'CM-038': {
    at: 'EphemeralVolumeController',
    fields: { ConcurrentEphemeralVolumeSyncs: 'int32' },
  },
  'CM-039': {
    at: 'GarbageCollectorController',
    fields: {
      EnableGarbageCollector: 'bool',
      ConcurrentGCSyncs: 'int32',
      GCIgnoredResources: 'objects',
      'GCIgnoredResources[0].Group': 'string',
      'GCIgnoredResources[0].Resource': 'string',
    },
  },
  'CM-040': {
    at: 'HPAController',
    fields: {
      ConcurrentHorizontalPodAutoscalerSyncs: 'int32',
      HorizontalPodAutoscalerSyncPeriod: 'duration',
      HorizontalPodAutoscalerDownscaleStabilizationWindow: 'duration',
      HorizontalPodAutoscalerTolerance: 'float',
      HorizontalPodAutoscalerCPUInitializationPeriod: 'duration',
      HorizontalPodAutoscalerInitialReadinessDelay: 'duration',
    },
  },
  'CM-041': { at: 'JobController', fields: { ConcurrentJobSyncs: 'int32' } },
  'CM-042': { at: 'CronJobController', fields: { ConcurrentCronJobSyncs: 'int32' } },
  'CM-043': { at: 'LegacySATokenCleaner', fields: { CleanUpPeriod: 'duration' } },
  'CM-044': {
    at: 'NamespaceController',
    fields: { NamespaceSyncPeriod: 'duration', ConcurrentNamespaceSyncs: 'int32' },
  },
  'CM-045': {
    at: 'NodeIPAMController',
    fields: {
      ServiceCIDR: 'string',
      SecondaryServiceCIDR: 'string',
      NodeCIDRMaskSize: 'int32',
      NodeCIDRMaskSizeIPv4: 'int32',
      NodeCIDRMaskSizeIPv6: 'int32',
    },
  },
  'CM-046': {
    at: 'NodeLifecycleController',
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
    at: 'PersistentVolumeBinderController',
    fields: {
      PVClaimBinderSyncPeriod: 'duration',
      VolumeConfiguration: 'object',
      'VolumeConfiguration.EnableHostPathProvisioning': 'bool',
      'VolumeConfiguration.EnableDynamicProvisioning': 'bool',
      'VolumeConfiguration.PersistentVolumeRecyclerConfiguration': 'object',
      'VolumeConfiguration.FlexVolumePluginDir': 'string',
    },
  },
  'CM-048': { at: 'PodGCController', fields: { TerminatedPodGCThreshold: 'int32' } },
  'CM-049': { at: 'ReplicaSetController', fields: { ConcurrentRSSyncs: 'int32' } },
  'CM-050': { at: 'ReplicationController', fields: { ConcurrentRCSyncs: 'int32' } },
  'CM-051': {
    at: 'ResourceQuotaController',
    fields: { ResourceQuotaSyncPeriod: 'duration', ConcurrentResourceQuotaSyncs: 'int32' },
  },
  'CM-052': {
    at: 'SAController',
    fields: { ServiceAccountKeyFile: path, ConcurrentSATokenSyncs: 'int32', RootCAFile: path },
  },
  'CM-054': { at: 'TTLAfterFinishedController', fields: { ConcurrentTTLSyncs: 'int32' } },
  'CM-055': {
    at: 'ValidatingAdmissionPolicyStatusController',
    fields: { ConcurrentPolicySyncs: 'int32' },
  },
  'CM-056': {
    at: 'PersistentVolumeBinderController.VolumeConfiguration.PersistentVolumeRecyclerConfiguration',
    fields: recycler,
  },
}
