// Rules of autoscalers, disruption budgets, priority classes, leases and certificate requests.

import { labelSelector } from './meta.table.ts'
import {
  quantityAtLeast,
  atLeast,
  atMost,
  format,
  validatorRule,
  nonNegative,
  supportedValues,
  positive,
  requiredField,
  type BuiltInRule,
  type RuleTable,
  when,
  oneOfOrInvalid,
} from './rule-table.ts'

const reference: RuleTable = {
  kind: [requiredField(), format('pathSegment')],
  name: [requiredField(), format('pathSegment')],
}

const target: RuleTable = {
  type: [
    requiredField('must specify a metric target type'),
    oneOfOrInvalid(
      'must be either Utilization, Value, or AverageValue',
      'Utilization',
      'Value',
      'AverageValue',
    ),
  ],
  value: [quantityAtLeast(1, 'must be positive')],
  averageValue: [quantityAtLeast(1, 'must be positive')],
  averageUtilization: [atLeast(1, 'must be greater than 0')],
}

const metric: RuleTable = {
  name: [requiredField('must specify a metric name'), format('pathSegment')],
}

const utilization: RuleTable = {
  name: [requiredField('must specify a resource name')],
  target: [target, validatorRule('rawOrUtilization')],
}

const sources = ['Object', 'External', 'Pods', 'Resource', 'ContainerResource']

const metricSource: RuleTable = {
  type: [requiredField('must specify a metric source type'), supportedValues(...sources)],
  '': [validatorRule('oneMetricSource')],
  object: [
    {
      describedObject: [reference, { apiVersion: [format('groupVersion')] }],
      metric: [metric],
      target: [target, validatorRule('valueOrAverage')],
    },
  ],
  external: [{ metric: [metric], target: [target, validatorRule('valueXorAverage')] }],
  pods: [{ metric: [metric], target: [target] }],
  'pods.target.averageValue': [requiredField('must specify a positive target averageValue')],
  resource: [utilization],
  containerResource: [
    utilization,
    {
      name: [validatorRule('containerResourceName')],
      container: [requiredField('must specify a container'), format('dnsLabel')],
    },
  ],
}

const zeroOrMore: BuiltInRule = atLeast(0, 'must be greater than or equal to zero')

const scaling: RuleTable = {
  stabilizationWindowSeconds: [zeroOrMore, atMost(3600)],
  selectPolicy: [supportedValues('Disabled', 'Max', 'Min')],
  policies: [requiredField('must specify at least one Policy')],
  'policies[].type': [supportedValues('Percent', 'Pods')],
  'policies[].value': [positive],
  'policies[].periodSeconds': [positive, atMost(1800)],
  tolerance: [quantityAtLeast()],
}

export const autoscaler: RuleTable = {
  spec: [
    {
      scaleTargetRef: [reference, { apiVersion: [validatorRule('versionWithGroup')] }],
      minReplicas: [atLeast(1, 'must be greater than or equal to 1')],
      maxReplicas: [atLeast(1, 'must be greater than 0')],
      '': [validatorRule('scalingRange')],
      'metrics[]': [metricSource],
      'behavior.scaleUp': [scaling],
      'behavior.scaleDown': [scaling],
    },
  ],
}

export const disruptionBudget: RuleTable = {
  spec: [
    {
      minAvailable: [validatorRule('numberOrShare'), validatorRule('atMostAll')],
      maxUnavailable: [validatorRule('numberOrShare'), validatorRule('atMostAll')],
      '': [validatorRule('oneBudget')],
      selector: [labelSelector],
      unhealthyPodEvictionPolicy: [supportedValues('AlwaysAllow', 'IfHealthyBudget')],
    },
  ],
}

export const priorityClass: RuleTable = {
  value: [validatorRule('priorityValue'), validatorRule('priorityKept')],
  preemptionPolicy: [supportedValues('PreemptLowerPriority', 'Never'), validatorRule('policyKept')],
}

export const lease: RuleTable = {
  spec: [
    {
      leaseDurationSeconds: [positive],
      leaseTransitions: [nonNegative],
      strategy: [format('leaseStrategy')],
      '': [validatorRule('preferredHolder')],
    },
  ],
}

const request: RuleTable = {
  signerName: [requiredField(), format('signerName')],
  expirationSeconds: [
    atLeast(600, 'may not specify a duration less than 600 seconds (10 minutes)'),
  ],
  request: [validatorRule('certificateRequest')],
  usages: [requiredField(), validatorRule('usagesOnce')],
}

export const certificateRequest: RuleTable = {
  '': [when('creating', { spec: [request] })],
}
