// Checks which authorization configurations are valid.

import {
  validAuthorization,
  webhookClientFile,
} from '../../../properties/models/config/authorization.ts'
import { withVersion } from '../../../properties/models/config/documents.ts'
import {
  authorizerNames,
  webhookTimeouts,
} from '../../../properties/scenarios/configuration/authorization-files.ts'
import {
  caseWith,
  literalOnlyCase,
  recordedCase,
  withFields,
  refusedCase,
  acceptedCase,
  withoutFields,
} from '../../../properties/scenarios/configuration/configuration.ts'
import type { ConfigCase } from '../../../properties/scenarios/configuration/configuration.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { documentCheck, drawnDocumentCheck } from '../../configuration-checks.ts'

const first = 'authorizers[0]'
const hook = `${first}.webhook`
const conditions = `${hook}.matchConditions`

// The paths at which an error of the webhook may be reported. A genuine server omits `webhook` in
// them.
const placesOf = (member: string): [string, string] => [`${hook}.${member}`, `${first}.${member}`]

const missing = (member: string): ConfigCase =>
  refusedCase(withoutFields(`${hook}.${member}`), ...placesOf(member))

const wrong = (member: string, value: Term): ConfigCase =>
  refusedCase(withFields({ [`${hook}.${member}`]: value }), ...placesOf(member))

const expressions = (count: number): Term =>
  Array.from({ length: count }, (_, nth) => ({ expression: `request.user != 'user-${nth}'` }))

const connection = (more: Record<string, Term>): Record<string, Term> => ({
  [`${hook}.connectionInfo`]: { type: 'ClusterConfigFile', ...more },
})

export default [
  documentCheck(
    'AUTHZ-001',
    'The kind is accepted in `apiserver.<api-domain>/v1alpha1`.',
    withVersion(validAuthorization, ['apiserver', 'v1alpha1']),
    acceptedCase({}),
  ),
  documentCheck(
    'AUTHZ-002',
    'The kind is accepted in `apiserver.<api-domain>/v1beta1`.',
    withVersion(validAuthorization, ['apiserver', 'v1beta1']),
    acceptedCase({}),
  ),
  documentCheck(
    'AUTHZ-003',
    'The kind is accepted in `apiserver.config.<api-domain>/v1`.',
    withVersion(validAuthorization, ['apiserver.config', 'v1']),
    acceptedCase({}),
  ),
  documentCheck(
    'AUTHZ-004',
    '`authorizers` is required and has an entry.',
    validAuthorization,
    refusedCase(withoutFields('authorizers')),
    refusedCase(withFields({ authorizers: [] })),
  ),
  documentCheck(
    'AUTHZ-006',
    '`type` of an authorizer is required.',
    validAuthorization,
    refusedCase(withoutFields(`${first}.type`)),
  ),
  documentCheck(
    'AUTHZ-008',
    'A type that the server does not know is refused.',
    validAuthorization,
    refusedCase(withFields({ [`${first}.type`]: 'NoSuchType' }, hook), `${first}.type`),
  ),
  documentCheck(
    'AUTHZ-009',
    '`name` of an authorizer is required.',
    validAuthorization,
    refusedCase(withoutFields(`${first}.name`)),
  ),
  drawnDocumentCheck('AUTHZ-010', '`name` of an authorizer is a DNS label.', authorizerNames()),
  documentCheck(
    'AUTHZ-012',
    '`webhook` is required for the type `Webhook`.',
    validAuthorization,
    refusedCase(withoutFields(hook)),
  ),
  documentCheck(
    'AUTHZ-013',
    '`webhook` is set for no other type.',
    validAuthorization,
    refusedCase(withFields({ [`${first}.type`]: 'RBAC' }), hook, `${first}.type`),
  ),
  documentCheck(
    'AUTHZ-014',
    '`authorizedTTL` is a required duration.',
    validAuthorization,
    literalOnlyCase(withoutFields(`${hook}.authorizedTTL`)),
    wrong('authorizedTTL', 'soon'),
  ),
  documentCheck(
    'AUTHZ-016',
    '`unauthorizedTTL` is a required duration.',
    validAuthorization,
    literalOnlyCase(withoutFields(`${hook}.unauthorizedTTL`)),
    wrong('unauthorizedTTL', 'soon'),
  ),
  documentCheck(
    'AUTHZ-019',
    '`timeout` is a required duration without a default.',
    validAuthorization,
    missing('timeout'),
    wrong('timeout', 'soon'),
  ),
  drawnDocumentCheck('AUTHZ-020', '`timeout` is at most 30s.', webhookTimeouts()),
  documentCheck(
    'AUTHZ-022',
    '`subjectAccessReviewVersion` is required.',
    validAuthorization,
    missing('subjectAccessReviewVersion'),
  ),
  documentCheck(
    'AUTHZ-025',
    '`matchConditionSubjectAccessReviewVersion` is required and has no default.',
    validAuthorization,
    missing('matchConditionSubjectAccessReviewVersion'),
  ),
  documentCheck(
    'AUTHZ-026',
    '`matchConditionSubjectAccessReviewVersion` is `v1`.',
    validAuthorization,
    wrong('matchConditionSubjectAccessReviewVersion', 'v1beta1'),
  ),
  documentCheck(
    'AUTHZ-027',
    '`failurePolicy` is required.',
    validAuthorization,
    missing('failurePolicy'),
  ),
  documentCheck(
    'AUTHZ-032',
    '`connectionInfo` with its `type` is required.',
    validAuthorization,
    refusedCase(
      withoutFields(`${hook}.connectionInfo`),
      ...placesOf('connectionInfo'),
      ...placesOf('connectionInfo.type'),
    ),
    missing('connectionInfo.type'),
  ),
  documentCheck(
    'AUTHZ-033',
    '`connectionInfo.clusterConfigFile` is required for the type of configuration files.',
    validAuthorization,
    refusedCase(withFields(connection({})), ...placesOf('connectionInfo.clusterConfigFile')),
    caseWith(
      { files: [webhookClientFile] },
      acceptedCase(withFields(connection({ clusterConfigFile: webhookClientFile.name }))),
    ),
  ),
  documentCheck(
    'AUTHZ-035',
    'Each match condition is an expression that compiles and is a boolean.',
    validAuthorization,
    acceptedCase(withFields({ [conditions]: [{ expression: 'has(request.resourceAttributes)' }] })),
    refusedCase(
      withFields({ [conditions]: [{}] }),
      ...placesOf('matchConditions[0].expression'),
      ...placesOf('matchConditions[0]'),
    ),
    wrong('matchConditions[0].expression', 'request.user =='),
    wrong('matchConditions[0].expression', 'request.user'),
    wrong('matchConditions[0].expression', "claims.user == 'one'"),
  ),
  documentCheck(
    'AUTHZ-038',
    'There are at most 64 match conditions.',
    validAuthorization,
    acceptedCase(withFields({ [conditions]: expressions(64) })),
    wrong('matchConditions', expressions(65)),
  ),
  documentCheck(
    'AUTHZ-039',
    'A webhook without match conditions.',
    validAuthorization,
    recordedCase(withoutFields(conditions), 'without matchConditions'),
  ),
]
