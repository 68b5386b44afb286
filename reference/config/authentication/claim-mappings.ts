import { dns1123Subdomain } from '../../api/name-rules.ts'
import { claimVariables, mappingRule } from '../expressions.ts'
import {
  atLeastOneMember,
  atMostOneMember,
  type ConfigFault,
  invalidValue,
  functionRule,
  missingValue,
  uniqueRule,
  type RequirementId,
} from '../config-rules.ts'
import {
  deFacto,
  listField,
  type ConfigValues,
  objectField,
  requiredBy,
  textField,
} from '../config-kind.ts'

const one = ['string']
const several = ['string', 'list(string)']

const prefixedFields = (wanted: readonly string[]) => ({
  claim: textField('Claim to use; there is no default.', { requirement: 'AUTHN-065' }),
  prefix: textField('Prefix of the value; empty for none.', {
    requirement: 'AUTHN-061',
    mayBeEmpty: true,
  }),
  expression: textField('CEL expression that computes the value from the claims.', {
    requirement: 'AUTHN-063',
    rules: [mappingRule(deFacto, claimVariables, wanted)],
  }),
})

type Prefixed = ConfigValues<ReturnType<typeof prefixedFields>>

/** Requires a prefix for a claim. It may be empty. */
const prefixWithClaim = (requirement: RequirementId) =>
  functionRule({
    requirement,
    description: 'a claim needs a prefix, which may be empty',
    *faults({ claim = '', prefix, expression = '' }: Prefixed) {
      if (claim === '' || expression !== '' || typeof prefix === 'string') return
      yield missingValue(['prefix'], 'a claim needs a prefix; use "" for none')
    },
  })

const prefixWithoutExpression = functionRule({
  requirement: 'AUTHN-063',
  description: 'an expression has no prefix',
  *faults({ claim = '', prefix, expression = '' }: Prefixed) {
    if (claim !== '' || expression === '' || typeof prefix !== 'string') return
    yield invalidValue(['prefix'], prefix, 'may not be specified when expression is set')
  },
})

const both = ['claim', 'expression']
const exclusive = (requirement: RequirementId) =>
  atMostOneMember(requirement, both, "claim and expression can't both be set")

const domainOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf('/')))

const lowercase = functionRule({
  requirement: 'AUTHN-067',
  description: 'lower case',
  *faults(key: string) {
    if (key !== key.toLowerCase()) yield invalidValue([], key, 'must be lowercase')
  },
})

const domainPrefixed = functionRule({
  requirement: 'AUTHN-068',
  description: 'a subdomain, a slash and a path',
  *faults(key: string): Iterable<ConfigFault> {
    const domain = domainOf(key)
    const rest = key.slice(domain.length + 1)
    if (domain === '' || rest === '') {
      yield invalidValue([], key, 'must be a domain-prefixed path (such as "acme.io/foo")')
      return
    }
    // Capital letters are reported by the next rule.
    for (const fault of dns1123Subdomain(domain.toLowerCase(), 'name'))
      yield invalidValue([], key, fault)
    if (pathSyntax.test(rest)) return
    yield invalidValue([], key, 'expected the characters of an RFC 3986 path after the slash')
  },
})

const pathSyntax = /^(?:[A-Za-z0-9/\-._~!$&'()*+,;=:]|%[0-9a-fA-F]{2})+$/

const reserved = functionRule({
  requirement: deFacto,
  description: 'no domain that is reserved for Kubernetes',
  onlyIn: 'kubernetes',
  *faults(key: string) {
    if (!/(^|\.)(k8s|kubernetes)\.io$/.test(domainOf(key))) return
    const because = 'k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use'
    yield invalidValue([], key, because)
  },
})

const extra = objectField('An extra attribute.', {
  key: textField('Key of the attribute.', {
    requirement: 'AUTHN-066',
    required: requiredBy('AUTHN-066'),
    rules: [lowercase, domainPrefixed, reserved],
  }),
  valueExpression: textField('CEL expression that computes the values from the claims.', {
    requirement: deFacto,
    required: requiredBy(deFacto),
    rules: [mappingRule(deFacto, claimVariables, several)],
  }),
})

const fields = {
  username: objectField('Mapping of the username.', prefixedFields(one), {
    requirement: 'AUTHN-054',
    required: requiredBy('AUTHN-054'),
    default: { value: {}, requirement: deFacto, onlyIn: 'kubernetes' },
    rules: [
      atLeastOneMember('AUTHN-054', both, 'claim or expression is required'),
      exclusive('AUTHN-063'),
      prefixWithClaim('AUTHN-061'),
      prefixWithoutExpression,
    ],
  }),
  groups: objectField('Mapping of the groups.', prefixedFields(several), {
    requirement: 'AUTHN-057',
    rules: [exclusive('AUTHN-063'), prefixWithClaim('AUTHN-057'), prefixWithoutExpression],
  }),
  uid: objectField(
    'Mapping of the UID.',
    {
      claim: textField('Claim to use; there is no default.', { requirement: 'AUTHN-065' }),
      expression: textField('CEL expression that computes the value from the claims.', {
        requirement: 'AUTHN-064',
        rules: [mappingRule(deFacto, claimVariables, one)],
      }),
    },
    { requirement: 'AUTHN-064', rules: [exclusive('AUTHN-064')] },
  ),
  extra: listField('Extra attributes of the user.', extra, {
    requirement: 'AUTHN-066',
    rules: [uniqueRule('AUTHN-069', ['key'])],
  }),
}

export const claimMappingsField = objectField('Mapping of claims to user attributes.', fields, {
  requirement: 'AUTHN-030',
  required: requiredBy('AUTHN-030'),
  default: { value: {}, requirement: deFacto, onlyIn: 'kubernetes' },
})
