// Which authorization configurations are valid.

import { authorization, clientFile } from '../../../properties/models/config/authorization.ts'
import { inVersion } from '../../../properties/models/config/documents.ts'
import {
  authorizerNames,
  timeouts,
} from '../../../properties/scenarios/configuration/authorization-files.ts'
import {
  beside,
  byTheLetter,
  noted,
  put,
  refused,
  taken,
  without,
} from '../../../properties/scenarios/configuration/configuration.ts'
import type { Case } from '../../../properties/scenarios/configuration/configuration.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { documents, drawnDocuments } from '../../configuration.ts'

const first = 'authorizers[0]'
const hook = `${first}.webhook`
const conditions = `${hook}.matchConditions`

// A genuine server leaves the block out of the places in it.
const placesOf = (member: string): [string, string] => [`${hook}.${member}`, `${first}.${member}`]

const missing = (member: string): Case => refused(without(`${hook}.${member}`), ...placesOf(member))

const wrong = (member: string, value: Term): Case =>
  refused(put({ [`${hook}.${member}`]: value }), ...placesOf(member))

const expressions = (count: number): Term =>
  Array.from({ length: count }, (_, nth) => ({ expression: `request.user != 'user-${nth}'` }))

const connection = (more: Record<string, Term>): Record<string, Term> => ({
  [`${hook}.connectionInfo`]: { type: 'ClusterConfigFile', ...more },
})

export default [
  documents(
    'AUTHZ-001',
    'The kind is accepted in `apiserver.<api-domain>/v1alpha1`.',
    inVersion(authorization, ['apiserver', 'v1alpha1']),
    taken({}),
  ),
  documents(
    'AUTHZ-002',
    'The kind is accepted in `apiserver.<api-domain>/v1beta1`.',
    inVersion(authorization, ['apiserver', 'v1beta1']),
    taken({}),
  ),
  documents(
    'AUTHZ-003',
    'The kind is accepted in `apiserver.config.<api-domain>/v1`.',
    inVersion(authorization, ['apiserver.config', 'v1']),
    taken({}),
  ),
  documents(
    'AUTHZ-004',
    '`authorizers` is required and has an entry.',
    authorization,
    refused(without('authorizers')),
    refused(put({ authorizers: [] })),
  ),
  documents(
    'AUTHZ-006',
    '`type` of an authorizer is required.',
    authorization,
    refused(without(`${first}.type`)),
  ),
  documents(
    'AUTHZ-008',
    'A type that the server does not know is refused.',
    authorization,
    refused(put({ [`${first}.type`]: 'NoSuchType' }, hook), `${first}.type`),
  ),
  documents(
    'AUTHZ-009',
    '`name` of an authorizer is required.',
    authorization,
    refused(without(`${first}.name`)),
  ),
  drawnDocuments('AUTHZ-010', '`name` of an authorizer is a DNS label.', authorizerNames()),
  documents(
    'AUTHZ-012',
    '`webhook` is required for the type `Webhook`.',
    authorization,
    refused(without(hook)),
  ),
  documents(
    'AUTHZ-013',
    '`webhook` is set for no other type.',
    authorization,
    refused(put({ [`${first}.type`]: 'RBAC' }), hook, `${first}.type`),
  ),
  documents(
    'AUTHZ-014',
    '`authorizedTTL` is a required duration.',
    authorization,
    byTheLetter(without(`${hook}.authorizedTTL`)),
    wrong('authorizedTTL', 'soon'),
  ),
  documents(
    'AUTHZ-016',
    '`unauthorizedTTL` is a required duration.',
    authorization,
    byTheLetter(without(`${hook}.unauthorizedTTL`)),
    wrong('unauthorizedTTL', 'soon'),
  ),
  documents(
    'AUTHZ-019',
    '`timeout` is a required duration without a default.',
    authorization,
    missing('timeout'),
    wrong('timeout', 'soon'),
  ),
  drawnDocuments('AUTHZ-020', '`timeout` is at most 30s.', timeouts()),
  documents(
    'AUTHZ-022',
    '`subjectAccessReviewVersion` is required.',
    authorization,
    missing('subjectAccessReviewVersion'),
  ),
  documents(
    'AUTHZ-025',
    '`matchConditionSubjectAccessReviewVersion` is required and has no default.',
    authorization,
    missing('matchConditionSubjectAccessReviewVersion'),
  ),
  documents(
    'AUTHZ-026',
    '`matchConditionSubjectAccessReviewVersion` is `v1`.',
    authorization,
    wrong('matchConditionSubjectAccessReviewVersion', 'v1beta1'),
  ),
  documents('AUTHZ-027', '`failurePolicy` is required.', authorization, missing('failurePolicy')),
  documents(
    'AUTHZ-032',
    '`connectionInfo` with its `type` is required.',
    authorization,
    refused(
      without(`${hook}.connectionInfo`),
      ...placesOf('connectionInfo'),
      ...placesOf('connectionInfo.type'),
    ),
    missing('connectionInfo.type'),
  ),
  documents(
    'AUTHZ-033',
    '`connectionInfo.clusterConfigFile` is required for the type of configuration files.',
    authorization,
    refused(put(connection({})), ...placesOf('connectionInfo.clusterConfigFile')),
    beside({ files: [clientFile] }, taken(put(connection({ clusterConfigFile: clientFile.name })))),
  ),
  documents(
    'AUTHZ-035',
    'Each match condition is an expression that compiles and is a boolean.',
    authorization,
    taken(put({ [conditions]: [{ expression: 'has(request.resourceAttributes)' }] })),
    refused(
      put({ [conditions]: [{}] }),
      ...placesOf('matchConditions[0].expression'),
      ...placesOf('matchConditions[0]'),
    ),
    wrong('matchConditions[0].expression', 'request.user =='),
    wrong('matchConditions[0].expression', 'request.user'),
    wrong('matchConditions[0].expression', "claims.user == 'one'"),
  ),
  documents(
    'AUTHZ-038',
    'There are at most 64 match conditions.',
    authorization,
    taken(put({ [conditions]: expressions(64) })),
    wrong('matchConditions', expressions(65)),
  ),
  documents(
    'AUTHZ-039',
    'A webhook without match conditions.',
    authorization,
    noted(without(conditions), 'without matchConditions'),
  ),
]
