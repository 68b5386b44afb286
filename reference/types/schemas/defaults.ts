// Maps definitions to their defaults. An object of a definition gets the same defaults wherever it
// is embedded.

import { objectIn } from '../../api/object.ts'
import {
  fixedDefaults,
  rbdDefaults,
  derivedDefaults,
  containerDefaults,
  type Defaulter,
  jobDefaults,
  limitRangeItemDefaults,
  probeDefaults,
  replicationControllerDefaults,
  rollingUpdateDefaults,
  scaleIoDefaults,
  scalingBehaviorDefaults,
  serviceDefaults,
  servicePortDefaults,
  statefulSetDefaults,
  volumeDefaults,
  withMissing,
} from './defaulters.ts'

/**
 * Returns the defaulter of a definition, or undefined if there is none. `*` stands for the API's
 * domain.
 */
export const defaulterOf = (definition: string): Defaulter | undefined =>
  Object.hasOwn(fills, definition) ? fills[definition] : undefined

/** Members that a server requires although its published schemas do not. */
export const extraRequired: { readonly [definition: string]: readonly string[] } = {
  'admissionregistration.v1.NamedRuleWithOperations': rule(),
  'admissionregistration.v1.RuleWithOperations': rule(),
  'admissionregistration.v1.ValidatingAdmissionPolicySpec': ['matchConstraints'],
  'autoscaling.v2.CrossVersionObjectReference': ['apiVersion'],
  'core.v1.Container': ['image'],
  'core.v1.PersistentVolumeClaimSpec': ['accessModes'],
  'core.v1.PersistentVolumeSpec': ['accessModes', 'capacity'],
  'core.v1.ReplicationControllerSpec': ['selector', 'template'],
  'networking.v1.IngressClassSpec': ['controller'],
}

/**
 * Required members whose zero value counts as absent, because Protobuf cannot distinguish them.
 * Other members, such as the value of a header, may be empty.
 */
export const zeroIsAbsent: { readonly [definition: string]: readonly string[] } = {
  'admissionregistration.v1.MutatingWebhook': ['name'],
  'admissionregistration.v1.ValidatingWebhook': ['name'],
  'admissionregistration.v1.Validation': ['expression'],
  'autoscaling.v1.CrossVersionObjectReference': ['kind', 'name'],
  'autoscaling.v2.CrossVersionObjectReference': ['kind', 'name'],
  'batch.v1.CronJobSpec': ['schedule'],
  'core.v1.EndpointAddress': ['ip'],
  'core.v1.EndpointPort': ['port'],
  'core.v1.LimitRangeItem': ['type'],
  'core.v1.NFSVolumeSource': ['server', 'path'],
  'core.v1.ServicePort': ['port'],
  'discovery.v1.EndpointSlice': ['addressType'],
  'networking.v1.IngressServiceBackend': ['name'],
  'rbac.v1.RoleRef': ['kind', 'name'],
  'rbac.v1.Subject': ['kind', 'name'],
  'storage.v1.CSINodeDriver': ['name', 'nodeID'],
  'storage.v1.CSIStorageCapacity': ['storageClassName'],
  'storage.v1.StorageClass': ['provisioner'],
  'storage.v1.VolumeAttachmentSpec': ['attacher', 'nodeName'],
  'storage.v1.VolumeAttributesClass': ['driverName'],
}

const modeOfFiles = 0o644
const everything = { namespaceSelector: {}, objectSelector: {} }
const webhook = {
  ...everything,
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  timeoutSeconds: 10,
}

// Genuine servers fill in some lists and numbers that their published schemas require.
const fills: { readonly [definition: string]: Defaulter } = {
  'admissionregistration.v1.MatchResources': fixedDefaults({
    ...everything,
    matchPolicy: 'Equivalent',
  }),
  'admissionregistration.v1.MutatingAdmissionPolicySpec': fixedDefaults({ failurePolicy: 'Fail' }),
  'admissionregistration.v1.MutatingWebhook': fixedDefaults({
    ...webhook,
    reinvocationPolicy: 'Never',
  }),
  'admissionregistration.v1.NamedRuleWithOperations': fixedDefaults({ scope: '*' }),
  'admissionregistration.v1.RuleWithOperations': fixedDefaults({ scope: '*' }),
  'admissionregistration.v1.ServiceReference': fixedDefaults({ port: 443 }),
  'apiextensions.v1.ServiceReference': fixedDefaults({ port: 443 }),
  'admissionregistration.v1.ValidatingAdmissionPolicySpec': fixedDefaults({
    failurePolicy: 'Fail',
  }),
  'admissionregistration.v1.ValidatingWebhook': fixedDefaults(webhook),
  'apps.v1.ControllerRevision': fixedDefaults({ revision: 0 }),
  'apps.v1.DaemonSetSpec': fixedDefaults({ revisionHistoryLimit: 10 }),
  'apps.v1.DaemonSetUpdateStrategy': rollingUpdateDefaults({ maxUnavailable: 1, maxSurge: 0 }),
  'apps.v1.DeploymentSpec': fixedDefaults({
    replicas: 1,
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
  }),
  'apps.v1.DeploymentStrategy': rollingUpdateDefaults({ maxUnavailable: '25%', maxSurge: '25%' }),
  'apps.v1.ReplicaSetSpec': fixedDefaults({ replicas: 1 }),
  'apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy': fixedDefaults({
    whenDeleted: 'Retain',
    whenScaled: 'Retain',
  }),
  'apps.v1.StatefulSetSpec': statefulSetDefaults,
  'apps.v1.StatefulSetUpdateStrategy': rollingUpdateDefaults({ partition: 0 }),
  'authentication.v1.TokenRequestSpec': fixedDefaults({ expirationSeconds: 3600 }),
  'autoscaling.v2.HorizontalPodAutoscalerBehavior': scalingBehaviorDefaults,
  'autoscaling.v2.HorizontalPodAutoscalerSpec': fixedDefaults({
    minReplicas: 1,
    metrics: [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
      },
    ],
  }),
  'batch.v1.CronJobSpec': fixedDefaults({
    concurrencyPolicy: 'Allow',
    suspend: false,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
  }),
  // Applies to jobs only. The job template of a cron job is not changed.
  'batch.v1.Job': given => ({ ...given, spec: jobDefaults(objectIn(given.spec)) }),
  'batch.v1.PodFailurePolicy': fixedDefaults({ rules: [] }),
  'batch.v1.PodFailurePolicyOnPodConditionsPattern': fixedDefaults({ status: 'True' }),
  'core.v1.AzureDiskVolumeSource': fixedDefaults({
    cachingMode: 'ReadWrite',
    fsType: 'ext4',
    kind: 'Shared',
    readOnly: false,
  }),
  'core.v1.ConfigMapVolumeSource': fixedDefaults({ defaultMode: modeOfFiles }),
  'core.v1.Container': derivedDefaults(containerDefaults),
  'core.v1.ContainerPort': fixedDefaults({ protocol: 'TCP' }),
  'core.v1.DownwardAPIVolumeSource': fixedDefaults({ defaultMode: modeOfFiles }),
  'core.v1.EndpointPort': fixedDefaults({ protocol: 'TCP' }),
  'core.v1.EphemeralContainer': derivedDefaults(containerDefaults),
  'core.v1.GRPCAction': given => ({ service: '', ...given }),
  'core.v1.HTTPGetAction': fixedDefaults({ path: '/', scheme: 'HTTP' }),
  'core.v1.HostPathVolumeSource': given => ({ type: '', ...given }),
  'core.v1.ISCSIPersistentVolumeSource': fixedDefaults({ iscsiInterface: 'default' }),
  'core.v1.ISCSIVolumeSource': fixedDefaults({ iscsiInterface: 'default' }),
  'core.v1.LimitRangeItem': limitRangeItemDefaults,
  'core.v1.LimitRangeSpec': fixedDefaults({ limits: [] }),
  'core.v1.NamespaceStatus': fixedDefaults({ phase: 'Active' }),
  'core.v1.ObjectFieldSelector': fixedDefaults({ apiVersion: 'v1' }),
  'core.v1.PersistentVolumeClaimSpec': fixedDefaults({ volumeMode: 'Filesystem' }),
  'core.v1.PersistentVolumeSpec': fixedDefaults({
    persistentVolumeReclaimPolicy: 'Retain',
    volumeMode: 'Filesystem',
  }),
  'core.v1.PodSpec': derivedDefaults(({ serviceAccount, serviceAccountName }) => ({
    dnsPolicy: 'ClusterFirst',
    restartPolicy: 'Always',
    schedulerName: 'default-scheduler',
    securityContext: {},
    terminationGracePeriodSeconds: 30,
    // The two members are synonyms.
    serviceAccountName: serviceAccount,
    serviceAccount: serviceAccountName,
  })),
  'core.v1.Probe': probeDefaults,
  'core.v1.ProjectedVolumeSource': fixedDefaults({ defaultMode: modeOfFiles }),
  'core.v1.RBDPersistentVolumeSource': fixedDefaults(rbdDefaults()),
  'core.v1.RBDVolumeSource': fixedDefaults(rbdDefaults()),
  'core.v1.ReplicationController': replicationControllerDefaults,
  'core.v1.ReplicationControllerSpec': fixedDefaults({ replicas: 1 }),
  'core.v1.ResourceFieldSelector': fixedDefaults({ divisor: '0' }),
  'core.v1.ScaleIOPersistentVolumeSource': fixedDefaults(scaleIoDefaults()),
  'core.v1.ScaleIOVolumeSource': fixedDefaults(scaleIoDefaults()),
  'core.v1.Secret': fixedDefaults({ type: 'Opaque' }),
  'core.v1.SecretVolumeSource': fixedDefaults({ defaultMode: modeOfFiles }),
  'core.v1.ServiceAccountTokenProjection': fixedDefaults({ expirationSeconds: 3600 }),
  'core.v1.ServicePort': servicePortDefaults,
  'core.v1.ServiceSpec': derivedDefaults(serviceDefaults),
  'core.v1.Volume': volumeDefaults,
  'discovery.v1.EndpointSlice': fixedDefaults({ endpoints: [] }),
  'discovery.v1.EndpointPort': given => ({ name: '', ...withMissing(given, { protocol: 'TCP' }) }),
  'networking.v1.IngressClassParametersReference': fixedDefaults({ scope: 'Cluster' }),
  'networking.v1.NetworkPolicyPort': fixedDefaults({ protocol: 'TCP' }),
  'networking.v1.NetworkPolicySpec': derivedDefaults(({ egress }) => ({
    policyTypes: Array.isArray(egress) && egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress'],
  })),
  'rbac.v1.ClusterRole': fixedDefaults({ rules: [] }),
  'rbac.v1.Role': fixedDefaults({ rules: [] }),
  'scheduling.v1.PriorityClass': fixedDefaults({
    value: 0,
    preemptionPolicy: 'PreemptLowerPriority',
  }),
  'storage.v1.CSIDriverSpec': fixedDefaults({
    attachRequired: true,
    fsGroupPolicy: 'ReadWriteOnceWithFSType',
    podInfoOnMount: false,
    requiresRepublish: false,
    seLinuxMount: false,
    storageCapacity: false,
    volumeLifecycleModes: ['Persistent'],
  }),
  'storage.v1.CSINodeSpec': fixedDefaults({ drivers: [] }),
  'storage.v1.StorageClass': fixedDefaults({
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'Immediate',
  }),
}

function rule(): readonly string[] {
  return ['apiGroups', 'apiVersions', 'operations', 'resources']
}
