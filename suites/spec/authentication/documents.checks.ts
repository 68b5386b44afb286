// Checks which authentication configurations are valid: the kind, anonymous requests and issuers.

import {
  validAuthentication,
  authenticationWith,
} from '../../../properties/models/config/authentication.ts'
import { sampleCertificate } from '../../../properties/models/config/certificate.ts'
import { withVersion } from '../../../properties/models/config/documents.ts'
import {
  issuerUrls,
  duplicateIssuers,
} from '../../../properties/scenarios/configuration/authentication-files.ts'
import {
  caseWith,
  literalOnlyCase,
  recordedCase,
  withFields,
  refusedCase,
  acceptedCase,
  withoutFields,
} from '../../../properties/scenarios/configuration/configuration.ts'
import { documentCheck, drawnDocumentCheck } from '../../configuration-checks.ts'

const issuer = 'jwt[0].issuer'
const [, brokenLine = ''] = sampleCertificate.split('\n')

export default [
  documentCheck(
    'AUTHN-003',
    'Anonymous requests are configured in the file or by the flag, not by both.',
    validAuthentication,
    caseWith(
      { facts: { '--anonymous-auth': 'true' } },
      refusedCase({}, 'anonymous', '--anonymous-auth'),
    ),
  ),
  documentCheck(
    'AUTHN-007',
    'The kind is accepted in `apiserver.<api-domain>/v1alpha1`.',
    withVersion(validAuthentication, ['apiserver', 'v1alpha1']),
    acceptedCase({}),
  ),
  documentCheck(
    'AUTHN-008',
    'The kind is accepted in `apiserver.<api-domain>/v1beta1`.',
    withVersion(validAuthentication, ['apiserver', 'v1beta1']),
    acceptedCase({}),
  ),
  documentCheck(
    'AUTHN-009',
    '`jwt` is required and is an array.',
    validAuthentication,
    literalOnlyCase(withoutFields('jwt')),
    refusedCase(withFields({ jwt: {} })),
    refusedCase(withFields({ jwt: 'https://issuer.example' })),
  ),
  drawnDocumentCheck(
    'AUTHN-013',
    'No two authenticators have the same issuer URL.',
    duplicateIssuers(),
  ),
  documentCheck(
    'AUTHN-021',
    '`anonymous` is required and is an object.',
    validAuthentication,
    literalOnlyCase(withoutFields('anonymous')),
    refusedCase(withFields({ anonymous: true })),
  ),
  documentCheck(
    'AUTHN-022',
    'A configuration without `anonymous`.',
    validAuthentication,
    recordedCase(withoutFields('anonymous'), 'without anonymous'),
  ),
  documentCheck(
    'AUTHN-023',
    '`anonymous.enabled` is a required boolean.',
    validAuthentication,
    literalOnlyCase(withoutFields('anonymous.enabled', 'anonymous.conditions')),
    refusedCase(withFields({ 'anonymous.enabled': 'true' }, 'anonymous.conditions')),
    acceptedCase(withFields({ 'anonymous.enabled': false }, 'anonymous.conditions')),
    acceptedCase(withFields({ 'anonymous.enabled': true })),
  ),
  documentCheck(
    'AUTHN-024',
    'Each entry of `anonymous.conditions` has a `path`, which is a string.',
    validAuthentication,
    literalOnlyCase(withFields({ 'anonymous.conditions': [{}] }), 'anonymous.conditions[0].path'),
    refusedCase(withFields({ 'anonymous.conditions[0].path': 7 })),
    refusedCase(withFields({ 'anonymous.conditions[0]': '/livez' })),
  ),
  documentCheck(
    'AUTHN-029',
    '`issuer` of an authenticator is required.',
    validAuthentication,
    refusedCase(withoutFields(issuer), issuer, `${issuer}.url`),
  ),
  documentCheck(
    'AUTHN-030',
    '`claimMappings` of an authenticator is required.',
    validAuthentication,
    refusedCase(
      withoutFields('jwt[0].claimMappings'),
      'jwt[0].claimMappings',
      'jwt[0].claimMappings.username',
    ),
  ),
  documentCheck(
    'AUTHN-031',
    '`claimValidationRules` and `userValidationRules` are optional arrays.',
    validAuthentication,
    acceptedCase(withoutFields('jwt[0].claimValidationRules')),
    acceptedCase(withoutFields('jwt[0].userValidationRules')),
    refusedCase(withFields({ 'jwt[0].claimValidationRules': { claim: 'a' } })),
    refusedCase(withFields({ 'jwt[0].userValidationRules': 'true' })),
  ),
  documentCheck(
    'AUTHN-033',
    '`issuer.url` is required.',
    validAuthentication,
    refusedCase(withoutFields(`${issuer}.url`)),
  ),
  drawnDocumentCheck(
    'AUTHN-034',
    '`issuer.url` is `https://host` or `https://host/path`.',
    issuerUrls(),
  ),
  documentCheck(
    'AUTHN-039',
    '`discoveryURL` is not the same as `url`.',
    validAuthentication,
    refusedCase(withFields({ [`${issuer}.discoveryURL`]: 'https://issuer.example/0' })),
    acceptedCase(withFields({ [`${issuer}.discoveryURL`]: 'https://issuer.example/0/other' })),
  ),
  documentCheck(
    'AUTHN-040',
    'No two authenticators have the same `discoveryURL`.',
    { ...authenticationWith(2), anonymous: { enabled: false } },
    refusedCase(
      withFields({
        'jwt[1].issuer.discoveryURL': 'https://discovery.example',
        'jwt[0].issuer.discoveryURL': 'https://discovery.example',
      }),
    ),
    acceptedCase(
      withFields({
        'jwt[0].issuer.discoveryURL': 'https://discovery.example/0',
        'jwt[1].issuer.discoveryURL': 'https://discovery.example/1',
      }),
    ),
  ),
  documentCheck(
    'AUTHN-042',
    '`certificateAuthority` holds certificates in PEM.',
    validAuthentication,
    acceptedCase(withFields({ [`${issuer}.certificateAuthority`]: sampleCertificate })),
    refusedCase(
      withFields({
        [`${issuer}.certificateAuthority`]: sampleCertificate.replace(brokenLine, 'AAAA'),
      }),
    ),
    refusedCase(withFields({ [`${issuer}.certificateAuthority`]: '/etc/ca.pem' })),
  ),
  documentCheck(
    'AUTHN-044',
    '`audiences` is required and has an element.',
    validAuthentication,
    refusedCase(withoutFields(`${issuer}.audiences`)),
    refusedCase(withFields({ [`${issuer}.audiences`]: [] })),
  ),
]
