// Rules of pods and pod templates.

import {
  container,
  securityIdRules,
  initContainer,
  securityProfileRules,
} from './containers.table.ts'
import {
  labels,
  labelSelector,
  nodeSelector,
  preferredNodes,
  metadataOfTemplate,
} from './meta.table.ts'
import {
  atLeast,
  forbiddenField,
  format,
  alwaysInvalid,
  validatorRule,
  not,
  supportedValues,
  positive,
  range,
  requiredField,
  type RuleTable,
  uniqueItems,
  when,
  memberIs,
} from './rule-table.ts'
import { volume } from './volumes.table.ts'

const weight = { is: 'range', min: 1, max: 100, because: 'must be in the range 1-100' } as const

const affinityTerm: RuleTable = {
  topologyKey: [requiredField('can not be empty'), format('qualifiedName')],
  'namespaces[] => namespace': [format('dnsLabel')],
  labelSelector: [labelSelector],
  namespaceSelector: [labelSelector],
  'matchLabelKeys[]': [format('qualifiedName')],
  'mismatchLabelKeys[]': [format('qualifiedName')],
  '': [
    when(memberIs('labelSelector', undefined), {
      matchLabelKeys: [forbiddenField('must not be specified when labelSelector is not set')],
      mismatchLabelKeys: [forbiddenField('must not be specified when labelSelector is not set')],
    }),
  ],
}

const podAffinity: RuleTable = {
  'requiredDuringSchedulingIgnoredDuringExecution[]': [affinityTerm],
  'preferredDuringSchedulingIgnoredDuringExecution[].weight': [weight],
  'preferredDuringSchedulingIgnoredDuringExecution[].podAffinityTerm': [affinityTerm],
}

const affinity: RuleTable = {
  'nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution': [nodeSelector],
  'nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[].weight': [weight],
  'nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[].preference': [preferredNodes],
  podAffinity: [podAffinity],
  podAntiAffinity: [podAffinity],
}

const toleration: RuleTable = {
  key: [format('qualifiedNameOrEmpty')],
  operator: [supportedValues('Equal', 'Exists', '')],
  effect: [supportedValues('NoSchedule', 'PreferNoSchedule', 'NoExecute', '')],
  '': [
    when(
      { all: [memberIs('key', undefined, ''), not(memberIs('operator', 'Exists'))] },
      {
        operator: [validatorRule('operatorWithoutKey')],
      },
    ),
    when(not(memberIs('tolerationSeconds', undefined)), {
      effect: [validatorRule('effectOfSeconds')],
    }),
    when(memberIs('operator', undefined, '', 'Equal'), {
      'value => operator': [format('labelValue')],
    }),
    when(memberIs('operator', 'Exists'), { 'value => operator': [validatorRule('noValue')] }),
  ],
}

const spread: RuleTable = {
  maxSkew: [positive],
  minDomains: [positive],
  topologyKey: [requiredField('can not be empty')],
  whenUnsatisfiable: [supportedValues('DoNotSchedule', 'ScheduleAnyway')],
  nodeAffinityPolicy: [supportedValues('Honor', 'Ignore')],
  nodeTaintsPolicy: [supportedValues('Honor', 'Ignore')],
  labelSelector: [labelSelector],
  'matchLabelKeys[]': [format('qualifiedName')],
  '': [
    when(memberIs('labelSelector', undefined), {
      matchLabelKeys: [forbiddenField('must not be specified when labelSelector is not set')],
    }),
    when(not(memberIs('whenUnsatisfiable', 'DoNotSchedule')), {
      minDomains: [alwaysInvalid('can only use minDomains if whenUnsatisfiable=DoNotSchedule')],
    }),
  ],
}

const securityContext: RuleTable = {
  ...securityIdRules,
  ...securityProfileRules,
  fsGroupChangePolicy: [supportedValues('Always', 'OnRootMismatch')],
  supplementalGroupsPolicy: [supportedValues('Merge', 'Strict')],
  seLinuxChangePolicy: [supportedValues('MountOption', 'Recursive')],
  sysctls: [uniqueItems(['name'], 'name')],
  'sysctls[].name': [requiredField(), format('sysctl')],
}

export const podSpec: RuleTable = {
  'volumes[]': [volume],
  volumes: [uniqueItems(['name'], 'name')],
  containers: [requiredField(), uniqueItems(['name'], 'name'), validatorRule('hostPorts')],
  'containers[]': [container],
  'initContainers[]': [initContainer],
  initContainers: [validatorRule('initNames')],
  restartPolicy: [requiredField(), supportedValues('Always', 'OnFailure', 'Never')],
  dnsPolicy: [
    requiredField(),
    supportedValues('ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'),
  ],
  nodeSelector: [labels],
  securityContext: [securityContext],
  affinity: [affinity],
  'dnsConfig.nameservers[]': [format('legacyAddress')],
  'dnsConfig.nameservers': [validatorRule('nameservers')],
  'dnsConfig.searches[]': [format('searchDomain')],
  'readinessGates[].conditionType': [format('qualifiedName')],
  schedulingGates: [uniqueItems(['name'])],
  'schedulingGates[]': [{ 'name => ': [format('qualifiedName')] }],
  'topologySpreadConstraints[]': [spread],
  topologySpreadConstraints: [validatorRule('spreadTwice')],
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
  preemptionPolicy: [supportedValues('PreemptLowerPriority', 'Never')],
  'os.name': [requiredField()],
  'os.name => os': [supportedValues('linux', 'windows')],
  terminationGracePeriodSeconds: [atLeast(-2_147_483_648)],
  overhead: [validatorRule('overhead')],
  '': [
    when(memberIs('hostNetwork', true), { containers: [validatorRule('portsOfNode')] }),
    when(memberIs('dnsPolicy', 'None'), {
      dnsConfig: [requiredField('must provide `dnsConfig` when `dnsPolicy` is None')],
      'dnsConfig.nameservers': [
        requiredField('must provide at least one DNS nameserver when `dnsPolicy` is None'),
      ],
    }),
    when(
      { all: [memberIs('hostPID', true), memberIs('shareProcessNamespace', true)] },
      {
        'shareProcessNamespace => securityContext.shareProcessNamespace': [
          alwaysInvalid('ShareProcessNamespace and HostPID cannot both be enabled'),
        ],
      },
    ),
  ],
}

export const podTemplate: RuleTable = {
  ...metadataOfTemplate,
  spec: [
    podSpec,
    {
      ephemeralContainers: [forbiddenField('ephemeral containers not allowed in pod template')],
    },
  ],
}

export const podRules: RuleTable = {
  spec: [
    podSpec,
    {
      volumes: [validatorRule('tokensOfAccount')],
      tolerations: [validatorRule('tolerationsKept')],
      schedulingGates: [validatorRule('gatesOnlyGo')],
      activeDeadlineSeconds: [validatorRule('deadlineSooner')],
      '': [
        when('creating', {
          ephemeralContainers: [forbiddenField('cannot be set on create')],
          '': [
            when(not(memberIs('schedulingGates', undefined)), {
              nodeName: [
                forbiddenField('cannot be set until all schedulingGates have been cleared'),
              ],
            }),
          ],
        }),
        validatorRule('podKept'),
      ],
    },
  ],
}
