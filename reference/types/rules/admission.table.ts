// Rules of webhook configurations and admission policies.

import { labelSelector } from './meta.table.ts'
import {
  maxItems,
  format,
  hasMember,
  memberIs,
  validatorRule,
  not,
  supportedValues,
  portNumber,
  requiredField,
  type RuleTable,
  uniqueItems,
  when,
} from './rule-table.ts'

const rule: RuleTable = {
  operations: [requiredField(), validatorRule('wildcardAlone')],
  'operations[]': [supportedValues('*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE')],
  apiGroups: [requiredField(), validatorRule('wildcardAlone')],
  apiVersions: [requiredField(), validatorRule('wildcardAlone')],
  'apiVersions[]': [requiredField()],
  resources: [requiredField(), validatorRule('resourcesOfRule')],
  'resources[]': [requiredField()],
  scope: [supportedValues('*', 'Cluster', 'Namespaced')],
}

const condition: RuleTable = {
  name: [requiredField(), format('qualifiedNameOrEmpty')],
  expression: [validatorRule('conditionExpression')],
}

const conditions: RuleTable = {
  matchConditions: [maxItems(64), uniqueItems(['name'], 'name')],
  'matchConditions[]': [condition],
}

const webhook: RuleTable = {
  ...conditions,
  name: [validatorRule('fullName')],
  'rules[]': [rule],
  failurePolicy: [supportedValues('Fail', 'Ignore')],
  matchPolicy: [supportedValues('Equivalent', 'Exact')],
  sideEffects: [
    requiredField('must specify one of None, NoneOnDryRun'),
    supportedValues('None', 'NoneOnDryRun'),
  ],
  timeoutSeconds: [
    { is: 'range', min: 1, max: 30, because: 'the timeout value must be between 1 and 30 seconds' },
  ],
  namespaceSelector: [labelSelector],
  objectSelector: [labelSelector],
  clientConfig: [
    validatorRule('urlOrService'),
    when(not(hasMember('service')), { url: [validatorRule('webhookUrl')] }),
    when(not(hasMember('url')), {
      service: [
        {
          // The genuine server reports a missing `name` at `namespace`, and a missing `namespace`
          // at `name`.
          'name => namespace': [requiredField()],
          'namespace => name': [requiredField()],
          port: [portNumber],
          path: [validatorRule('servicePath')],
        },
      ],
    }),
  ],
  admissionReviewVersions: [validatorRule('reviewVersions')],
}

export const validatingWebhooks: RuleTable = {
  webhooks: [uniqueItems(['name'], 'name')],
  'webhooks[]': [webhook],
}

export const mutatingWebhooks: RuleTable = {
  webhooks: [uniqueItems(['name'], 'name')],
  'webhooks[]': [webhook, { reinvocationPolicy: [supportedValues('IfNeeded', 'Never')] }],
}

const matched: RuleTable = {
  matchPolicy: [supportedValues('Equivalent', 'Exact')],
  namespaceSelector: [labelSelector],
  objectSelector: [labelSelector],
  'resourceRules[]': [rule, { resourceNames: [validatorRule('resourceNames')] }],
  'excludeResourceRules[]': [rule, { resourceNames: [validatorRule('resourceNames')] }],
}

const paramKind: RuleTable = {
  apiVersion: [requiredField(), validatorRule('versionOfGroup')],
  kind: [requiredField(), validatorRule('lowerLabel')],
}

const policy: RuleTable = {
  ...conditions,
  failurePolicy: [supportedValues('Fail', 'Ignore')],
  paramKind: [paramKind],
  matchConstraints: [requiredField(), matched],
  'matchConstraints.resourceRules': [requiredField()],
  'variables[]': [
    {
      name: [requiredField(), format('identifierOrEmpty')],
      expression: [validatorRule('variableExpression')],
    },
  ],
}

export const validatingPolicy: RuleTable = {
  spec: [
    policy,
    {
      '': [validatorRule('someValidation')],
      'validations[]': [
        {
          expression: [validatorRule('validationExpression')],
          message: [validatorRule('validationMessage')],
          messageExpression: [validatorRule('messageExpression')],
          reason: [supportedValues('Forbidden', 'Invalid', 'RequestEntityTooLarge')],
        },
      ],
      auditAnnotations: [maxItems(20), uniqueItems(['key'], 'key')],
      'auditAnnotations[]': [
        { key: [validatorRule('auditKey')], valueExpression: [validatorRule('auditExpression')] },
      ],
    },
  ],
}

export const mutatingPolicy: RuleTable = {
  spec: [
    policy,
    {
      reinvocationPolicy: [requiredField(), supportedValues('IfNeeded', 'Never')],
      'matchConstraints.resourceRules[].operations[] => matchConstraints.resourceRules.operations':
        [supportedValues('*', 'CONNECT', 'CREATE', 'UPDATE')],
      mutations: [requiredField('mutations must contain at least one item')],
      'mutations[]': [
        {
          patchType: [requiredField(), supportedValues('ApplyConfiguration', 'JSONPatch')],
          '': [validatorRule('oneMutation')],
          applyConfiguration: [
            when(memberIs('^patchType', 'ApplyConfiguration'), {
              expression: [validatorRule('applyExpression')],
            }),
          ],
          jsonPatch: [
            when(memberIs('^patchType', 'JSONPatch'), {
              expression: [validatorRule('patchExpression')],
            }),
          ],
        },
      ],
    },
  ],
}

const paramRef: RuleTable = {
  '': [validatorRule('paramRef')],
  parameterNotFoundAction: [requiredField(), supportedValues('Allow', 'Deny')],
  selector: [labelSelector],
}

export const validatingBinding: RuleTable = {
  spec: [
    {
      policyName: [requiredField(), format('subdomainOrEmpty')],
      paramRef: [paramRef],
      matchResources: [matched],
      validationActions: [requiredField(), validatorRule('validationActions')],
      'validationActions[]': [supportedValues('Audit', 'Deny', 'Warn')],
    },
  ],
}

export const mutatingBinding: RuleTable = {
  spec: [
    {
      policyName: [requiredField(), format('subdomainOrEmpty')],
      paramRef: [paramRef],
      matchResources: [matched],
    },
  ],
}
