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
  controller(says, { [name]: int32('How many at the same time.', needed(by, count, countBy)) })

const attachDetach = controller('Volumes at nodes.', {
  DisableAttachDetachReconcilerSync: bool(
    'Whether nobody looks again.',
    needed('CM-029', false, 'CM-057'),
  ),
  ReconcilerSyncLoopPeriod: duration(
    'How often somebody looks again.',
    needed('CM-029', '1m0s', 'CM-058'),
  ),
  disableForceDetachOnTimeout: bool(
    'Whether a volume stays at a node that does not let go of it.',
    needed('CM-029', false, 'CM-059'),
  ),
})

const garbageCollectorFields = {
  EnableGarbageCollector: bool('Whether it runs.', needed('CM-039', true)),
  ConcurrentGCSyncs: int32('How many at the same time.', needed('CM-039', 20)),
  GCIgnoredResources: list(
    'What it leaves alone.',
    object('A type.', {
      Group: text('Its group.', needed('CM-039', '')),
      Resource: text('Its name.', needed('CM-039', '')),
    }),
    needed('CM-039', []),
  ),
}

const likeServer = law({
  by: 'CM-062',
  says: 'as the flag of the API server says',
  *faults({ EnableGarbageCollector }: Members<typeof garbageCollectorFields>, { beside }) {
    const { enableGarbageCollector: other } = beside
    if (other === undefined || EnableGarbageCollector === other) return
    const because = `the API server has --enable-garbage-collector=${other}`
    yield invalid(['EnableGarbageCollector'], EnableGarbageCollector, because)
  },
})

const gracePeriod = law({
  by: 'CM-064',
  says: 'a multiple of how often node agents report',
  *faults(period: string, { beside: { nodeStatusUpdateFrequency } }) {
    const [grace = 0, step] = [secondsIn(period), secondsIn(nodeStatusUpdateFrequency)]
    if (!step || Number.isInteger(Math.round((grace / step) * 1e9) / 1e9)) return
    const because = `must be a multiple of ${nodeStatusUpdateFrequency}, as node agents report`
    yield invalid([], period, because)
  },
})

const hpa = controller('Numbers of pods by load.', {
  ConcurrentHorizontalPodAutoscalerSyncs: int32('How many at the same time.', needed('CM-040', 5)),
  HorizontalPodAutoscalerSyncPeriod: duration('How often.', needed('CM-040', '15s')),
  HorizontalPodAutoscalerDownscaleStabilizationWindow: duration(
    'How long less load has to last.',
    needed('CM-040', '5m0s'),
  ),
  HorizontalPodAutoscalerTolerance: float('Which change is too small.', needed('CM-040', 0.1)),
  HorizontalPodAutoscalerCPUInitializationPeriod: duration(
    'How long the load of a new pod does not count.',
    needed('CM-040', '5m0s'),
  ),
  HorizontalPodAutoscalerInitialReadinessDelay: duration(
    'How long a new pod may become ready.',
    needed('CM-040', '30s'),
  ),
})

const nodeIpam = controller(
  'Addresses of nodes.',
  {
    ServiceCIDR: text('The addresses of services.', {
      ...needed('CM-045', ''),
      rules: [mayBeRange],
    }),
    SecondaryServiceCIDR: text('Further ones, of the other family.', {
      ...needed('CM-045', ''),
      rules: [mayBeRange],
    }),
    NodeCIDRMaskSize: int32('The mask of a node.', needed('CM-045', 0)),
    NodeCIDRMaskSizeIPv4: int32('That of IPv4.', needed('CM-045', 0)),
    NodeCIDRMaskSizeIPv6: int32('That of IPv6.', needed('CM-045', 0)),
  },
  { rules: [otherFamily] },
)

const nodeLifecycle = controller('Nodes that are gone.', {
  NodeEvictionRate: float('How many nodes a second are emptied.', needed('CM-046', 0)),
  SecondaryNodeEvictionRate: float('The same where a zone is ill.', needed('CM-046', 0)),
  NodeStartupGracePeriod: duration('How long a new node may be silent.', needed('CM-046', '1m0s')),
  NodeMonitorGracePeriod: duration('How long another one may.', {
    ...needed('CM-046', '50s'),
    rules: [gracePeriod],
  }),
  PodEvictionTimeout: duration('How long its pods stay.', needed('CM-046', '5m0s')),
  LargeClusterSizeThreshold: int32(
    'With at most so many nodes the second rate is 0.',
    needed('CM-046', 0),
  ),
  UnhealthyZoneThreshold: float('Which share of silent nodes is ill.', needed('CM-046', 0)),
})

const batch = (by: By, also: readonly By[] = []) =>
  duration('How long changes are gathered; 0 for not at all.', { ...needed(by, '0s'), also })

const workersAt = (by: By, count: number) => int32('How many at the same time.', needed(by, count))

export const controllers = {
  AttachDetachController: attachDetach,
  CSRSigningController: csrSigning,
  DaemonSetController: workers('Daemon sets.', 'CM-031', 'ConcurrentDaemonSetSyncs', 2),
  DeploymentController: workers('Deployments.', 'CM-032', 'ConcurrentDeploymentSyncs', 5),
  StatefulSetController: workers('Stateful sets.', 'CM-033', 'ConcurrentStatefulSetSyncs', 5),
  DeprecatedController: controller('Nothing any more.', {}, { by: 'CM-034' }),
  EndpointController: controller('Endpoints of services.', {
    ConcurrentEndpointSyncs: workersAt('CM-035', 5),
    EndpointUpdatesBatchPeriod: batch('CM-035'),
  }),
  EndpointSliceController: controller('Endpoint slices of services.', {
    ConcurrentServiceEndpointSyncs: workersAt('CM-036', 5),
    MaxEndpointsPerSlice: int32('How many in one.', needed('CM-036', 100)),
    EndpointUpdatesBatchPeriod: batch('CM-036'),
  }),
  EndpointSliceMirroringController: controller('Endpoint slices of endpoints.', {
    MirroringConcurrentServiceEndpointSyncs: workersAt('CM-037', 5),
    MirroringMaxEndpointsPerSubset: int32('How many of one subset.', needed('CM-037', 1000)),
    MirroringEndpointUpdatesBatchPeriod: batch('CM-037', ['CM-061']),
  }),
  EphemeralVolumeController: workers(
    'Volumes of one pod.',
    'CM-038',
    'ConcurrentEphemeralVolumeSyncs',
    5,
  ),
  GarbageCollectorController: controller(
    'What is left of owners that are gone.',
    garbageCollectorFields,
    { rules: [likeServer] },
  ),
  HPAController: hpa,
  JobController: workers('Jobs.', 'CM-041', 'ConcurrentJobSyncs', 5),
  CronJobController: workers('Jobs by the clock.', 'CM-042', 'ConcurrentCronJobSyncs', 5),
  LegacySATokenCleaner: controller('Old tokens of service accounts.', {
    CleanUpPeriod: duration('How long one is not used.', needed('CM-043', '8760h0m0s')),
  }),
  NamespaceController: controller('Namespaces that go.', {
    NamespaceSyncPeriod: duration('How often all are looked at.', needed('CM-044', '5m0s')),
    ConcurrentNamespaceSyncs: workersAt('CM-044', 10),
  }),
  NodeIPAMController: nodeIpam,
  NodeLifecycleController: nodeLifecycle,
  PersistentVolumeBinderController: volumeBinder,
  PodGCController: controller('Pods that have ended.', {
    TerminatedPodGCThreshold: int32('How many may stay; all where it is 0 or less.', {
      ...needed('CM-048', 12_500),
      // To a genuine default 0 is nothing, but to the flag that people set it is a number.
      default: { value: 12_500, by: deFacto },
      also: ['CM-068'],
    }),
  }),
  ReplicaSetController: workers('Replica sets.', 'CM-049', 'ConcurrentRSSyncs', 5),
  ReplicationController: workers('Replication controllers.', 'CM-050', 'ConcurrentRCSyncs', 5),
  ResourceQuotaController: controller('Quotas.', {
    ResourceQuotaSyncPeriod: duration('How often all are counted.', needed('CM-051', '5m0s')),
    ConcurrentResourceQuotaSyncs: workersAt('CM-051', 5),
  }),
  SAController: controller('Service accounts.', {
    ServiceAccountKeyFile: text('The key that signs tokens.', needed('CM-052', '')),
    ConcurrentSATokenSyncs: workersAt('CM-052', 5),
    RootCAFile: text('The authority that tokens come with.', needed('CM-052', '')),
  }),
  TTLAfterFinishedController: workers('Jobs that have ended.', 'CM-054', 'ConcurrentTTLSyncs', 5),
  ValidatingAdmissionPolicyStatusController: workers(
    'Types in admission policies.',
    'CM-055',
    'ConcurrentPolicySyncs',
    5,
    'CM-069',
  ),
  DeviceTaintEvictionController: newer('Pods with tainted devices.', 8),
  ResourceClaimController: newer('Claims of resources.', 50),
}

/** Controllers that the specification does not show. */
function newer(says: string, count: number) {
  return object(
    says,
    {
      ConcurrentSyncs: int32('How many at the same time.', {
        default: { value: count, by: deFacto },
      }),
    },
    { by: deFacto, onlyIn: 'kubernetes' as const, default: { value: {}, by: deFacto } },
  )
}
