// How many pods there are: autoscalers and disruption budgets.

import { labelSelector } from './meta.table.ts'
import {
  amount,
  atLeast,
  atMost,
  format,
  law,
  natural,
  oneOf,
  positive,
  required,
  type Rule,
  type Table,
  when,
  word,
} from './vocabulary.ts'

const reference: Table = {
  kind: [required(), format('pathSegment')],
  name: [required(), format('pathSegment')],
}

const target: Table = {
  type: [
    required('must specify a metric target type'),
    word(
      'must be either Utilization, Value, or AverageValue',
      'Utilization',
      'Value',
      'AverageValue',
    ),
  ],
  value: [amount(1, 'must be positive')],
  averageValue: [amount(1, 'must be positive')],
  averageUtilization: [atLeast(1, 'must be greater than 0')],
}

const metric: Table = {
  name: [required('must specify a metric name'), format('pathSegment')],
}

const utilization: Table = {
  name: [required('must specify a resource name')],
  target: [target, law('rawOrUtilization')],
}

const sources = ['Object', 'External', 'Pods', 'Resource', 'ContainerResource']

const metricSource: Table = {
  type: [required('must specify a metric source type'), oneOf(...sources)],
  '': [law('oneMetricSource')],
  object: [
    {
      describedObject: [reference, { apiVersion: [format('groupVersion')] }],
      metric: [metric],
      target: [target, law('valueOrAverage')],
    },
  ],
  external: [{ metric: [metric], target: [target, law('valueXorAverage')] }],
  pods: [{ metric: [metric], target: [target] }],
  'pods.target.averageValue': [required('must specify a positive target averageValue')],
  resource: [utilization],
  containerResource: [
    utilization,
    {
      name: [law('containerResourceName')],
      container: [required('must specify a container'), format('dnsLabel')],
    },
  ],
}

const zeroOrMore: Rule = atLeast(0, 'must be greater than or equal to zero')

const scaling: Table = {
  stabilizationWindowSeconds: [zeroOrMore, atMost(3600)],
  selectPolicy: [oneOf('Disabled', 'Max', 'Min')],
  policies: [required('must specify at least one Policy')],
  'policies[].type': [oneOf('Percent', 'Pods')],
  'policies[].value': [positive],
  'policies[].periodSeconds': [positive, atMost(1800)],
  tolerance: [amount()],
}

export const autoscaler: Table = {
  spec: [
    {
      scaleTargetRef: [reference, { apiVersion: [law('versionWithGroup')] }],
      minReplicas: [atLeast(1, 'must be greater than or equal to 1')],
      maxReplicas: [atLeast(1, 'must be greater than 0')],
      '': [law('scalingRange')],
      'metrics[]': [metricSource],
      'behavior.scaleUp': [scaling],
      'behavior.scaleDown': [scaling],
    },
  ],
}

export const disruptionBudget: Table = {
  spec: [
    {
      minAvailable: [law('numberOrShare'), law('atMostAll')],
      maxUnavailable: [law('numberOrShare'), law('atMostAll')],
      '': [law('oneBudget')],
      selector: [labelSelector],
      unhealthyPodEvictionPolicy: [oneOf('AlwaysAllow', 'IfHealthyBudget')],
    },
  ],
}

export const priorityClass: Table = {
  value: [law('priorityValue'), law('priorityKept')],
  preemptionPolicy: [oneOf('PreemptLowerPriority', 'Never'), law('policyKept')],
}

export const lease: Table = {
  spec: [
    {
      leaseDurationSeconds: [positive],
      leaseTransitions: [natural],
      strategy: [format('leaseStrategy')],
      '': [law('preferredHolder')],
    },
  ],
}

const request: Table = {
  signerName: [required(), format('signerName')],
  expirationSeconds: [
    atLeast(600, 'may not specify a duration less than 600 seconds (10 minutes)'),
  ],
  request: [law('certificateRequest')],
  usages: [required(), law('usagesOnce')],
}

export const certificateRequest: Table = {
  '': [when('creating', { spec: [request] })],
}
