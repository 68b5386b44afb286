// The controllers of the cluster's own controller manager, each with its fields.

import { secondsIn } from '../../lib/durations.ts'
import { invalid, law } from '../rules.ts'
import { bool, type By, deFacto, duration, float, int32, list } from '../vocabulary.ts'
import { type Fields, type Members, object, text, type Traits } from '../vocabulary.ts'
import { mayBeRange, otherFamily } from './addresses.ts'
import { needed } from '../needed.ts'
import { csrSigning, volumeBinder } from './controllers-with-parts.ts'

const controller = <Held extends Fields>(says: string, fields: Held, traits: Traits = {}) =>
  object(says, fields, { ...needed('CM-028', {}), ...traits })

/** A controller of which only the number of workers can be told. */
const workers = (says: string, by: By, name: string, count: number, countBy: By = deFacto) =>
  controller(says, { [name]: int32('Concurrent workers.', needed(by, count, countBy)) })

const attachDetach = controller('Attach and detach controller for volumes.', {
  DisableAttachDetachReconcilerSync: bool(
    'Whether reconciliation is disabled.',
    needed('CM-029', false, 'CM-057'),
  ),
  ReconcilerSyncLoopPeriod: duration(
    'Interval between reconciliations.',
    needed('CM-029', '1m0s', 'CM-058'),
  ),
  disableForceDetachOnTimeout: bool(
    'Whether a volume stays attached to a node that does not detach it.',
    needed('CM-029', false, 'CM-059'),
  ),
})

const garbageCollectorFields = {
  EnableGarbageCollector: bool('Whether the garbage collector is enabled.', needed('CM-039', true)),
  ConcurrentGCSyncs: int32('Concurrent workers.', needed('CM-039', 20)),
  GCIgnoredResources: list(
    'Resources that the garbage collector ignores.',
    object('A resource type.', {
      Group: text('API group of the type.', needed('CM-039', '')),
      Resource: text('Name of the type.', needed('CM-039', '')),
    }),
    needed('CM-039', []),
  ),
}

const likeServer = law({
  by: 'CM-062',
  says: 'must match the flag of the API server',
  *faults({ EnableGarbageCollector }: Members<typeof garbageCollectorFields>, { beside }) {
    const { enableGarbageCollector: other } = beside
    if (other === undefined || EnableGarbageCollector === other) return
    const because = `the API server has --enable-garbage-collector=${other}`
    yield invalid(['EnableGarbageCollector'], EnableGarbageCollector, because)
  },
})

const gracePeriod = law({
  by: 'CM-064',
  says: 'a multiple of the status interval of node agents',
  *faults(period: string, { beside: { nodeStatusUpdateFrequency } }) {
    const [grace = 0, step] = [secondsIn(period), secondsIn(nodeStatusUpdateFrequency)]
    if (!step || Number.isInteger(Math.round((grace / step) * 1e9) / 1e9)) return
    const because = `must be a multiple of ${nodeStatusUpdateFrequency}, as node agents report`
    yield invalid([], period, because)
  },
})

const hpa = controller('Horizontal pod autoscaler controller.', {
  ConcurrentHorizontalPodAutoscalerSyncs: int32('Concurrent workers.', needed('CM-040', 5)),
  HorizontalPodAutoscalerSyncPeriod: duration('Time between runs.', needed('CM-040', '15s')),
  HorizontalPodAutoscalerDownscaleStabilizationWindow: duration(
    'Time that a lower load must last before scaling down.',
    needed('CM-040', '5m0s'),
  ),
  HorizontalPodAutoscalerTolerance: float('Tolerated deviation.', needed('CM-040', 0.1)),
  HorizontalPodAutoscalerCPUInitializationPeriod: duration(
    'Time after the start of a pod during which its CPU samples may be skipped.',
    needed('CM-040', '5m0s'),
  ),
  HorizontalPodAutoscalerInitialReadinessDelay: duration(
    'Time after the start of a pod during which readiness changes count as initial readiness.',
    needed('CM-040', '30s'),
  ),
})

const nodeIpam = controller(
  'Node IPAM controller.',
  {
    ServiceCIDR: text('CIDR of services.', {
      ...needed('CM-045', ''),
      rules: [mayBeRange],
    }),
    SecondaryServiceCIDR: text('Secondary CIDR of services, of the other address family.', {
      ...needed('CM-045', ''),
      rules: [mayBeRange],
    }),
    NodeCIDRMaskSize: int32('Mask size of the pod CIDR of a node.', needed('CM-045', 0)),
    NodeCIDRMaskSizeIPv4: int32('Mask size for IPv4.', needed('CM-045', 0)),
    NodeCIDRMaskSizeIPv6: int32('Mask size for IPv6.', needed('CM-045', 0)),
  },
  { rules: [otherFamily] },
)

const nodeLifecycle = controller('Node lifecycle controller.', {
  NodeEvictionRate: float('Nodes evicted per second.', needed('CM-046', 0)),
  SecondaryNodeEvictionRate: float('The same in an unhealthy zone.', needed('CM-046', 0)),
  NodeStartupGracePeriod: duration('Grace period of a starting node.', needed('CM-046', '1m0s')),
  NodeMonitorGracePeriod: duration('Grace period of a running node.', {
    ...needed('CM-046', '50s'),
    rules: [gracePeriod],
  }),
  PodEvictionTimeout: duration('Eviction timeout of pods.', needed('CM-046', '5m0s')),
  LargeClusterSizeThreshold: int32(
    'Number of nodes up to which the secondary eviction rate is 0.',
    needed('CM-046', 0),
  ),
  UnhealthyZoneThreshold: float(
    'Share of unready nodes in an unhealthy zone.',
    needed('CM-046', 0),
  ),
})

const batch = (by: By, also: readonly By[] = []) =>
  duration('Time for which updates are batched; 0 disables batching.', {
    ...needed(by, '0s'),
    also,
  })

const workersAt = (by: By, count: number) => int32('Concurrent workers.', needed(by, count))

export const controllers = {
  AttachDetachController: attachDetach,
  CSRSigningController: csrSigning,
  DaemonSetController: workers('Daemon sets.', 'CM-031', 'ConcurrentDaemonSetSyncs', 2),
  DeploymentController: workers('Deployments.', 'CM-032', 'ConcurrentDeploymentSyncs', 5),
  StatefulSetController: workers('Stateful sets.', 'CM-033', 'ConcurrentStatefulSetSyncs', 5),
  DeprecatedController: controller('Deprecated; has no effect.', {}, { by: 'CM-034' }),
  EndpointController: controller('Endpoint controller.', {
    ConcurrentEndpointSyncs: workersAt('CM-035', 5),
    EndpointUpdatesBatchPeriod: batch('CM-035'),
  }),
  EndpointSliceController: controller('Endpoint slice controller.', {
    ConcurrentServiceEndpointSyncs: workersAt('CM-036', 5),
    MaxEndpointsPerSlice: int32('Maximum number of endpoints per slice.', needed('CM-036', 100)),
    EndpointUpdatesBatchPeriod: batch('CM-036'),
  }),
  EndpointSliceMirroringController: controller('Endpoint slice mirroring controller.', {
    MirroringConcurrentServiceEndpointSyncs: workersAt('CM-037', 5),
    MirroringMaxEndpointsPerSubset: int32('Maximum endpoints per subset.', needed('CM-037', 1000)),
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
    CleanUpPeriod: duration(
      'Time before unused tokens are removed.',
      needed('CM-043', '8760h0m0s'),
    ),
  }),
  NamespaceController: controller('Namespace controller.', {
    NamespaceSyncPeriod: duration('Resynchronization interval.', needed('CM-044', '5m0s')),
    ConcurrentNamespaceSyncs: workersAt('CM-044', 10),
  }),
  NodeIPAMController: nodeIpam,
  NodeLifecycleController: nodeLifecycle,
  PersistentVolumeBinderController: volumeBinder,
  PodGCController: controller('Garbage collector of terminated pods.', {
    TerminatedPodGCThreshold: int32('Terminated pods to keep; 0 or less: all.', {
      ...needed('CM-048', 12_500),
      // To a genuine default 0 is nothing, but to the flag that people set it is a number.
      default: { value: 12_500, by: deFacto },
      also: ['CM-068'],
    }),
  }),
  ReplicaSetController: workers('Replica set controller.', 'CM-049', 'ConcurrentRSSyncs', 5),
  ReplicationController: workers('Replication controller.', 'CM-050', 'ConcurrentRCSyncs', 5),
  ResourceQuotaController: controller('Quotas.', {
    ResourceQuotaSyncPeriod: duration('Resynchronization interval.', needed('CM-051', '5m0s')),
    ConcurrentResourceQuotaSyncs: workersAt('CM-051', 5),
  }),
  SAController: controller('Service account controller.', {
    ServiceAccountKeyFile: text('Private key file that signs tokens.', needed('CM-052', '')),
    ConcurrentSATokenSyncs: workersAt('CM-052', 5),
    RootCAFile: text('CA certificate of the tokens.', needed('CM-052', '')),
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

/** Controllers that the specification does not show. */
function newer(says: string, count: number) {
  return object(
    says,
    {
      ConcurrentSyncs: int32('Concurrent workers.', {
        default: { value: count, by: deFacto },
      }),
    },
    { by: deFacto, onlyIn: 'kubernetes' as const, default: { value: {}, by: deFacto } },
  )
}
