import { dns1123Subdomain } from '../../api/names.ts'
import { claims, mapping } from '../expressions.ts'
import { atLeastOne, atMostOne, type Fault, invalid, law, missing, unique } from '../rules.ts'
import { type By, deFacto, list, type Members, object, required, text } from '../vocabulary.ts'

const one = ['string']
const several = ['string', 'list(string)']

const prefixedFields = (wanted: readonly string[]) => ({
  claim: text('Claim to use; there is no default.', { by: 'AUTHN-065' }),
  prefix: text('Prefix of the value; empty for none.', {
    by: 'AUTHN-061',
    mayBeEmpty: true,
  }),
  expression: text('CEL expression that computes the value from the claims.', {
    by: 'AUTHN-063',
    rules: [mapping(deFacto, claims, wanted)],
  }),
})

type Prefixed = Members<ReturnType<typeof prefixedFields>>

/** A claim has a prefix, be it empty. */
const prefixWithClaim = (by: By) =>
  law({
    by,
    says: 'a claim needs a prefix, which may be empty',
    *faults({ claim = '', prefix, expression = '' }: Prefixed) {
      if (claim === '' || expression !== '' || typeof prefix === 'string') return
      yield missing(['prefix'], 'a claim needs a prefix; use "" for none')
    },
  })

const prefixWithoutExpression = law({
  by: 'AUTHN-063',
  says: 'an expression has no prefix',
  *faults({ claim = '', prefix, expression = '' }: Prefixed) {
    if (claim !== '' || expression === '' || typeof prefix !== 'string') return
    yield invalid(['prefix'], prefix, 'may not be specified when expression is set')
  },
})

const both = ['claim', 'expression']
const exclusive = (by: By) => atMostOne(by, both, "claim and expression can't both be set")

const domainOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf('/')))

const lowercase = law({
  by: 'AUTHN-067',
  says: 'lower case',
  *faults(key: string) {
    if (key !== key.toLowerCase()) yield invalid([], key, 'must be lowercase')
  },
})

const domainPrefixed = law({
  by: 'AUTHN-068',
  says: 'a subdomain, a slash and a path',
  *faults(key: string): Iterable<Fault> {
    const domain = domainOf(key)
    const rest = key.slice(domain.length + 1)
    if (domain === '' || rest === '') {
      yield invalid([], key, 'must be a domain-prefixed path (such as "acme.io/foo")')
      return
    }
    // Capitals are the business of the rule beside this one.
    for (const fault of dns1123Subdomain(domain.toLowerCase(), 'name'))
      yield invalid([], key, fault)
    if (pathSyntax.test(rest)) return
    yield invalid([], key, 'expected the characters of an RFC 3986 path after the slash')
  },
})

const pathSyntax = /^(?:[A-Za-z0-9/\-._~!$&'()*+,;=:]|%[0-9a-fA-F]{2})+$/

const reserved = law({
  by: deFacto,
  says: 'no domain that is reserved for Kubernetes',
  onlyIn: 'kubernetes',
  *faults(key: string) {
    if (!/(^|\.)(k8s|kubernetes)\.io$/.test(domainOf(key))) return
    const because = 'k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use'
    yield invalid([], key, because)
  },
})

const extra = object('An extra attribute.', {
  key: text('Key of the attribute.', {
    by: 'AUTHN-066',
    required: required('AUTHN-066'),
    rules: [lowercase, domainPrefixed, reserved],
  }),
  valueExpression: text('CEL expression that computes the values from the claims.', {
    by: deFacto,
    required: required(deFacto),
    rules: [mapping(deFacto, claims, several)],
  }),
})

const fields = {
  username: object('Mapping of the username.', prefixedFields(one), {
    by: 'AUTHN-054',
    required: required('AUTHN-054'),
    default: { value: {}, by: deFacto, onlyIn: 'kubernetes' },
    rules: [
      atLeastOne('AUTHN-054', both, 'claim or expression is required'),
      exclusive('AUTHN-063'),
      prefixWithClaim('AUTHN-061'),
      prefixWithoutExpression,
    ],
  }),
  groups: object('Mapping of the groups.', prefixedFields(several), {
    by: 'AUTHN-057',
    rules: [exclusive('AUTHN-063'), prefixWithClaim('AUTHN-057'), prefixWithoutExpression],
  }),
  uid: object(
    'Mapping of the UID.',
    {
      claim: text('Claim to use; there is no default.', { by: 'AUTHN-065' }),
      expression: text('CEL expression that computes the value from the claims.', {
        by: 'AUTHN-064',
        rules: [mapping(deFacto, claims, one)],
      }),
    },
    { by: 'AUTHN-064', rules: [exclusive('AUTHN-064')] },
  ),
  extra: list('Extra attributes of the user.', extra, {
    by: 'AUTHN-066',
    rules: [unique('AUTHN-069', ['key'])],
  }),
}

export const claimMappings = object('Mapping of claims to user attributes.', fields, {
  by: 'AUTHN-030',
  required: required('AUTHN-030'),
  default: { value: {}, by: deFacto, onlyIn: 'kubernetes' },
})
