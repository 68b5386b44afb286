// The settings of the API server that clients can store as objects, and what becomes of each. The
// table is printed in docs/develop-against-the-reference.md; a test tries every row.

import type { Setting } from '../api/settings.ts'
import { filled, harmless, obeyed, refused, unserved } from './settings-rows.ts'

const policies = 'admissionregistration.*'
const rights = 'rbac.authorization.*'

const admission: readonly Setting[] = [
  ...(['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'] as const).flatMap(kind => [
    refused(`${policies}/${kind}`, {
      setting: 'webhooks',
      reason: 'admission webhooks are not called',
      hint: 'leave the list of webhooks empty',
      when: [{ path: ['webhooks'], itemsMin: 1 }],
    }),
    harmless(`${policies}/${kind}`, 'no webhooks', 'there is nothing to call'),
  ]),
  ...(['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy'] as const).flatMap(kind => [
    harmless(`${policies}/${kind}`, 'spec', 'a policy does nothing without a binding'),
    refused(`${policies}/${kind}Binding`, {
      setting: 'spec',
      reason: 'admission policies are not evaluated',
      hint: 'leave the policy without a binding',
      when: [filled('spec')],
    }),
  ]),
]

const authorization: readonly Setting[] = [
  ...(['Role', 'ClusterRole'] as const).map(kind =>
    harmless(`${rights}/${kind}`, 'rules', 'a role grants nothing without a binding'),
  ),
  ...(['RoleBinding', 'ClusterRoleBinding'] as const).flatMap(kind => [
    harmless(
      `${rights}/${kind}`,
      'subjects, without users',
      'a binding only grants permissions, and every client has all of them',
    ),
    refused(`${rights}/${kind}`, {
      setting: 'subjects, with users',
      reason: 'bindings grant nothing; the rules of --allow do',
      hint: 'write the rights into the file of --allow, or leave out subjects',
      when: [{ path: ['subjects'], itemsMin: 1 }],
      onlyWithUsers: true,
    }),
  ]),
  obeyed(
    '/ServiceAccount',
    'POST …/token',
    'a token proves its account for its audiences and time',
  ),
]

const custom: readonly Setting[] = [
  obeyed(
    'apiextensions.*/CustomResourceDefinition',
    'spec.versions',
    'served versions with their schemas, rules, columns, selectable fields and subresources',
  ),
  obeyed(
    'apiextensions.*/CustomResourceDefinition',
    'spec.conversion.strategy: None',
    'versions differ in `apiVersion` alone',
  ),
  refused('apiextensions.*/CustomResourceDefinition', {
    setting: 'spec.conversion.strategy: Webhook, several versions',
    reason: 'conversion webhooks are not called',
    hint: 'use the strategy None or a single version',
    when: [
      { path: ['spec', 'conversion', 'strategy'], is: ['Webhook'] },
      { path: ['spec', 'versions'], itemsMin: 2 },
    ],
  }),
  harmless(
    'apiextensions.*/CustomResourceDefinition',
    'spec.conversion.strategy: Webhook, one version',
    'objects of a single version are never converted',
  ),
]

const podSecurity = 'pod-security.kubernetes.io'

const namespaces: readonly Setting[] = [
  obeyed('/Namespace', 'spec.finalizers', 'a namespace is emptied before it goes'),
  ...(['enforce', 'warn'] as const).map(mode =>
    refused('/Namespace', {
      setting: `label ${podSecurity}/${mode}: baseline, restricted`,
      reason: 'pods are not checked against this level',
      hint: 'use the level privileged',
      when: [
        { path: ['metadata', 'labels', `${podSecurity}/${mode}`], is: ['baseline', 'restricted'] },
      ],
    }),
  ),
  harmless('/Namespace', `label ${podSecurity}/enforce: privileged`, 'this level allows all pods'),
  harmless('/Namespace', `label ${podSecurity}/audit`, 'it adds to audit logs alone'),
  harmless(
    '/Namespace',
    'annotation scheduler.alpha.kubernetes.io/*',
    'the plug-ins PodNodeSelector and PodTolerationRestriction are off unless a flag names them',
  ),
]

const podAdmission: readonly Setting[] = [
  obeyed(
    '/LimitRange',
    'spec.limits',
    'defaults, bounds and ratios of containers, pods and claims (LimitRanger)',
  ),
  refused('/ResourceQuota', {
    setting: 'spec.hard',
    reason: 'quotas are not counted',
    hint: 'leave out spec.hard',
    when: [filled('spec', 'hard')],
  }),
  refused('/ServiceAccount', {
    setting: 'annotation kubernetes.io/enforce-mountable-secrets: true',
    reason: 'pods may mount any secret of their namespace',
    hint: 'leave the annotation out',
    when: [
      {
        path: ['metadata', 'annotations', 'kubernetes.io/enforce-mountable-secrets'],
        is: ['true'],
      },
    ],
  }),
  obeyed('/ServiceAccount', 'imagePullSecrets', 'pods without image pull secrets get these'),
  harmless(
    '/ServiceAccount',
    'automountServiceAccountToken, secrets',
    'pods get no volume with a token, and nothing runs them',
  ),
  obeyed(
    'scheduling.*/PriorityClass',
    'value, preemptionPolicy, globalDefault',
    'pods get the priority of their class or of the default; an unknown class is refused',
  ),
  obeyed('/Pod', 'spec.runtimeClassName', 'refused: there are no runtime classes'),
  obeyed('/Node', 'labels topology.kubernetes.io/*', 'pods on the node get its zone and region'),
  obeyed(
    'policy/PodDisruptionBudget',
    'status.disruptionsAllowed',
    'evictions decrement it; the reference has no controller that computes it from `spec`',
  ),
]

const classes: readonly Setting[] = [
  obeyed(
    'storage.*/StorageClass',
    'annotation storageclass.kubernetes.io/is-default-class',
    'claims that name no class get the newest default class',
  ),
  obeyed(
    'storage.*/StorageClass',
    'allowVolumeExpansion',
    'claims grow if they are bound and their class allows it',
  ),
  obeyed(
    'networking.*/IngressClass',
    'annotation ingressclass.kubernetes.io/is-default-class',
    'ingresses that name no class get the newest default class',
  ),
]

const others: readonly Setting[] = [
  obeyed('*/*', 'metadata.finalizers', 'a deleted object stays until they are gone'),
  obeyed('*/*', 'metadata.ownerReferences', 'dependents go with their owners'),
  obeyed('/ConfigMap', 'immutable', 'the data and the field stay as they are'),
  obeyed('/Secret', 'immutable', 'the data and the field stay as they are'),
  harmless(
    '/Secret',
    'type: bootstrap.kubernetes.io/token',
    'a genuine server accepts such tokens only with a flag',
  ),
  harmless(
    '/Secret',
    'type: kubernetes.io/service-account-token',
    'a controller fills in the token, and the API server does not wait for it',
  ),
  harmless(
    'certificates.*/CertificateSigningRequest',
    'spec.signerName',
    'requests stay pending: a genuine server signs nothing itself either',
  ),
  harmless(
    'networking.*/ServiceCIDR',
    'spec.cidrs',
    'services get addresses of 10.96.0.0/12, which are never exhausted, and keep explicit ones',
  ),
  refused('networking.*/IPAddress', {
    setting: 'the object',
    reason: 'addresses of services are not booked, so this one would not be reserved',
    hint: 'do without it',
    when: [filled('spec')],
  }),
]

const missing: readonly Setting[] = [
  unserved('apiregistration.*/APIService', 'v1/apiservices', 'no aggregation of other servers'),
  unserved('flowcontrol.apiserver.*/FlowSchema', 'v1/flowschemas', 'no fair queues'),
  unserved(
    'flowcontrol.apiserver.*/PriorityLevelConfiguration',
    'v1/prioritylevelconfigurations',
    'no fair queues',
  ),
  unserved('node.*/RuntimeClass', 'v1/runtimeclasses', 'no overhead of pods'),
  unserved('resource.*/ResourceClaim', 'v1/namespaces/default/resourceclaims', 'no devices'),
  unserved('storagemigration.*/StorageVersionMigration', 'v1beta1/storageversionmigrations', '–'),
  unserved('certificates.*/ClusterTrustBundle', 'v1beta1/clustertrustbundles', 'no bundles'),
]

export const settingsTable: readonly Setting[] = [
  ...admission,
  ...authorization,
  ...custom,
  ...namespaces,
  ...podAdmission,
  ...classes,
  ...others,
  ...missing,
]
