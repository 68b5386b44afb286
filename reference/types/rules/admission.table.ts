// Webhooks and policies that have a say in what is written.

import { labelSelector } from './meta.table.ts'
import {
  count,
  format,
  has,
  law,
  not,
  oneOf,
  port,
  required,
  type Table,
  unique,
  when,
} from './vocabulary.ts'

const rule = (resources: 'resourcesOfRule' | 'namedResources'): Table => ({
  operations: [required(), law('wildcardAlone')],
  'operations[]': [oneOf('*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE')],
  apiGroups: [required(), law('wildcardAlone')],
  apiVersions: [required(), law('wildcardAlone')],
  'apiVersions[]': [required()],
  resources: [required(), law(resources)],
  'resources[]': [required()],
  scope: [oneOf('*', 'Cluster', 'Namespaced')],
})

const condition: Table = {
  name: [required(), format('qualifiedNameOrEmpty')],
  expression: [law('expression')],
}

const conditions: Table = {
  matchConditions: [count(64), unique(['name'], 'name')],
  'matchConditions[]': [condition],
}

const webhook: Table = {
  ...conditions,
  name: [law('fullName')],
  'rules[]': [rule('resourcesOfRule')],
  failurePolicy: [oneOf('Fail', 'Ignore')],
  matchPolicy: [oneOf('Equivalent', 'Exact')],
  sideEffects: [required('must specify one of None, NoneOnDryRun'), oneOf('None', 'NoneOnDryRun')],
  timeoutSeconds: [
    { is: 'range', min: 1, max: 30, because: 'the timeout value must be between 1 and 30 seconds' },
  ],
  namespaceSelector: [labelSelector],
  objectSelector: [labelSelector],
  clientConfig: [
    law('urlOrService'),
    when(not(has('service')), { url: [law('webhookUrl')] }),
    when(not(has('url')), {
      service: [
        {
          // The genuine server tells of the one at the other.
          'name => namespace': [required()],
          'namespace => name': [required()],
          port: [port],
          path: [law('servicePath')],
        },
      ],
    }),
  ],
  admissionReviewVersions: [law('reviewVersions')],
}

export const validatingWebhooks: Table = {
  webhooks: [unique(['name'], 'name')],
  'webhooks[]': [webhook],
}

export const mutatingWebhooks: Table = {
  webhooks: [unique(['name'], 'name')],
  'webhooks[]': [webhook, { reinvocationPolicy: [oneOf('IfNeeded', 'Never')] }],
}

const matched: Table = {
  matchPolicy: [oneOf('Equivalent', 'Exact')],
  namespaceSelector: [labelSelector],
  objectSelector: [labelSelector],
  'resourceRules[]': [rule('resourcesOfRule'), { resourceNames: [law('resourceNames')] }],
  'excludeResourceRules[]': [rule('resourcesOfRule'), { resourceNames: [law('resourceNames')] }],
}

const paramKind: Table = {
  apiVersion: [required(), law('versionOfGroup')],
  kind: [required(), law('lowerLabel')],
}

const policy: Table = {
  ...conditions,
  failurePolicy: [oneOf('Fail', 'Ignore')],
  paramKind: [paramKind],
  matchConstraints: [required(), matched],
  'matchConstraints.resourceRules': [required()],
  'variables[]': [
    {
      name: [required(), format('identifierOrEmpty')],
      expression: [required(), law('expression')],
    },
  ],
}

export const validatingPolicy: Table = {
  spec: [
    policy,
    {
      '': [law('someValidation')],
      'validations[]': [
        {
          expression: [law('expression')],
          message: [law('validationMessage')],
          messageExpression: [law('expressionIfAny')],
          reason: [oneOf('Forbidden', 'Invalid', 'RequestEntityTooLarge', 'Unauthorized')],
        },
      ],
      auditAnnotations: [count(20), unique(['key'], 'key')],
      'auditAnnotations[]': [{ key: [law('auditKey')], valueExpression: [law('auditExpression')] }],
    },
  ],
}

export const mutatingPolicy: Table = {
  spec: [
    policy,
    {
      reinvocationPolicy: [required(), oneOf('IfNeeded', 'Never')],
      'matchConstraints.resourceRules[].operations[] => matchConstraints.resourceRules.operations':
        [oneOf('*', 'CONNECT', 'CREATE', 'UPDATE')],
      mutations: [required('mutations must contain at least one item')],
      'mutations[]': [
        {
          patchType: [required(), oneOf('ApplyConfiguration', 'JSONPatch')],
          '': [law('oneMutation')],
        },
      ],
    },
  ],
}

const paramRef: Table = {
  '': [law('paramRef')],
  parameterNotFoundAction: [required(), oneOf('Allow', 'Deny')],
  selector: [labelSelector],
}

export const validatingBinding: Table = {
  spec: [
    {
      policyName: [required(), format('subdomainOrEmpty')],
      paramRef: [paramRef],
      matchResources: [matched],
      validationActions: [required(), law('validationActions')],
      'validationActions[]': [oneOf('Audit', 'Deny', 'Warn')],
    },
  ],
}

export const mutatingBinding: Table = {
  spec: [
    {
      policyName: [required(), format('subdomainOrEmpty')],
      paramRef: [paramRef],
      matchResources: [matched],
    },
  ],
}
