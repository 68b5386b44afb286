import { claims, condition, reads, user } from '../expressions.ts'
import { atLeastOne, atMostOne, count, invalid, law, type Rule, unique } from '../rules.ts'
import { bool, deFacto, type Kind, list, type Members } from '../vocabulary.ts'
import { object, required, text } from '../vocabulary.ts'
import { claimMappings } from './claim-mappings.ts'
import { issuer } from './issuer.ts'

const claimRuleFields = {
  claim: text('Name of a required claim.', { by: 'AUTHN-052' }),
  requiredValue: text('Required value of the claim; empty if absent.', { by: 'AUTHN-052' }),
  expression: text('CEL expression that must be true for the claims.', {
    by: 'AUTHN-050',
    rules: [condition('AUTHN-050', claims)],
  }),
  message: text('Message if the expression is false.', { by: deFacto }),
}

type ClaimRule = Members<typeof claimRuleFields>

const valueWithClaim = law({
  by: 'AUTHN-052',
  says: 'an expression has no required value',
  *faults({ claim = '', expression = '', requiredValue = '' }: ClaimRule) {
    if (claim !== '' || expression === '' || requiredValue === '') return
    yield invalid(['requiredValue'], requiredValue, 'may not be specified when expression is set')
  },
})

const messageWithExpression = law({
  by: deFacto,
  says: 'a claim has no message',
  *faults({ claim = '', expression = '', message = '' }: ClaimRule) {
    if (claim === '' || expression !== '' || message === '') return
    yield invalid(['message'], message, 'may not be specified when claim is set')
  },
})

const claimRule = object('Validation rule for the claims of a token.', claimRuleFields, {
  rules: [
    atLeastOne(deFacto, ['claim', 'expression'], 'claim or expression is required'),
    atMostOne('AUTHN-052', ['claim', 'expression'], "claim and expression can't both be set"),
    valueWithClaim,
    messageWithExpression,
  ],
})

const userRule = object('Validation rule for the resulting user.', {
  expression: text('CEL expression that must be true for the user.', {
    by: 'AUTHN-076',
    required: required('AUTHN-076'),
    rules: [condition('AUTHN-076', user)],
  }),
  message: text('Message if the expression is false.', { by: 'AUTHN-076' }),
})

const authenticatorFields = {
  issuer,
  claimValidationRules: list('Validation rules for claims; all must hold.', claimRule, {
    by: 'AUTHN-031',
    rules: [unique(deFacto, ['claim']), unique(deFacto, ['expression'])],
  }),
  claimMappings,
  userValidationRules: list('Validation rules for users; all must hold.', userRule, {
    by: 'AUTHN-031',
    rules: [unique(deFacto, ['expression'])],
  }),
}

type Authenticator = Members<typeof authenticatorFields>

const emailIsVerified = law({
  by: 'AUTHN-074',
  also: ['AUTHN-075'],
  says: 'a username from `claims.email` needs a check of `claims.email_verified`',
  *faults({ claimMappings: mappings = {}, claimValidationRules = [] }: Authenticator) {
    const expression = mappings.username?.expression ?? ''
    const others = [
      ...(mappings.extra ?? []).map(({ valueExpression }) => valueExpression),
      ...claimValidationRules.map(rule => rule.expression),
    ]
    const isVerified = [expression, ...others].some(
      source => source !== undefined && reads(source, 'claims', 'email_verified'),
    )
    if (isVerified || !reads(expression, 'claims', 'email')) return
    const because =
      'claims.email_verified must be used here, in the value expression of an extra attribute, ' +
      'or in a claim validation rule, when claims.email is used here'
    yield invalid(['claimMappings', 'username', 'expression'], expression, because)
  },
})

const authenticator = object('Authenticator for the tokens of one issuer.', authenticatorFields, {
  rules: [emailIsVerified],
})

const anonymousFields = {
  enabled: bool('Whether anonymous requests are allowed.', {
    by: 'AUTHN-023',
    required: required('AUTHN-023'),
  }),
  conditions: list(
    'Conditions under which anonymous requests are allowed; always if absent.',
    object('A condition.', {
      path: text('Path of the request.', {
        by: 'AUTHN-024',
        required: required('AUTHN-024'),
      }),
    }),
    { by: 'AUTHN-024' },
  ),
}

const conditionsWhenEnabled = law({
  by: deFacto,
  says: 'conditions need `enabled`',
  *faults({ enabled, conditions = [] }: Members<typeof anonymousFields>) {
    if (enabled === true || conditions.length === 0) return
    const because = 'enabled should be set to true when conditions are defined'
    yield invalid(['conditions'], conditions, because)
  },
})

const fields = {
  jwt: list('JWT authenticators, tried in order.', authenticator, {
    by: 'AUTHN-009',
    required: required('AUTHN-009'),
    rules: [
      count(deFacto, { max: 64 }),
      unique('AUTHN-013', ['issuer', 'url']),
      unique('AUTHN-040', ['issuer', 'discoveryURL']),
    ],
  }),
  anonymous: object('Handling of anonymous requests.', anonymousFields, {
    by: 'AUTHN-021',
    required: required('AUTHN-021'),
    rules: [conditionsWhenEnabled],
  }),
}

const flagOrFile: Rule = law({
  by: 'AUTHN-003',
  says: '`anonymous` and the flag --anonymous-auth exclude each other',
  *faults({ anonymous }: Members<typeof fields>, { beside }) {
    if (anonymous === undefined || !beside.anonymousAuthFlag) return
    yield {
      at: ['anonymous'],
      type: 'Forbidden',
      detail: 'may not be set together with the flag --anonymous-auth',
    }
  },
})

const shared = {
  kind: 'AuthenticationConfiguration',
  says: 'Authentication configuration of the API server.',
  strict: true,
  fields,
  rules: [flagOrFile],
}

// Genuine servers have this kind beside those of the group `apiserver.config` in every version.
const group = 'apiserver.config.*'

export const authenticationConfigurations: readonly Kind[] = [
  { ...shared, group: 'apiserver.*', version: 'v1alpha1', by: 'AUTHN-007', onlyIn: 'cluster' },
  { ...shared, group: 'apiserver.*', version: 'v1beta1', by: 'AUTHN-008', onlyIn: 'cluster' },
  { ...shared, group, version: 'v1alpha1', by: 'AUTHN-007', onlyIn: 'kubernetes' },
  { ...shared, group, version: 'v1beta1', by: 'AUTHN-008', onlyIn: 'kubernetes' },
  { ...shared, group, version: 'v1', by: deFacto, onlyIn: 'kubernetes' },
]
