// What a server puts in place of members that a client leaves out, by the definition that has the
// members. Wherever an object of a definition stands, it gets the same.

import { objectIn } from '../../api/object.ts'
import {
  always,
  blockDevice,
  by,
  containerMembers,
  type Fill,
  job,
  limits,
  probe,
  replicationController,
  rolling,
  scaleIo,
  scaling,
  serviceMembers,
  servicePort,
  statefulSet,
  volume,
  withAbsent,
} from './fills.ts'

/** How objects of a definition are filled; undefined where nothing is. `*` is the API's domain. */
export const fillOf = (definition: string): Fill | undefined =>
  Object.hasOwn(fills, definition) ? fills[definition] : undefined

/** Members of a definition that a server asks for although its documents do not say so. */
export const alsoRequired: { readonly [definition: string]: readonly string[] } = {
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
 * Required members of which no text or nought is the same as none: in Protobuf what is left out
 * comes as such. Others, such as the value of a header, may well be empty.
 */
export const neverZero: { readonly [definition: string]: readonly string[] } = {
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

// Genuine servers take some lists and numbers for given that their documents ask for.
const fills: { readonly [definition: string]: Fill } = {
  'admissionregistration.v1.MatchResources': always({ ...everything, matchPolicy: 'Equivalent' }),
  'admissionregistration.v1.MutatingAdmissionPolicySpec': always({ failurePolicy: 'Fail' }),
  'admissionregistration.v1.MutatingWebhook': always({ ...webhook, reinvocationPolicy: 'Never' }),
  'admissionregistration.v1.NamedRuleWithOperations': always({ scope: '*' }),
  'admissionregistration.v1.RuleWithOperations': always({ scope: '*' }),
  'admissionregistration.v1.ServiceReference': always({ port: 443 }),
  'apiextensions.v1.ServiceReference': always({ port: 443 }),
  'admissionregistration.v1.ValidatingAdmissionPolicySpec': always({ failurePolicy: 'Fail' }),
  'admissionregistration.v1.ValidatingWebhook': always(webhook),
  'apps.v1.ControllerRevision': always({ revision: 0 }),
  'apps.v1.DaemonSetSpec': always({ revisionHistoryLimit: 10 }),
  'apps.v1.DaemonSetUpdateStrategy': rolling({ maxUnavailable: 1, maxSurge: 0 }),
  'apps.v1.DeploymentSpec': always({
    replicas: 1,
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
  }),
  'apps.v1.DeploymentStrategy': rolling({ maxUnavailable: '25%', maxSurge: '25%' }),
  'apps.v1.ReplicaSetSpec': always({ replicas: 1 }),
  'apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy': always({
    whenDeleted: 'Retain',
    whenScaled: 'Retain',
  }),
  'apps.v1.StatefulSetSpec': statefulSet,
  'apps.v1.StatefulSetUpdateStrategy': rolling({ partition: 0 }),
  'authentication.v1.TokenRequestSpec': always({ expirationSeconds: 3600 }),
  'autoscaling.v2.HorizontalPodAutoscalerBehavior': scaling,
  'autoscaling.v2.HorizontalPodAutoscalerSpec': always({
    minReplicas: 1,
    metrics: [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
      },
    ],
  }),
  'batch.v1.CronJobSpec': always({
    concurrencyPolicy: 'Allow',
    suspend: false,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
  }),
  // Not of every job specification: the template of a cron job stays as it is.
  'batch.v1.Job': given => ({ ...given, spec: job(objectIn(given.spec)) }),
  'batch.v1.PodFailurePolicy': always({ rules: [] }),
  'batch.v1.PodFailurePolicyOnPodConditionsPattern': always({ status: 'True' }),
  'core.v1.AzureDiskVolumeSource': always({
    cachingMode: 'ReadWrite',
    fsType: 'ext4',
    kind: 'Shared',
    readOnly: false,
  }),
  'core.v1.ConfigMapVolumeSource': always({ defaultMode: modeOfFiles }),
  'core.v1.Container': by(containerMembers),
  'core.v1.ContainerPort': always({ protocol: 'TCP' }),
  'core.v1.DownwardAPIVolumeSource': always({ defaultMode: modeOfFiles }),
  'core.v1.EndpointPort': always({ protocol: 'TCP' }),
  'core.v1.EphemeralContainer': by(containerMembers),
  'core.v1.GRPCAction': given => ({ service: '', ...given }),
  'core.v1.HTTPGetAction': always({ path: '/', scheme: 'HTTP' }),
  'core.v1.HostPathVolumeSource': given => ({ type: '', ...given }),
  'core.v1.ISCSIPersistentVolumeSource': always({ iscsiInterface: 'default' }),
  'core.v1.ISCSIVolumeSource': always({ iscsiInterface: 'default' }),
  'core.v1.LimitRangeItem': limits,
  'core.v1.LimitRangeSpec': always({ limits: [] }),
  'core.v1.NamespaceStatus': always({ phase: 'Active' }),
  'core.v1.ObjectFieldSelector': always({ apiVersion: 'v1' }),
  'core.v1.PersistentVolumeClaimSpec': always({ volumeMode: 'Filesystem' }),
  'core.v1.PersistentVolumeSpec': always({
    persistentVolumeReclaimPolicy: 'Retain',
    volumeMode: 'Filesystem',
  }),
  'core.v1.PodSpec': by(({ serviceAccount, serviceAccountName }) => ({
    dnsPolicy: 'ClusterFirst',
    restartPolicy: 'Always',
    schedulerName: 'default-scheduler',
    securityContext: {},
    terminationGracePeriodSeconds: 30,
    // Two names of one thing.
    serviceAccountName: serviceAccount,
    serviceAccount: serviceAccountName,
  })),
  'core.v1.Probe': probe,
  'core.v1.ProjectedVolumeSource': always({ defaultMode: modeOfFiles }),
  'core.v1.RBDPersistentVolumeSource': always(blockDevice()),
  'core.v1.RBDVolumeSource': always(blockDevice()),
  'core.v1.ReplicationController': replicationController,
  'core.v1.ReplicationControllerSpec': always({ replicas: 1 }),
  'core.v1.ResourceFieldSelector': always({ divisor: '0' }),
  'core.v1.ScaleIOPersistentVolumeSource': always(scaleIo()),
  'core.v1.ScaleIOVolumeSource': always(scaleIo()),
  'core.v1.Secret': always({ type: 'Opaque' }),
  'core.v1.SecretVolumeSource': always({ defaultMode: modeOfFiles }),
  'core.v1.ServiceAccountTokenProjection': always({ expirationSeconds: 3600 }),
  'core.v1.ServicePort': servicePort,
  'core.v1.ServiceSpec': by(serviceMembers),
  'core.v1.Volume': volume,
  'discovery.v1.EndpointSlice': always({ endpoints: [] }),
  'discovery.v1.EndpointPort': given => ({ name: '', ...withAbsent(given, { protocol: 'TCP' }) }),
  'networking.v1.IngressClassParametersReference': always({ scope: 'Cluster' }),
  'networking.v1.NetworkPolicyPort': always({ protocol: 'TCP' }),
  'networking.v1.NetworkPolicySpec': by(({ egress }) => ({
    policyTypes: Array.isArray(egress) && egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress'],
  })),
  'rbac.v1.ClusterRole': always({ rules: [] }),
  'rbac.v1.Role': always({ rules: [] }),
  'scheduling.v1.PriorityClass': always({ value: 0, preemptionPolicy: 'PreemptLowerPriority' }),
  'storage.v1.CSIDriverSpec': always({
    attachRequired: true,
    fsGroupPolicy: 'ReadWriteOnceWithFSType',
    podInfoOnMount: false,
    requiresRepublish: false,
    seLinuxMount: false,
    storageCapacity: false,
    volumeLifecycleModes: ['Persistent'],
  }),
  'storage.v1.CSINodeSpec': always({ drivers: [] }),
  'storage.v1.StorageClass': always({ reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }),
}

function rule(): readonly string[] {
  return ['apiGroups', 'apiVersions', 'operations', 'resources']
}
