// Which authentication configurations are valid: the kind, anonymous requests and issuers.

import { authentication, authenticators } from '../../../properties/models/config/authentication.ts'
import { certificate } from '../../../properties/models/config/certificate.ts'
import { inVersion } from '../../../properties/models/config/documents.ts'
import {
  issuerUrls,
  twinIssuers,
} from '../../../properties/scenarios/configuration/authentication-files.ts'
import {
  beside,
  byTheLetter,
  noted,
  put,
  refused,
  taken,
  without,
} from '../../../properties/scenarios/configuration/configuration.ts'
import { documents, drawnDocuments } from '../../configuration.ts'

const issuer = 'jwt[0].issuer'
const [, brokenLine = ''] = certificate.split('\n')

export default [
  documents(
    'AUTHN-003',
    'Anonymous requests are set in the configuration or by the option, not by both.',
    authentication,
    beside(
      { beside: { '--anonymous-auth': 'true' } },
      refused({}, 'anonymous', '--anonymous-auth'),
    ),
  ),
  documents(
    'AUTHN-007',
    'The kind is accepted in `apiserver.<api-domain>/v1alpha1`.',
    inVersion(authentication, ['apiserver', 'v1alpha1']),
    taken({}),
  ),
  documents(
    'AUTHN-008',
    'The kind is accepted in `apiserver.<api-domain>/v1beta1`.',
    inVersion(authentication, ['apiserver', 'v1beta1']),
    taken({}),
  ),
  documents(
    'AUTHN-009',
    '`jwt` is required and is an array.',
    authentication,
    byTheLetter(without('jwt')),
    refused(put({ jwt: {} })),
    refused(put({ jwt: 'https://issuer.example' })),
  ),
  drawnDocuments('AUTHN-013', 'No two authenticators have one issuer URL.', twinIssuers()),
  documents(
    'AUTHN-021',
    '`anonymous` is required and is an object.',
    authentication,
    byTheLetter(without('anonymous')),
    refused(put({ anonymous: true })),
  ),
  documents(
    'AUTHN-022',
    'A configuration without `anonymous`.',
    authentication,
    noted(without('anonymous'), 'without anonymous'),
  ),
  documents(
    'AUTHN-023',
    '`anonymous.enabled` is a required boolean.',
    authentication,
    byTheLetter(without('anonymous.enabled', 'anonymous.conditions')),
    refused(put({ 'anonymous.enabled': 'true' }, 'anonymous.conditions')),
    taken(put({ 'anonymous.enabled': false }, 'anonymous.conditions')),
    taken(put({ 'anonymous.enabled': true })),
  ),
  documents(
    'AUTHN-024',
    'Each entry of `anonymous.conditions` has a `path`, which is a string.',
    authentication,
    byTheLetter(put({ 'anonymous.conditions': [{}] }), 'anonymous.conditions[0].path'),
    refused(put({ 'anonymous.conditions[0].path': 7 })),
    refused(put({ 'anonymous.conditions[0]': '/livez' })),
  ),
  documents(
    'AUTHN-029',
    '`issuer` of an authenticator is required.',
    authentication,
    refused(without(issuer), issuer, `${issuer}.url`),
  ),
  documents(
    'AUTHN-030',
    '`claimMappings` of an authenticator is required.',
    authentication,
    refused(
      without('jwt[0].claimMappings'),
      'jwt[0].claimMappings',
      'jwt[0].claimMappings.username',
    ),
  ),
  documents(
    'AUTHN-031',
    '`claimValidationRules` and `userValidationRules` are optional arrays.',
    authentication,
    taken(without('jwt[0].claimValidationRules')),
    taken(without('jwt[0].userValidationRules')),
    refused(put({ 'jwt[0].claimValidationRules': { claim: 'a' } })),
    refused(put({ 'jwt[0].userValidationRules': 'true' })),
  ),
  documents(
    'AUTHN-033',
    '`issuer.url` is required.',
    authentication,
    refused(without(`${issuer}.url`)),
  ),
  drawnDocuments(
    'AUTHN-034',
    '`issuer.url` is `https://host` or `https://host/path`.',
    issuerUrls(),
  ),
  documents(
    'AUTHN-039',
    '`discoveryURL` is not the same as `url`.',
    authentication,
    refused(put({ [`${issuer}.discoveryURL`]: 'https://issuer.example/0' })),
    taken(put({ [`${issuer}.discoveryURL`]: 'https://issuer.example/0/other' })),
  ),
  documents(
    'AUTHN-040',
    'No two authenticators have one `discoveryURL`.',
    { ...authenticators(2), anonymous: { enabled: false } },
    refused(
      put({
        'jwt[1].issuer.discoveryURL': 'https://discovery.example',
        'jwt[0].issuer.discoveryURL': 'https://discovery.example',
      }),
    ),
    taken(
      put({
        'jwt[0].issuer.discoveryURL': 'https://discovery.example/0',
        'jwt[1].issuer.discoveryURL': 'https://discovery.example/1',
      }),
    ),
  ),
  documents(
    'AUTHN-042',
    '`certificateAuthority` holds certificates in PEM.',
    authentication,
    taken(put({ [`${issuer}.certificateAuthority`]: certificate })),
    refused(put({ [`${issuer}.certificateAuthority`]: certificate.replace(brokenLine, 'AAAA') })),
    refused(put({ [`${issuer}.certificateAuthority`]: '/etc/ca.pem' })),
  ),
  documents(
    'AUTHN-044',
    '`audiences` is required and has an element.',
    authentication,
    refused(without(`${issuer}.audiences`)),
    refused(put({ [`${issuer}.audiences`]: [] })),
  ),
]
