// The controllers of the cluster's controller manager, each with its fields.

import { secondsIn } from '../../lib/durations.ts'
import { invalidValue, functionRule, type RequirementId } from '../config-rules.ts'
import {
  boolField,
  deFacto,
  durationField,
  floatField,
  int32Field,
  listField,
} from '../config-kind.ts'
import {
  type ConfigFields,
  type ConfigValues,
  objectField,
  textField,
  type FieldTraits,
} from '../config-kind.ts'
import { optionalCidr, differentFamilies } from './service-cidrs.ts'
import { requiredWithDefault } from '../required-with-default.ts'
import { csrSigning, volumeBinder } from './controllers-with-parts.ts'

const controller = <Held extends ConfigFields>(
  description: string,
  fields: Held,
  traits: FieldTraits = {},
) => objectField(description, fields, { ...requiredWithDefault('CM-028', {}), ...traits })

/** A controller whose only field is its number of workers. */
const workers = (
  description: string,
  requirement: RequirementId,
  name: string,
  count: number,
  countBy: RequirementId = deFacto,
) =>
  controller(description, {
    [name]: int32Field('Concurrent workers.', requiredWithDefault(requirement, count, countBy)),
  })

const attachDetach = controller('Attach and detach controller for volumes.', {
  DisableAttachDetachReconcilerSync: boolField(
    'Whether reconciliation is disabled.',
    requiredWithDefault('CM-029', false, 'CM-057'),
  ),
  ReconcilerSyncLoopPeriod: durationField(
    'Interval between reconciliations.',
    requiredWithDefault('CM-029', '1m0s', 'CM-058'),
  ),
  disableForceDetachOnTimeout: boolField(
    'Whether a volume stays attached to a node that does not detach it.',
    requiredWithDefault('CM-029', false, 'CM-059'),
  ),
})

const garbageCollectorFields = {
  EnableGarbageCollector: boolField(
    'Whether the garbage collector is enabled.',
    requiredWithDefault('CM-039', true),
  ),
  ConcurrentGCSyncs: int32Field('Concurrent workers.', requiredWithDefault('CM-039', 20)),
  GCIgnoredResources: listField(
    'Resources that the garbage collector ignores.',
    objectField('A resource type.', {
      Group: textField('API group of the type.', requiredWithDefault('CM-039', '')),
      Resource: textField('Name of the type.', requiredWithDefault('CM-039', '')),
    }),
    requiredWithDefault('CM-039', []),
  ),
}

const likeServer = functionRule({
  requirement: 'CM-062',
  description: 'must match the flag of the API server',
  *faults(
    { EnableGarbageCollector }: ConfigValues<typeof garbageCollectorFields>,
    { clusterSettings },
  ) {
    const { enableGarbageCollector: other } = clusterSettings
    if (other === undefined || EnableGarbageCollector === other) return
    const because = `the API server has --enable-garbage-collector=${other}`
    yield invalidValue(['EnableGarbageCollector'], EnableGarbageCollector, because)
  },
})

const gracePeriod = functionRule({
  requirement: 'CM-064',
  description: 'a multiple of the status interval of node agents',
  *faults(period: string, { clusterSettings: { nodeStatusUpdateFrequency } }) {
    const [grace = 0, step] = [secondsIn(period), secondsIn(nodeStatusUpdateFrequency)]
    if (!step || Number.isInteger(Math.round((grace / step) * 1e9) / 1e9)) return
    const because = `must be a multiple of ${nodeStatusUpdateFrequency}, as node agents report`
    yield invalidValue([], period, because)
  },
})

const hpa = controller('Horizontal pod autoscaler controller.', {
  ConcurrentHorizontalPodAutoscalerSyncs: int32Field(
    'Concurrent workers.',
    requiredWithDefault('CM-040', 5),
  ),
  HorizontalPodAutoscalerSyncPeriod: durationField(
    'Time between runs.',
    requiredWithDefault('CM-040', '15s'),
  ),
  HorizontalPodAutoscalerDownscaleStabilizationWindow: durationField(
    'Time that a lower load must last before scaling down.',
    requiredWithDefault('CM-040', '5m0s'),
  ),
  HorizontalPodAutoscalerTolerance: floatField(
    'Tolerated deviation.',
    requiredWithDefault('CM-040', 0.1),
  ),
  HorizontalPodAutoscalerCPUInitializationPeriod: durationField(
    'Time after the start of a pod during which its CPU samples may be skipped.',
    requiredWithDefault('CM-040', '5m0s'),
  ),
  HorizontalPodAutoscalerInitialReadinessDelay: durationField(
    'Time after the start of a pod during which readiness changes count as initial readiness.',
    requiredWithDefault('CM-040', '30s'),
  ),
})

const nodeIpam = controller(
  'Node IPAM controller.',
  {
    ServiceCIDR: textField('CIDR of services.', {
      ...requiredWithDefault('CM-045', ''),
      rules: [optionalCidr],
    }),
    SecondaryServiceCIDR: textField('Secondary CIDR of services, of the other address family.', {
      ...requiredWithDefault('CM-045', ''),
      rules: [optionalCidr],
    }),
    NodeCIDRMaskSize: int32Field(
      'Mask size of the pod CIDR of a node.',
      requiredWithDefault('CM-045', 0),
    ),
    NodeCIDRMaskSizeIPv4: int32Field('Mask size for IPv4.', requiredWithDefault('CM-045', 0)),
    NodeCIDRMaskSizeIPv6: int32Field('Mask size for IPv6.', requiredWithDefault('CM-045', 0)),
  },
  { rules: [differentFamilies] },
)

const nodeLifecycle = controller('Node lifecycle controller.', {
  NodeEvictionRate: floatField('Nodes evicted per second.', requiredWithDefault('CM-046', 0)),
  SecondaryNodeEvictionRate: floatField(
    'The same in an unhealthy zone.',
    requiredWithDefault('CM-046', 0),
  ),
  NodeStartupGracePeriod: durationField(
    'Grace period of a starting node.',
    requiredWithDefault('CM-046', '1m0s'),
  ),
  NodeMonitorGracePeriod: durationField('Grace period of a running node.', {
    ...requiredWithDefault('CM-046', '50s'),
    rules: [gracePeriod],
  }),
  PodEvictionTimeout: durationField(
    'Eviction timeout of pods.',
    requiredWithDefault('CM-046', '5m0s'),
  ),
  LargeClusterSizeThreshold: int32Field(
    'Number of nodes up to which the secondary eviction rate is 0.',
    requiredWithDefault('CM-046', 0),
  ),
  UnhealthyZoneThreshold: floatField(
    'Share of unready nodes in an unhealthy zone.',
    requiredWithDefault('CM-046', 0),
  ),
})

const batch = (requirement: RequirementId, also: readonly RequirementId[] = []) =>
  durationField('Time for which updates are batched; 0 disables batching.', {
    ...requiredWithDefault(requirement, '0s'),
    also,
  })

const workersAt = (requirement: RequirementId, count: number) =>
  int32Field('Concurrent workers.', requiredWithDefault(requirement, count))

export const controllerFields = {
  AttachDetachController: attachDetach,
  CSRSigningController: csrSigning,
  DaemonSetController: workers('Daemon sets.', 'CM-031', 'ConcurrentDaemonSetSyncs', 2),
  DeploymentController: workers('Deployments.', 'CM-032', 'ConcurrentDeploymentSyncs', 5),
  StatefulSetController: workers('Stateful sets.', 'CM-033', 'ConcurrentStatefulSetSyncs', 5),
  DeprecatedController: controller('Deprecated; has no effect.', {}, { requirement: 'CM-034' }),
  EndpointController: controller('Endpoint controller.', {
    ConcurrentEndpointSyncs: workersAt('CM-035', 5),
    EndpointUpdatesBatchPeriod: batch('CM-035'),
  }),
  EndpointSliceController: controller('Endpoint slice controller.', {
    ConcurrentServiceEndpointSyncs: workersAt('CM-036', 5),
    MaxEndpointsPerSlice: int32Field(
      'Maximum number of endpoints per slice.',
      requiredWithDefault('CM-036', 100),
    ),
    EndpointUpdatesBatchPeriod: batch('CM-036'),
  }),
  EndpointSliceMirroringController: controller('Endpoint slice mirroring controller.', {
    MirroringConcurrentServiceEndpointSyncs: workersAt('CM-037', 5),
    MirroringMaxEndpointsPerSubset: int32Field(
      'Maximum endpoints per subset.',
      requiredWithDefault('CM-037', 1000),
    ),
    MirroringEndpointUpdatesBatchPeriod: batch('CM-037', ['CM-061']),
  }),
  EphemeralVolumeController: workers(
    'Ephemeral volumes.',
    'CM-038',
    'ConcurrentEphemeralVolumeSyncs',
    5,
  ),
  GarbageCollectorController: controller('Garbage collector.', garbageCollectorFields, {
    rules: [likeServer],
  }),
  HPAController: hpa,
  JobController: workers('Jobs.', 'CM-041', 'ConcurrentJobSyncs', 5),
  CronJobController: workers('Cron job controller.', 'CM-042', 'ConcurrentCronJobSyncs', 5),
  LegacySATokenCleaner: controller('Cleaner of legacy service account tokens.', {
    CleanUpPeriod: durationField(
      'Time before unused tokens are removed.',
      requiredWithDefault('CM-043', '8760h0m0s'),
    ),
  }),
  NamespaceController: controller('Namespace controller.', {
    NamespaceSyncPeriod: durationField(
      'Resynchronization interval.',
      requiredWithDefault('CM-044', '5m0s'),
    ),
    ConcurrentNamespaceSyncs: workersAt('CM-044', 10),
  }),
  NodeIPAMController: nodeIpam,
  NodeLifecycleController: nodeLifecycle,
  PersistentVolumeBinderController: volumeBinder,
  PodGCController: controller('Garbage collector of terminated pods.', {
    TerminatedPodGCThreshold: int32Field('Terminated pods to keep; 0 or less: all.', {
      ...requiredWithDefault('CM-048', 12_500),
      // The genuine default treats 0 as absent, but the flag for this field treats it as a number.
      default: { value: 12_500, requirement: deFacto },
      also: ['CM-068'],
    }),
  }),
  ReplicaSetController: workers('Replica set controller.', 'CM-049', 'ConcurrentRSSyncs', 5),
  ReplicationController: workers('Replication controller.', 'CM-050', 'ConcurrentRCSyncs', 5),
  ResourceQuotaController: controller('Quotas.', {
    ResourceQuotaSyncPeriod: durationField(
      'Resynchronization interval.',
      requiredWithDefault('CM-051', '5m0s'),
    ),
    ConcurrentResourceQuotaSyncs: workersAt('CM-051', 5),
  }),
  SAController: controller('Service account controller.', {
    ServiceAccountKeyFile: textField(
      'Private key file that signs tokens.',
      requiredWithDefault('CM-052', ''),
    ),
    ConcurrentSATokenSyncs: workersAt('CM-052', 5),
    RootCAFile: textField('CA certificate of the tokens.', requiredWithDefault('CM-052', '')),
  }),
  TTLAfterFinishedController: workers('TTL of finished jobs.', 'CM-054', 'ConcurrentTTLSyncs', 5),
  ValidatingAdmissionPolicyStatusController: workers(
    'Status of admission policies.',
    'CM-055',
    'ConcurrentPolicySyncs',
    5,
    'CM-069',
  ),
  DeviceTaintEvictionController: newer('Device taint eviction controller.', 8),
  ResourceClaimController: newer('Resource claim controller.', 50),
}

/** Controllers that the specification does not list. */
function newer(description: string, count: number) {
  return objectField(
    description,
    {
      ConcurrentSyncs: int32Field('Concurrent workers.', {
        default: { value: count, requirement: deFacto },
      }),
    },
    {
      requirement: deFacto,
      onlyIn: 'kubernetes' as const,
      default: { value: {}, requirement: deFacto },
    },
  )
}
