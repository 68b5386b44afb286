// What makes pods: sets, deployments and jobs.

import { labelSelector } from './meta.table.ts'
import { podTemplate } from './pods.table.ts'
import {
  atMost,
  count,
  fixed,
  forbidden,
  format,
  has,
  invalid,
  law,
  natural,
  not,
  oneOf,
  required,
  type Rule,
  type Table,
  when,
  where,
  word,
} from './vocabulary.ts'
import { claimSpec } from './claims.table.ts'

const withoutDeadline = (kind: string): Rule =>
  forbidden(`activeDeadlineSeconds in ${kind} is not Supported`)

/** Pods that run for ever, found by a selector. */
const lasting = (kind: string, selects: Rule): Table => ({
  replicas: [natural],
  minReadySeconds: [natural],
  revisionHistoryLimit: [natural],
  selector: [labelSelector, law('notEmptySelector')],
  '': [selects],
  template: [podTemplate, { spec: [law('restartAlways')] }],
  'template.spec.activeDeadlineSeconds': [withoutDeadline(kind)],
})

export const deployment: Table = {
  spec: [
    lasting('ReplicaSet', law('selectsTemplate')),
    {
      selector: [fixed()],
      progressDeadlineSeconds: [natural],
      'strategy.type => strategy': [oneOf('Recreate', 'RollingUpdate')],
      'strategy.rollingUpdate': [
        {
          maxUnavailable: [law('numberOrShare'), law('atMostAll')],
          maxSurge: [law('numberOrShare')],
          '': [law('someMovement')],
        },
      ],
      strategy: [
        when(where('type', 'Recreate'), {
          rollingUpdate: [forbidden("may not be specified when strategy `type` is 'Recreate'")],
        }),
      ],
      '': [law('progressAfterReady')],
    },
  ],
}

export const replicaSet: Table = {
  spec: [lasting('ReplicaSet', law('selectsTemplate')), { selector: [fixed()] }],
}

export const daemonSet: Table = {
  spec: [
    lasting('DaemonSet', law('selectsQuietly')),
    {
      selector: [fixed()],
      'updateStrategy.type => updateStrategy': [oneOf('RollingUpdate', 'OnDelete')],
      updateStrategy: [
        when(where('type', 'RollingUpdate'), {
          rollingUpdate: [
            {
              maxUnavailable: [law('numberOrShare'), law('atMostAll')],
              maxSurge: [law('numberOrShare'), law('atMostAll')],
              '': [law('oneMovement')],
            },
          ],
        }),
      ],
    },
  ],
}

export const statefulSet: Table = {
  spec: [
    lasting('StatefulSet', law('selectsTemplate')),
    {
      podManagementPolicy: [
        word("must be 'OrderedReady' or 'Parallel'", 'OrderedReady', 'Parallel'),
      ],
      'updateStrategy.type => updateStrategy': [
        word("must be 'RollingUpdate' or 'OnDelete'", 'RollingUpdate', 'OnDelete'),
      ],
      updateStrategy: [
        when(where('type', 'OnDelete'), {
          rollingUpdate: [invalid("only allowed for updateStrategy 'RollingUpdate'")],
        }),
        when(where('type', 'RollingUpdate'), {
          'rollingUpdate.partition': [natural],
        }),
      ],
      'persistentVolumeClaimRetentionPolicy.whenDeleted': [oneOf('Delete', 'Retain')],
      'persistentVolumeClaimRetentionPolicy.whenScaled': [oneOf('Delete', 'Retain')],
      'ordinals.start': [natural],
      '': [
        when('creating', {
          serviceName: [format('dnsLabelOrEmpty')],
          'volumeClaimTemplates[].spec': [claimSpec],
        }),
        law('keptOfStatefulSet'),
        law('claimsOfTemplates'),
      ],
    },
  ],
}

export const replicationController: Table = {
  spec: [
    {
      replicas: [natural],
      minReadySeconds: [natural],
      template: [podTemplate, { spec: [law('restartAlways')] }],
      'template.spec.activeDeadlineSeconds': [withoutDeadline('ReplicationController')],
      '': [law('mapSelectsTemplate')],
    },
  ],
}

const failureRule: Table = {
  action: [required(), oneOf('Count', 'FailIndex', 'FailJob', 'Ignore')],
  '': [law('oneFailureSign')],
  'onExitCodes.operator': [required(), oneOf('In', 'NotIn')],
  'onExitCodes.containerName': [law('namedContainer')],
  onExitCodes: [law('exitCodes')],
  onPodConditions: [count(20)],
  'onPodConditions[].type': [format('qualifiedName')],
  'onPodConditions[].status': [required(), oneOf('False', 'True', 'Unknown')],
}

const indexed = 'requires indexed completion mode'

const jobSpec: Table = {
  parallelism: [natural],
  completions: [natural],
  activeDeadlineSeconds: [natural],
  backoffLimit: [natural],
  ttlSecondsAfterFinished: [natural],
  backoffLimitPerIndex: [natural],
  maxFailedIndexes: [natural],
  managedBy: [format('qualifiedOfDomain'), law('shortManager')],
  completionMode: [oneOf('Indexed', 'NonIndexed')],
  podReplacementPolicy: [law('replacement')],
  'podFailurePolicy.rules': [count(20)],
  'podFailurePolicy.rules[]': [failureRule],
  template: [podTemplate],
  'template.spec': [law('restartOfJob')],
  selector: [labelSelector],
  '': [
    when(where('completionMode', 'Indexed'), {
      completions: [required('when completion mode is Indexed')],
      parallelism: [
        atMost(100_000, 'must be less than or equal to 100000 when completion mode is Indexed'),
      ],
      maxFailedIndexes: [atMost(100_000)],
    }),
    when(where('completionMode', 'NonIndexed', undefined), {
      backoffLimitPerIndex: [invalid(indexed)],
      maxFailedIndexes: [invalid(indexed)],
    }),
    when(not(where('completionMode', 'Indexed')), { successPolicy: [invalid(indexed)] }),
    when(
      { all: [not(where('backoffLimitPerIndex', undefined)), where('completionMode', 'Indexed')] },
      {
        '': [law('failedIndexes')],
      },
    ),
    when(
      { all: [where('backoffLimitPerIndex', undefined), has('maxFailedIndexes')] },
      {
        backoffLimitPerIndex: [required('when maxFailedIndexes is specified')],
      },
    ),
    when(where('completionMode', 'Indexed'), { successPolicy: [law('successPolicy')] }),
  ],
}

export const job: Table = {
  spec: [
    jobSpec,
    {
      '': [law('selectsQuietly')],
      podFailurePolicy: [fixed()],
      backoffLimitPerIndex: [fixed()],
      managedBy: [fixed()],
      successPolicy: [fixed()],
      selector: [required(), fixed()],
      completionMode: [fixed()],
      completions: [law('completionsKept')],
      template: [law('jobTemplateKept')],
      'template.spec': [law('jobPodsKept')],
    },
  ],
}

export const cronJob: Table = {
  spec: [
    {
      schedule: [required(), law('schedule')],
      timeZone: [format('timeZone')],
      startingDeadlineSeconds: [natural],
      concurrencyPolicy: [required(), oneOf('Allow', 'Forbid', 'Replace')],
      successfulJobsHistoryLimit: [natural],
      failedJobsHistoryLimit: [natural],
      'jobTemplate.spec': [jobSpec],
      'jobTemplate.spec.selector': [invalid('`selector` will be auto-generated')],
      'jobTemplate.spec.manualSelector': [law('noManualSelector')],
    },
  ],
  'metadata.name': [law('nameOfCronJob')],
}
