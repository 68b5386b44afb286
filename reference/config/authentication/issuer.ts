import { certificatesFault } from '../certificates.ts'
import { count, type Fault, invalid, law, missing, oneOf, unique } from '../rules.ts'
import { urlIn } from '../urls.ts'
import { deFacto, list, type Members, object, required, text } from '../vocabulary.ts'

/** Both URLs of an issuer have one form. */
function* urlFaults(url: string): Iterable<Fault> {
  const parts = urlIn(url)
  if ('fault' in parts) {
    yield invalid([], url, parts.fault)
    return
  }
  if (parts.scheme !== 'https') yield invalid([], url, 'URL scheme must be https')
  if (parts.hasUser) yield invalid([], url, 'URL must not contain a username or password')
  if (parts.query !== '') yield invalid([], url, 'URL must not contain a query')
  if (parts.fragment !== '') yield invalid([], url, 'URL must not contain a fragment')
}

const says = 'https://host or https://host/path, without user, query and fragment'
const urlForm = law({ by: 'AUTHN-034', says, faults: urlFaults })
const discoveryForm = law({ by: deFacto, says, faults: urlFaults })

const urlHost = law({
  by: 'AUTHN-034',
  says: 'a host behind https://',
  // A genuine server never asks for it.
  onlyIn: 'cluster',
  *faults(url: string) {
    const parts = urlIn(url)
    const isSilent = 'fault' in parts || parts.scheme !== 'https' || parts.host !== ''
    if (!isSilent) yield invalid([], url, 'URL must have a host')
  },
})

const notOurs = law({
  by: deFacto,
  says: 'no issuer of service account tokens',
  *faults(url: string, { beside: { serviceAccountIssuers = [] } }) {
    if (!serviceAccountIssuers.includes(url)) return
    yield invalid([], url, `URL must not overlap with ${serviceAccountIssuers.join(', ')}`)
  },
})

const pemForm = law({
  by: 'AUTHN-042',
  says: 'certificates in PEM',
  *faults(pem: string) {
    const fault = certificatesFault(pem)
    if (fault !== undefined) yield invalid([], '<omitted>', fault)
  },
})

const noEmptyAudience = law({
  by: deFacto,
  says: 'no empty entry',
  *faults(audiences: readonly string[]) {
    for (const [index, audience] of audiences.entries()) {
      if (audience === '') yield missing([index])
    }
  },
})

const fields = {
  url: text('Issuer URL; must match the `iss` claim, and is the base of the discovery URL.', {
    by: 'AUTHN-034',
    required: required('AUTHN-033'),
    rules: [urlForm, urlHost, notOurs],
  }),
  discoveryURL: text('URL of the discovery document, if it is not below the issuer URL.', {
    by: 'AUTHN-039',
    rules: [discoveryForm],
  }),
  certificateAuthority: text('CA certificates for TLS connections to the issuer, PEM.', {
    by: 'AUTHN-042',
    rules: [pemForm],
  }),
  audiences: list('Accepted audiences; a token must have one of them.', text('An audience.'), {
    by: 'AUTHN-044',
    required: required('AUTHN-044', { says: 'at least one audience' }),
    rules: [count('AUTHN-044', { min: 1 }), noEmptyAudience, unique(deFacto)],
  }),
  audienceMatchPolicy: text('How multiple audiences are matched with those of a token.', {
    by: deFacto,
    rules: [oneOf(deFacto, ['MatchAny'])],
  }),
  egressSelectorType: text('Egress selection for connections to the issuer.', {
    by: deFacto,
    onlyIn: 'kubernetes',
    rules: [oneOf(deFacto, ['controlplane', 'cluster'])],
  }),
}

type Issuer = Members<typeof fields>

const bare = (url: string): string => url.replace(/\/+$/, '')

const ownDiscovery = law({
  by: 'AUTHN-039',
  says: '`discoveryURL` is not the same as `url`',
  *faults({ url = '', discoveryURL = '' }: Issuer) {
    if (discoveryURL !== '' && url === discoveryURL) yield alike(discoveryURL)
  },
})

/** To a genuine server, slashes at the end make no other URL. */
const noSlashesMore = law({
  by: deFacto,
  says: '`discoveryURL` differs from `url` in more than trailing slashes',
  onlyIn: 'kubernetes',
  *faults({ url = '', discoveryURL = '' }: Issuer) {
    const isSame = url === discoveryURL || url === '' || discoveryURL === ''
    if (!isSame && bare(url) === bare(discoveryURL)) yield alike(discoveryURL)
  },
})

const alike = (url: string): Fault =>
  invalid(['discoveryURL'], url, 'discoveryURL must be different from URL')

const policyForMany = law({
  by: deFacto,
  says: 'multiple audiences need a policy',
  *faults({ audiences = [], audienceMatchPolicy = '' }: Issuer) {
    if (audiences.length < 2 || audienceMatchPolicy !== '') return
    const because = 'audienceMatchPolicy must be MatchAny for multiple audiences'
    yield invalid(['audienceMatchPolicy'], audienceMatchPolicy, because)
  },
})

export const issuer = object('Issuer of accepted tokens.', fields, {
  by: 'AUTHN-029',
  required: required('AUTHN-029'),
  // What is missing in it is told by its own members there.
  default: { value: {}, by: deFacto, onlyIn: 'kubernetes' },
  rules: [ownDiscovery, noSlashesMore, policyForMany],
})
