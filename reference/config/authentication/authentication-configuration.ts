import { claimVariables, conditionRule, readsMember, userVariables } from '../expressions.ts'
import {
  atLeastOneMember,
  atMostOneMember,
  countRule,
  invalidValue,
  functionRule,
  type ConfigRule,
  uniqueRule,
} from '../config-rules.ts'
import {
  boolField,
  deFacto,
  type ConfigKind,
  listField,
  type ConfigValues,
} from '../config-kind.ts'
import { objectField, requiredBy, textField } from '../config-kind.ts'
import { claimMappingsField } from './claim-mappings.ts'
import { issuerField } from './issuer.ts'

const claimRuleFields = {
  claim: textField('Name of a required claim.', { requirement: 'AUTHN-052' }),
  requiredValue: textField('Required value of the claim; empty if absent.', {
    requirement: 'AUTHN-052',
  }),
  expression: textField('CEL expression that must be true for the claims.', {
    requirement: 'AUTHN-050',
    rules: [conditionRule('AUTHN-050', claimVariables)],
  }),
  message: textField('Message if the expression is false.', { requirement: deFacto }),
}

type ClaimRule = ConfigValues<typeof claimRuleFields>

const valueWithClaim = functionRule({
  requirement: 'AUTHN-052',
  description: 'an expression has no required value',
  *faults({ claim = '', expression = '', requiredValue = '' }: ClaimRule) {
    if (claim !== '' || expression === '' || requiredValue === '') return
    yield invalidValue(
      ['requiredValue'],
      requiredValue,
      'may not be specified when expression is set',
    )
  },
})

const messageWithExpression = functionRule({
  requirement: deFacto,
  description: 'a claim has no message',
  *faults({ claim = '', expression = '', message = '' }: ClaimRule) {
    if (claim === '' || expression !== '' || message === '') return
    yield invalidValue(['message'], message, 'may not be specified when claim is set')
  },
})

const claimRule = objectField('Validation rule for the claims of a token.', claimRuleFields, {
  rules: [
    atLeastOneMember(deFacto, ['claim', 'expression'], 'claim or expression is required'),
    atMostOneMember('AUTHN-052', ['claim', 'expression'], "claim and expression can't both be set"),
    valueWithClaim,
    messageWithExpression,
  ],
})

const userRule = objectField('Validation rule for the resulting user.', {
  expression: textField('CEL expression that must be true for the user.', {
    requirement: 'AUTHN-076',
    required: requiredBy('AUTHN-076'),
    rules: [conditionRule('AUTHN-076', userVariables)],
  }),
  message: textField('Message if the expression is false.', { requirement: 'AUTHN-076' }),
})

const authenticatorFields = {
  issuer: issuerField,
  claimValidationRules: listField('Validation rules for claims; all must hold.', claimRule, {
    requirement: 'AUTHN-031',
    rules: [uniqueRule(deFacto, ['claim']), uniqueRule(deFacto, ['expression'])],
  }),
  claimMappings: claimMappingsField,
  userValidationRules: listField('Validation rules for users; all must hold.', userRule, {
    requirement: 'AUTHN-031',
    rules: [uniqueRule(deFacto, ['expression'])],
  }),
}

type Authenticator = ConfigValues<typeof authenticatorFields>

const emailIsVerified = functionRule({
  requirement: 'AUTHN-074',
  also: ['AUTHN-075'],
  description: 'a username from `claims.email` needs a check of `claims.email_verified`',
  *faults({ claimMappings: mappings = {}, claimValidationRules = [] }: Authenticator) {
    const expression = mappings.username?.expression ?? ''
    const others = [
      ...(mappings.extra ?? []).map(({ valueExpression }) => valueExpression),
      ...claimValidationRules.map(rule => rule.expression),
    ]
    const isVerified = [expression, ...others].some(
      source => source !== undefined && readsMember(source, 'claims', 'email_verified'),
    )
    if (isVerified || !readsMember(expression, 'claims', 'email')) return
    const because =
      'claims.email_verified must be used here, in the value expression of an extra attribute, ' +
      'or in a claim validation rule, when claims.email is used here'
    yield invalidValue(['claimMappings', 'username', 'expression'], expression, because)
  },
})

const authenticator = objectField(
  'Authenticator for the tokens of one issuer.',
  authenticatorFields,
  {
    rules: [emailIsVerified],
  },
)

const anonymousFields = {
  enabled: boolField('Whether anonymous requests are allowed.', {
    requirement: 'AUTHN-023',
    required: requiredBy('AUTHN-023'),
  }),
  conditions: listField(
    'Conditions under which anonymous requests are allowed; always if absent.',
    objectField('A condition.', {
      path: textField('Path of the request.', {
        requirement: 'AUTHN-024',
        required: requiredBy('AUTHN-024'),
      }),
    }),
    { requirement: 'AUTHN-024' },
  ),
}

const conditionsWhenEnabled = functionRule({
  requirement: deFacto,
  description: 'conditions need `enabled`',
  *faults({ enabled, conditions = [] }: ConfigValues<typeof anonymousFields>) {
    if (enabled === true || conditions.length === 0) return
    const because = 'enabled should be set to true when conditions are defined'
    yield invalidValue(['conditions'], conditions, because)
  },
})

const fields = {
  jwt: listField('JWT authenticators, tried in order.', authenticator, {
    requirement: 'AUTHN-009',
    required: requiredBy('AUTHN-009'),
    rules: [
      countRule(deFacto, { max: 64 }),
      uniqueRule('AUTHN-013', ['issuer', 'url']),
      uniqueRule('AUTHN-040', ['issuer', 'discoveryURL']),
    ],
  }),
  anonymous: objectField('Handling of anonymous requests.', anonymousFields, {
    requirement: 'AUTHN-021',
    required: requiredBy('AUTHN-021'),
    rules: [conditionsWhenEnabled],
  }),
}

const flagOrFile: ConfigRule = functionRule({
  requirement: 'AUTHN-003',
  description: '`anonymous` and the flag --anonymous-auth exclude each other',
  *faults({ anonymous }: ConfigValues<typeof fields>, { clusterSettings }) {
    if (anonymous === undefined || !clusterSettings.anonymousAuthFlag) return
    yield {
      path: ['anonymous'],
      type: 'Forbidden',
      detail: 'may not be set together with the flag --anonymous-auth',
    }
  },
})

const shared = {
  kind: 'AuthenticationConfiguration',
  description: 'Authentication configuration of the API server.',
  strict: true,
  fields,
  rules: [flagOrFile],
}

// Genuine servers have every version of this kind in the group `apiserver.config`, among others.
const group = 'apiserver.config.*'

export const authenticationConfigurations: readonly ConfigKind[] = [
  {
    ...shared,
    group: 'apiserver.*',
    version: 'v1alpha1',
    requirement: 'AUTHN-007',
    onlyIn: 'cluster',
  },
  {
    ...shared,
    group: 'apiserver.*',
    version: 'v1beta1',
    requirement: 'AUTHN-008',
    onlyIn: 'cluster',
  },
  { ...shared, group, version: 'v1alpha1', requirement: 'AUTHN-007', onlyIn: 'kubernetes' },
  { ...shared, group, version: 'v1beta1', requirement: 'AUTHN-008', onlyIn: 'kubernetes' },
  { ...shared, group, version: 'v1', requirement: deFacto, onlyIn: 'kubernetes' },
]
