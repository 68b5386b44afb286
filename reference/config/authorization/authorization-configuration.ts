import { dns1123Label, dns1123Subdomain, type NameRule } from '../../api/name-rules.ts'
import {
  countRule,
  invalidValue,
  functionRule,
  missingValue,
  allowedValues,
  duplicateValue,
  uniqueRule,
} from '../config-rules.ts'
import {
  deFacto,
  type ConfigKind,
  listField,
  type ConfigValues,
  objectField,
  requiredBy,
  textField,
} from '../config-kind.ts'
import { webhookField } from './webhook.ts'

const types = ['ABAC', 'AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC', 'Webhook']

function* nameFaults(name: string, rule: NameRule) {
  for (const fault of rule(name, 'name')) {
    yield invalidValue([], name, `authorizer name is invalid: ${fault}`)
  }
}

const label = functionRule({
  requirement: 'AUTHZ-010',
  description: 'a DNS label',
  faults: (name: string) => nameFaults(name, dns1123Label),
})

const subdomain = functionRule({
  requirement: deFacto,
  description: 'DNS labels separated by dots',
  onlyIn: 'kubernetes',
  faults: (name: string) => nameFaults(name, dns1123Subdomain),
})

const fields = {
  type: textField('Type of the authorizer.', {
    requirement: 'AUTHZ-006',
    required: requiredBy('AUTHZ-006'),
    rules: [allowedValues('AUTHZ-008', types)],
  }),
  name: textField('Name used in metrics.', {
    requirement: 'AUTHZ-009',
    required: requiredBy('AUTHZ-009'),
    rules: [label, subdomain],
  }),
  webhook: webhookField,
}

type Authorizer = ConfigValues<typeof fields>

const webhookForType = functionRule({
  requirement: 'AUTHZ-012',
  description: 'type Webhook needs `webhook`',
  *faults({ type, webhook }: Authorizer) {
    if (type === 'Webhook' && !webhook)
      yield missingValue(['webhook'], 'required when type=Webhook')
  },
})

const webhookOnlyForType = functionRule({
  requirement: 'AUTHZ-013',
  description: 'other types have no `webhook`',
  *faults({ type = '', webhook }: Authorizer) {
    if (type === 'Webhook' || type === '' || !webhook) return
    const detail = 'may only be specified when type=Webhook'
    yield { path: ['webhook'], type: 'Forbidden', detail }
  },
})

const onlyWebhooksRepeat = functionRule({
  requirement: deFacto,
  description: 'only type Webhook occurs more than once',
  *faults(authorizers: readonly Authorizer[]) {
    const seen = new Set<string>()
    for (const [index, { type = '' }] of authorizers.entries()) {
      if (seen.has(type) && type !== 'Webhook') yield duplicateValue([index, 'type'], type)
      if (type !== '') seen.add(type)
    }
  },
})

const shared = {
  kind: 'AuthorizationConfiguration',
  description: 'Authorization configuration of the API server.',
  strict: true,
  fields: {
    authorizers: listField(
      'Authorizers, asked in order until one allows or denies the request.',
      objectField('An authorizer.', fields, { rules: [webhookForType, webhookOnlyForType] }),
      {
        requirement: 'AUTHZ-004',
        required: requiredBy('AUTHZ-004', { description: 'at least one authorizer' }),
        rules: [
          countRule('AUTHZ-004', { min: 1 }),
          uniqueRule(deFacto, ['name']),
          onlyWebhooksRepeat,
        ],
      },
    ),
  },
  rules: [],
}

// Genuine servers have every version of this kind in the group `apiserver.config`.
const group = 'apiserver.config.*'

export const authorizationConfigurations: readonly ConfigKind[] = [
  { ...shared, group, version: 'v1', requirement: 'AUTHZ-003' },
  {
    ...shared,
    group: 'apiserver.*',
    version: 'v1alpha1',
    requirement: 'AUTHZ-001',
    onlyIn: 'cluster',
  },
  {
    ...shared,
    group: 'apiserver.*',
    version: 'v1beta1',
    requirement: 'AUTHZ-002',
    onlyIn: 'cluster',
  },
  { ...shared, group, version: 'v1alpha1', requirement: 'AUTHZ-001', onlyIn: 'kubernetes' },
  { ...shared, group, version: 'v1beta1', requirement: 'AUTHZ-002', onlyIn: 'kubernetes' },
]
