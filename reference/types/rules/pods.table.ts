// Pods, and the templates from which others make them.

import { container, ids, initContainer, profiles } from './containers.table.ts'
import {
  labels,
  labelSelector,
  nodeSelector,
  preferredNodes,
  metadataOfTemplate,
} from './meta.table.ts'
import {
  atLeast,
  forbidden,
  format,
  invalid,
  law,
  not,
  oneOf,
  positive,
  range,
  required,
  type Table,
  unique,
  when,
  where,
} from './vocabulary.ts'
import { volume } from './volumes.table.ts'

const weight = { is: 'range', min: 1, max: 100, because: 'must be in the range 1-100' } as const

const affinityTerm: Table = {
  topologyKey: [required('can not be empty'), format('qualifiedName')],
  'namespaces[] => namespace': [format('dnsLabel')],
  labelSelector: [labelSelector],
  namespaceSelector: [labelSelector],
  'matchLabelKeys[]': [format('qualifiedName')],
  'mismatchLabelKeys[]': [format('qualifiedName')],
  '': [
    when(where('labelSelector', undefined), {
      matchLabelKeys: [forbidden('must not be specified when labelSelector is not set')],
      mismatchLabelKeys: [forbidden('must not be specified when labelSelector is not set')],
    }),
  ],
}

const podAffinity: Table = {
  'requiredDuringSchedulingIgnoredDuringExecution[]': [affinityTerm],
  'preferredDuringSchedulingIgnoredDuringExecution[].weight': [weight],
  'preferredDuringSchedulingIgnoredDuringExecution[].podAffinityTerm': [affinityTerm],
}

const affinity: Table = {
  'nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution': [nodeSelector],
  'nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[].weight': [weight],
  'nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[].preference': [preferredNodes],
  podAffinity: [podAffinity],
  podAntiAffinity: [podAffinity],
}

const toleration: Table = {
  key: [format('qualifiedNameOrEmpty')],
  operator: [oneOf('Equal', 'Exists', '')],
  effect: [oneOf('NoSchedule', 'PreferNoSchedule', 'NoExecute', '')],
  '': [
    when(
      { all: [where('key', undefined, ''), not(where('operator', 'Exists'))] },
      {
        operator: [law('operatorWithoutKey')],
      },
    ),
    when(not(where('tolerationSeconds', undefined)), {
      effect: [law('effectOfSeconds')],
    }),
    when(where('operator', undefined, '', 'Equal'), {
      'value => operator': [format('labelValue')],
    }),
    when(where('operator', 'Exists'), { 'value => operator': [law('noValue')] }),
  ],
}

const spread: Table = {
  maxSkew: [positive],
  minDomains: [positive],
  topologyKey: [required('can not be empty')],
  whenUnsatisfiable: [oneOf('DoNotSchedule', 'ScheduleAnyway')],
  nodeAffinityPolicy: [oneOf('Honor', 'Ignore')],
  nodeTaintsPolicy: [oneOf('Honor', 'Ignore')],
  labelSelector: [labelSelector],
  'matchLabelKeys[]': [format('qualifiedName')],
  '': [
    when(where('labelSelector', undefined), {
      matchLabelKeys: [forbidden('must not be specified when labelSelector is not set')],
    }),
    when(not(where('whenUnsatisfiable', 'DoNotSchedule')), {
      minDomains: [invalid('can only use minDomains if whenUnsatisfiable=DoNotSchedule')],
    }),
  ],
}

const securityContext: Table = {
  ...ids,
  ...profiles,
  fsGroupChangePolicy: [oneOf('Always', 'OnRootMismatch')],
  supplementalGroupsPolicy: [oneOf('Merge', 'Strict')],
  seLinuxChangePolicy: [oneOf('MountOption', 'Recursive')],
  sysctls: [unique(['name'], 'name')],
  'sysctls[].name': [required(), format('sysctl')],
}

export const podSpec: Table = {
  'volumes[]': [volume],
  volumes: [unique(['name'], 'name')],
  containers: [required(), unique(['name'], 'name'), law('hostPorts')],
  'containers[]': [container],
  'initContainers[]': [initContainer],
  initContainers: [law('initNames')],
  restartPolicy: [required(), oneOf('Always', 'OnFailure', 'Never')],
  dnsPolicy: [required(), oneOf('ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None')],
  nodeSelector: [labels],
  securityContext: [securityContext],
  affinity: [affinity],
  'dnsConfig.nameservers[]': [format('legacyAddress')],
  'dnsConfig.nameservers': [law('nameservers')],
  'dnsConfig.searches[]': [format('searchDomain')],
  'readinessGates[].conditionType': [format('qualifiedName')],
  schedulingGates: [unique(['name'])],
  'schedulingGates[]': [{ 'name => ': [format('qualifiedName')] }],
  'topologySpreadConstraints[]': [spread],
  topologySpreadConstraints: [law('spreadTwice')],
  serviceAccountName: [format('subdomainOrEmpty')],
  nodeName: [format('subdomainOrEmpty')],
  activeDeadlineSeconds: [range(1, 2_147_483_647)],
  hostname: [format('dnsLabelOrEmpty')],
  subdomain: [format('dnsLabelOrEmpty')],
  'tolerations[]': [toleration],
  'hostAliases[].ip': [format('legacyAddress')],
  'hostAliases[].hostnames[]': [format('subdomain')],
  priorityClassName: [format('subdomainOrEmpty')],
  runtimeClassName: [format('subdomain')],
  preemptionPolicy: [oneOf('PreemptLowerPriority', 'Never')],
  'os.name': [required()],
  'os.name => os': [oneOf('linux', 'windows')],
  terminationGracePeriodSeconds: [atLeast(-2_147_483_648)],
  '': [
    when(where('dnsPolicy', 'None'), {
      dnsConfig: [required('must provide `dnsConfig` when `dnsPolicy` is None')],
      'dnsConfig.nameservers': [
        required('must provide at least one DNS nameserver when `dnsPolicy` is None'),
      ],
    }),
    when(
      { all: [where('hostPID', true), where('shareProcessNamespace', true)] },
      {
        'shareProcessNamespace => securityContext.shareProcessNamespace': [
          invalid('ShareProcessNamespace and HostPID cannot both be enabled'),
        ],
      },
    ),
  ],
}

export const podTemplate: Table = {
  ...metadataOfTemplate,
  spec: [
    podSpec,
    {
      ephemeralContainers: [forbidden('ephemeral containers not allowed in pod template')],
    },
  ],
}

export const pod: Table = {
  spec: [
    podSpec,
    {
      volumes: [law('tokensOfAccount')],
      tolerations: [law('tolerationsKept')],
      schedulingGates: [law('gatesOnlyGo')],
      activeDeadlineSeconds: [law('deadlineSooner')],
      '': [
        when('creating', {
          ephemeralContainers: [forbidden('cannot be set on create')],
          '': [
            when(not(where('schedulingGates', undefined)), {
              nodeName: [forbidden('cannot be set until all schedulingGates have been cleared')],
            }),
          ],
        }),
        law('podKept'),
      ],
    },
  ],
}
