import { certificatesFault } from '../certificates.ts'
import {
  countRule,
  type ConfigFault,
  invalidValue,
  functionRule,
  missingValue,
  allowedValues,
  uniqueRule,
} from '../config-rules.ts'
import { parseUrl } from '../../lib/parse-url.ts'
import {
  deFacto,
  listField,
  type ConfigValues,
  objectField,
  requiredBy,
  textField,
} from '../config-kind.ts'

/** Yields the faults of an issuer URL or a discovery URL. */
function* urlFaults(url: string): Iterable<ConfigFault> {
  const parts = parseUrl(url)
  if ('fault' in parts) {
    yield invalidValue([], url, parts.fault)
    return
  }
  if (parts.scheme !== 'https') yield invalidValue([], url, 'URL scheme must be https')
  if (parts.hasUser) yield invalidValue([], url, 'URL must not contain a username or password')
  if (parts.query !== '') yield invalidValue([], url, 'URL must not contain a query')
  if (parts.fragment !== '') yield invalidValue([], url, 'URL must not contain a fragment')
}

const description = 'https://host or https://host/path, without user, query and fragment'
const urlForm = functionRule({ requirement: 'AUTHN-034', description, faults: urlFaults })
const discoveryForm = functionRule({ requirement: deFacto, description, faults: urlFaults })

const urlHost = functionRule({
  requirement: 'AUTHN-034',
  description: 'a host behind https://',
  // A genuine server does not require a host.
  onlyIn: 'cluster',
  *faults(url: string) {
    const parts = parseUrl(url)
    const isSilent = 'fault' in parts || parts.scheme !== 'https' || parts.host !== ''
    if (!isSilent) yield invalidValue([], url, 'URL must have a host')
  },
})

const notOurs = functionRule({
  requirement: deFacto,
  description: 'no issuer of service account tokens',
  *faults(url: string, { clusterSettings: { serviceAccountIssuers = [] } }) {
    if (!serviceAccountIssuers.includes(url)) return
    yield invalidValue([], url, `URL must not overlap with ${serviceAccountIssuers.join(', ')}`)
  },
})

const pemForm = functionRule({
  requirement: 'AUTHN-042',
  description: 'certificates in PEM',
  *faults(pem: string) {
    const fault = certificatesFault(pem)
    if (fault !== undefined) yield invalidValue([], '<omitted>', fault)
  },
})

const noEmptyAudience = functionRule({
  requirement: deFacto,
  description: 'no empty entry',
  *faults(audiences: readonly string[]) {
    for (const [index, audience] of audiences.entries()) {
      if (audience === '') yield missingValue([index])
    }
  },
})

const fields = {
  url: textField('Issuer URL; must match the `iss` claim, and is the base of the discovery URL.', {
    requirement: 'AUTHN-034',
    required: requiredBy('AUTHN-033'),
    rules: [urlForm, urlHost, notOurs],
  }),
  discoveryURL: textField('URL of the discovery document, if it is not below the issuer URL.', {
    requirement: 'AUTHN-039',
    rules: [discoveryForm],
  }),
  certificateAuthority: textField('CA certificates for TLS connections to the issuer, PEM.', {
    requirement: 'AUTHN-042',
    rules: [pemForm],
  }),
  audiences: listField(
    'Accepted audiences; a token must have one of them.',
    textField('An audience.'),
    {
      requirement: 'AUTHN-044',
      required: requiredBy('AUTHN-044', { description: 'at least one audience' }),
      rules: [countRule('AUTHN-044', { min: 1 }), noEmptyAudience, uniqueRule(deFacto)],
    },
  ),
  audienceMatchPolicy: textField('How multiple audiences are matched with those of a token.', {
    requirement: deFacto,
    rules: [allowedValues(deFacto, ['MatchAny'])],
  }),
  egressSelectorType: textField('Egress selection for connections to the issuer.', {
    requirement: deFacto,
    onlyIn: 'kubernetes',
    rules: [allowedValues(deFacto, ['controlplane', 'cluster'])],
  }),
}

type Issuer = ConfigValues<typeof fields>

const bare = (url: string): string => url.replace(/\/+$/, '')

const ownDiscovery = functionRule({
  requirement: 'AUTHN-039',
  description: '`discoveryURL` is not the same as `url`',
  *faults({ url = '', discoveryURL = '' }: Issuer) {
    if (discoveryURL !== '' && url === discoveryURL) yield alike(discoveryURL)
  },
})

/** A genuine server ignores trailing slashes when it compares the URLs. */
const noSlashesMore = functionRule({
  requirement: deFacto,
  description: '`discoveryURL` differs from `url` in more than trailing slashes',
  onlyIn: 'kubernetes',
  *faults({ url = '', discoveryURL = '' }: Issuer) {
    const isSame = url === discoveryURL || url === '' || discoveryURL === ''
    if (!isSame && bare(url) === bare(discoveryURL)) yield alike(discoveryURL)
  },
})

const alike = (url: string): ConfigFault =>
  invalidValue(['discoveryURL'], url, 'discoveryURL must be different from URL')

const policyForMany = functionRule({
  requirement: deFacto,
  description: 'multiple audiences need a policy',
  *faults({ audiences = [], audienceMatchPolicy = '' }: Issuer) {
    if (audiences.length < 2 || audienceMatchPolicy !== '') return
    const because = 'audienceMatchPolicy must be MatchAny for multiple audiences'
    yield invalidValue(['audienceMatchPolicy'], audienceMatchPolicy, because)
  },
})

export const issuerField = objectField('Issuer of accepted tokens.', fields, {
  requirement: 'AUTHN-029',
  required: requiredBy('AUTHN-029'),
  // The members of the empty issuer then report what is missing.
  default: { value: {}, requirement: deFacto, onlyIn: 'kubernetes' },
  rules: [ownDiscovery, noSlashesMore, policyForMany],
})
