import type { Parts } from '../parts/parts.ts'
import {
  certificateApproval,
  certificateRequestStrategy,
  certificateSigning,
  certificateSubjectRestriction,
} from './certificate-plugins.ts'
import { defaultIngressClass, defaultStorageClass, claimResize } from './default-classes.ts'
import { eventRateLimit } from './event-rate-limit/event-rate-limit.ts'
import { imagePolicyWebhook } from './image-policy/image-policy-webhook.ts'
import { limitRanges } from './limit-ranges.ts'
import type { AdmissionPlugin } from './admission-plugin.ts'
import { podTopology, runtimeClass, serviceAccount } from './pod-plugins.ts'
import { namespaceSecurity, podSecurity, templateSecurity } from './pod-security/pod-security.ts'
import { podPriority, priorityClasses } from './priority-plugins.ts'

/** The plugins by `group/Kind`, in the order of a genuine server; `*` stands for the API domain. */
export const admissionPlugins: { readonly [type: string]: readonly AdmissionPlugin[] } = {
  '/Event': [eventRateLimit],
  '/PersistentVolumeClaim': [limitRanges, defaultStorageClass, claimResize],
  '/Namespace': [namespaceSecurity],
  '/Pod': [
    limitRanges,
    serviceAccount,
    imagePolicyWebhook,
    podSecurity,
    podPriority,
    runtimeClass,
    podTopology,
  ],
  '/PodTemplate': [templateSecurity],
  '/ReplicationController': [templateSecurity],
  'apps/DaemonSet': [templateSecurity],
  'apps/Deployment': [templateSecurity],
  'apps/ReplicaSet': [templateSecurity],
  'apps/StatefulSet': [templateSecurity],
  'batch/CronJob': [templateSecurity],
  'batch/Job': [templateSecurity],
  'certificates.*/CertificateSigningRequest': [
    certificateRequestStrategy,
    certificateApproval,
    certificateSigning,
    certificateSubjectRestriction,
  ],
  'networking.*/Ingress': [defaultIngressClass],
  'scheduling.*/PriorityClass': [priorityClasses],
}

const none: readonly AdmissionPlugin[] = []

/** Returns the plugins of a type that are switched on. */
export function admissionPluginsOf(
  { group, kind }: { readonly group: string; readonly kind: string },
  { dialect: { apiDomain }, disabledPlugins }: Pick<Parts, 'dialect' | 'disabledPlugins'>,
): readonly AdmissionPlugin[] {
  const isNamed = group.endsWith(`.${apiDomain}`)
  const ofType =
    admissionPlugins[`${isNamed ? `${group.slice(0, -apiDomain.length)}*` : group}/${kind}`] ?? none
  return disabledPlugins ? ofType.filter(({ name }) => !disabledPlugins.has(name)) : ofType
}
