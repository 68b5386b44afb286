// The settings of the API server that clients can store as objects, and the treatment of each. The
// table is printed in docs/develop-against-the-reference.md; a test tries every row.

import type { StoredSetting } from '../api/stored-settings.ts'
import {
  whenFilled,
  harmlessSetting,
  obeyedSetting,
  refusedSetting,
  unservedType,
} from './setting-rows.ts'

const policies = 'admissionregistration.*'
const rights = 'rbac.authorization.*'

const admission: readonly StoredSetting[] = [
  ...(['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'] as const).flatMap(kind => [
    obeyedSetting(
      `${policies}/${kind}`,
      'webhooks',
      'writes that match are sent to the `url`, or to an endpoint of the service',
    ),
    harmlessSetting(`${policies}/${kind}`, 'no webhooks', 'there is nothing to call'),
  ]),
  ...(['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy'] as const).flatMap(kind => [
    obeyedSetting(`${policies}/${kind}`, 'spec', 'writes that match a binding are evaluated'),
    obeyedSetting(`${policies}/${kind}Binding`, 'spec', 'its policy takes effect'),
  ]),
]

const authorization: readonly StoredSetting[] = [
  ...(['Role', 'ClusterRole'] as const).map(kind =>
    harmlessSetting(
      `${rights}/${kind}`,
      'rules',
      'a role grants nothing without a binding; see RoleBinding for the modes in which bindings do',
    ),
  ),
  ...(['RoleBinding', 'ClusterRoleBinding'] as const).flatMap(kind => [
    harmlessSetting(
      `${rights}/${kind}`,
      'subjects, without users',
      'a binding only grants permissions, and every client has all of them',
    ),
    obeyedSetting(
      `${rights}/${kind}`,
      'subjects, with --authorization-mode=RBAC',
      'users have the rights that the role grants',
    ),
    refusedSetting(`${rights}/${kind}`, {
      setting: 'subjects, with users',
      reason: 'bindings grant nothing; the rules of --allow do',
      hint: 'use --authorization-mode=RBAC instead of --allow, or leave out subjects',
      when: [{ path: ['subjects'], itemsMin: 1 }],
      onlyWithAllowRules: true,
    }),
  ]),
  obeyedSetting(
    '/ServiceAccount',
    'POST …/token',
    'a token authenticates its account to its audiences until it expires',
  ),
]

const custom: readonly StoredSetting[] = [
  obeyedSetting(
    'apiextensions.*/CustomResourceDefinition',
    'spec.versions',
    'served versions with their schemas, rules, columns, selectable fields and subresources',
  ),
  obeyedSetting(
    'apiextensions.*/CustomResourceDefinition',
    'spec.conversion.strategy: None',
    'conversion between versions changes only `apiVersion`',
  ),
  obeyedSetting(
    'apiextensions.*/CustomResourceDefinition',
    'spec.conversion.strategy: Webhook',
    'objects are converted by the webhook at the `url`, or at an endpoint of the service',
  ),
]

const podSecurity = 'pod-security.kubernetes.io'
const securityEffects = {
  enforce: 'pods that do not meet the level, at the version of the label, are refused',
  audit: 'violations by pods and pod templates are recorded in audit events',
  warn: 'violations by pods and pod templates cause warnings',
}

const namespaces: readonly StoredSetting[] = [
  obeyedSetting('/Namespace', 'spec.finalizers', 'a namespace is emptied before it is removed'),
  ...(['enforce', 'audit', 'warn'] as const).map(mode =>
    obeyedSetting('/Namespace', `label ${podSecurity}/${mode}`, securityEffects[mode]),
  ),
  harmlessSetting(
    '/Namespace',
    'annotation scheduler.alpha.kubernetes.io/*',
    'only the plug-ins PodNodeSelector and PodTolerationRestriction read it, ' +
      'which the server does not have',
  ),
]

const podAdmission: readonly StoredSetting[] = [
  obeyedSetting(
    '/LimitRange',
    'spec.limits',
    'defaults, bounds and ratios of containers, pods and claims (LimitRanger)',
  ),
  obeyedSetting(
    '/ResourceQuota',
    'spec',
    'writes beyond a limit are refused, and usage is counted (ResourceQuota)',
  ),
  refusedSetting('/ServiceAccount', {
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
  obeyedSetting('/ServiceAccount', 'imagePullSecrets', 'pods without image pull secrets get these'),
  harmlessSetting(
    '/ServiceAccount',
    'automountServiceAccountToken, secrets',
    'pods get no volume with a token, and no node runs them',
  ),
  obeyedSetting(
    'scheduling.*/PriorityClass',
    'value, preemptionPolicy, globalDefault',
    'pods get the priority of their class or of the default; an unknown class is refused',
  ),
  obeyedSetting(
    '/Pod',
    'spec.runtimeClassName',
    'a new pod whose class does not exist is refused (403), as by a kube-apiserver; none exists, ' +
      'because the type is not served',
  ),
  obeyedSetting(
    '/Node',
    'labels topology.kubernetes.io/*',
    'pods that are bound to the node get the labels of its zone and region',
  ),
  obeyedSetting(
    'policy/PodDisruptionBudget',
    'status.disruptionsAllowed',
    'evictions decrement it; with `--controllers=disruption-controller` it is computed from `spec`',
  ),
]

const classes: readonly StoredSetting[] = [
  obeyedSetting(
    'storage.*/StorageClass',
    'annotation storageclass.kubernetes.io/is-default-class',
    'claims that name no class get the newest default class',
  ),
  obeyedSetting(
    'storage.*/StorageClass',
    'allowVolumeExpansion',
    'claims grow if they are bound and their class allows it',
  ),
  obeyedSetting(
    'networking.*/IngressClass',
    'annotation ingressclass.kubernetes.io/is-default-class',
    'ingresses that name no class get the newest default class',
  ),
]

const others: readonly StoredSetting[] = [
  obeyedSetting(
    '*/*',
    'metadata.finalizers',
    'a deleted object stays until its list of finalizers is empty',
  ),
  obeyedSetting('*/*', 'metadata.ownerReferences', 'dependents are deleted with their owners'),
  obeyedSetting('/ConfigMap', 'immutable', 'changes of the data and of the field are refused'),
  obeyedSetting('/Secret', 'immutable', 'changes of the data and of the field are refused'),
  harmlessSetting(
    '/Secret',
    'type: bootstrap.kubernetes.io/token',
    'the token authenticates nobody; in a genuine server it does so only with a flag',
  ),
  harmlessSetting(
    '/Secret',
    'type: kubernetes.io/service-account-token',
    'stays empty without `--controllers=serviceaccount-token-controller`, as on a kube-apiserver without a controller manager',
  ),
  harmlessSetting(
    'certificates.*/CertificateSigningRequest',
    'spec.signerName',
    'requests stay pending without `--controllers`: a kube-apiserver without a controller manager signs nothing either',
  ),
  harmlessSetting(
    'networking.*/ServiceCIDR',
    'spec.cidrs',
    'services get addresses of 10.96.0.0/12, which are never exhausted, and keep explicit ones',
  ),
  refusedSetting('networking.*/IPAddress', {
    setting: 'the object',
    reason: 'addresses of services are not reserved, so neither would this one be',
    hint: 'leave it out',
    when: [whenFilled('spec')],
  }),
]

const missing: readonly StoredSetting[] = [
  unservedType('apiregistration.*/APIService', 'v1/apiservices', 'no aggregation of other servers'),
  unservedType(
    'flowcontrol.apiserver.*/FlowSchema',
    'v1/flowschemas',
    'no API priority and fairness',
  ),
  unservedType(
    'flowcontrol.apiserver.*/PriorityLevelConfiguration',
    'v1/prioritylevelconfigurations',
    'no API priority and fairness',
  ),
  unservedType('node.*/RuntimeClass', 'v1/runtimeclasses', 'no runtime classes or pod overhead'),
  unservedType(
    'resource.*/ResourceClaim',
    'v1/namespaces/default/resourceclaims',
    'no dynamic resource allocation',
  ),
  unservedType(
    'storagemigration.*/StorageVersionMigration',
    'v1beta1/storageversionmigrations',
    'no storage migration',
  ),
  unservedType(
    'certificates.*/ClusterTrustBundle',
    'v1beta1/clustertrustbundles',
    'no trust bundles',
  ),
]

export const settingsTable: readonly StoredSetting[] = [
  ...admission,
  ...authorization,
  ...custom,
  ...namespaces,
  ...podAdmission,
  ...classes,
  ...others,
  ...missing,
]
