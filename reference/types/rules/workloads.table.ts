// Rules of workloads: sets, deployments and jobs.

import { labelSelector } from './meta.table.ts'
import { podTemplate } from './pods.table.ts'
import {
  atMost,
  maxItems,
  immutable,
  forbiddenField,
  format,
  hasMember,
  alwaysInvalid,
  validatorRule,
  nonNegative,
  not,
  supportedValues,
  requiredField,
  type BuiltInRule,
  type RuleTable,
  when,
  memberIs,
  oneOfOrInvalid,
} from './rule-table.ts'
import { claimSpec } from './claims.table.ts'

const withoutDeadline = (kind: string): BuiltInRule =>
  forbiddenField(`activeDeadlineSeconds in ${kind} is not Supported`)

/** Rules of workloads whose pods run until they are deleted. */
const lasting = (kind: string, selects: BuiltInRule): RuleTable => ({
  replicas: [nonNegative],
  minReadySeconds: [nonNegative],
  revisionHistoryLimit: [nonNegative],
  selector: [labelSelector, validatorRule('notEmptySelector')],
  '': [selects],
  template: [podTemplate, { spec: [validatorRule('restartAlways')] }],
  'template.spec.activeDeadlineSeconds': [withoutDeadline(kind)],
})

export const deployment: RuleTable = {
  spec: [
    lasting('ReplicaSet', validatorRule('selectsTemplate')),
    {
      selector: [immutable()],
      progressDeadlineSeconds: [nonNegative],
      'strategy.type => strategy': [supportedValues('Recreate', 'RollingUpdate')],
      'strategy.rollingUpdate': [
        {
          maxUnavailable: [validatorRule('numberOrShare'), validatorRule('atMostAll')],
          maxSurge: [validatorRule('numberOrShare')],
          '': [validatorRule('someMovement')],
        },
      ],
      strategy: [
        when(memberIs('type', 'Recreate'), {
          rollingUpdate: [
            forbiddenField("may not be specified when strategy `type` is 'Recreate'"),
          ],
        }),
      ],
      '': [validatorRule('progressAfterReady')],
    },
  ],
}

export const replicaSet: RuleTable = {
  spec: [lasting('ReplicaSet', validatorRule('selectsTemplate')), { selector: [immutable()] }],
}

export const daemonSet: RuleTable = {
  spec: [
    lasting('DaemonSet', validatorRule('selectsQuietly')),
    {
      selector: [immutable()],
      'updateStrategy.type => updateStrategy': [supportedValues('RollingUpdate', 'OnDelete')],
      updateStrategy: [
        when(memberIs('type', 'RollingUpdate'), {
          rollingUpdate: [
            {
              maxUnavailable: [validatorRule('numberOrShare'), validatorRule('atMostAll')],
              maxSurge: [validatorRule('numberOrShare'), validatorRule('atMostAll')],
              '': [validatorRule('oneMovement')],
            },
          ],
        }),
      ],
    },
  ],
}

export const statefulSet: RuleTable = {
  spec: [
    lasting('StatefulSet', validatorRule('selectsTemplate')),
    {
      podManagementPolicy: [
        oneOfOrInvalid("must be 'OrderedReady' or 'Parallel'", 'OrderedReady', 'Parallel'),
      ],
      'updateStrategy.type => updateStrategy': [
        oneOfOrInvalid("must be 'RollingUpdate' or 'OnDelete'", 'RollingUpdate', 'OnDelete'),
      ],
      updateStrategy: [
        when(memberIs('type', 'OnDelete'), {
          rollingUpdate: [alwaysInvalid("only allowed for updateStrategy 'RollingUpdate'")],
        }),
        when(memberIs('type', 'RollingUpdate'), {
          'rollingUpdate.partition': [nonNegative],
        }),
      ],
      'persistentVolumeClaimRetentionPolicy.whenDeleted': [supportedValues('Delete', 'Retain')],
      'persistentVolumeClaimRetentionPolicy.whenScaled': [supportedValues('Delete', 'Retain')],
      'ordinals.start': [nonNegative],
      '': [
        when('creating', {
          serviceName: [format('dnsLabelOrEmpty')],
          'volumeClaimTemplates[].spec': [claimSpec],
        }),
        validatorRule('keptOfStatefulSet'),
        validatorRule('claimsOfTemplates'),
      ],
    },
  ],
}

export const replicationController: RuleTable = {
  spec: [
    {
      replicas: [nonNegative],
      minReadySeconds: [nonNegative],
      template: [podTemplate, { spec: [validatorRule('restartAlways')] }],
      'template.spec.activeDeadlineSeconds': [withoutDeadline('ReplicationController')],
      '': [validatorRule('mapSelectsTemplate')],
    },
  ],
}

const failureRule: RuleTable = {
  action: [requiredField(), supportedValues('Count', 'FailIndex', 'FailJob', 'Ignore')],
  '': [validatorRule('oneFailureSign')],
  'onExitCodes.operator': [requiredField(), supportedValues('In', 'NotIn')],
  'onExitCodes.containerName': [validatorRule('namedContainer')],
  onExitCodes: [validatorRule('exitCodes')],
  onPodConditions: [maxItems(20)],
  'onPodConditions[].type': [format('qualifiedName')],
  'onPodConditions[].status': [requiredField(), supportedValues('False', 'True', 'Unknown')],
}

const indexed = 'requires indexed completion mode'

const jobSpec: RuleTable = {
  parallelism: [nonNegative],
  completions: [nonNegative],
  activeDeadlineSeconds: [nonNegative],
  backoffLimit: [nonNegative],
  ttlSecondsAfterFinished: [nonNegative],
  backoffLimitPerIndex: [nonNegative],
  maxFailedIndexes: [nonNegative],
  managedBy: [format('qualifiedOfDomain'), validatorRule('shortManager')],
  completionMode: [supportedValues('Indexed', 'NonIndexed')],
  podReplacementPolicy: [validatorRule('replacement')],
  'podFailurePolicy.rules': [maxItems(20)],
  'podFailurePolicy.rules[]': [failureRule],
  template: [podTemplate],
  'template.spec': [validatorRule('restartOfJob')],
  selector: [labelSelector],
  '': [
    when(memberIs('completionMode', 'Indexed'), {
      completions: [requiredField('when completion mode is Indexed')],
      parallelism: [
        atMost(100_000, 'must be less than or equal to 100000 when completion mode is Indexed'),
      ],
      maxFailedIndexes: [atMost(100_000)],
    }),
    when(memberIs('completionMode', 'NonIndexed', undefined), {
      backoffLimitPerIndex: [alwaysInvalid(indexed)],
      maxFailedIndexes: [alwaysInvalid(indexed)],
    }),
    when(not(memberIs('completionMode', 'Indexed')), { successPolicy: [alwaysInvalid(indexed)] }),
    when(
      {
        all: [
          not(memberIs('backoffLimitPerIndex', undefined)),
          memberIs('completionMode', 'Indexed'),
        ],
      },
      {
        '': [validatorRule('failedIndexes')],
      },
    ),
    when(
      { all: [memberIs('backoffLimitPerIndex', undefined), hasMember('maxFailedIndexes')] },
      {
        backoffLimitPerIndex: [requiredField('when maxFailedIndexes is specified')],
      },
    ),
    when(memberIs('completionMode', 'Indexed'), {
      successPolicy: [validatorRule('successPolicy')],
    }),
  ],
}

export const job: RuleTable = {
  spec: [
    jobSpec,
    {
      '': [validatorRule('selectsQuietly')],
      podFailurePolicy: [immutable()],
      backoffLimitPerIndex: [immutable()],
      managedBy: [immutable()],
      successPolicy: [immutable()],
      selector: [requiredField(), immutable()],
      completionMode: [immutable()],
      completions: [validatorRule('completionsKept')],
      template: [validatorRule('jobTemplateKept')],
      'template.spec': [validatorRule('jobPodsKept')],
    },
  ],
}

export const cronJob: RuleTable = {
  spec: [
    {
      schedule: [requiredField(), validatorRule('schedule')],
      timeZone: [format('timeZone')],
      startingDeadlineSeconds: [nonNegative],
      concurrencyPolicy: [requiredField(), supportedValues('Allow', 'Forbid', 'Replace')],
      successfulJobsHistoryLimit: [nonNegative],
      failedJobsHistoryLimit: [nonNegative],
      'jobTemplate.spec': [jobSpec],
      'jobTemplate.spec.selector': [alwaysInvalid('`selector` will be auto-generated')],
      'jobTemplate.spec.manualSelector': [validatorRule('noManualSelector')],
    },
  ],
  'metadata.name': [validatorRule('nameOfCronJob')],
}
