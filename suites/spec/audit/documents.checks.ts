// Checks which audit documents are valid.

import {
  validAuditEvent,
  validAuditEventList,
  validAuditPolicy,
  validAuditPolicyList,
} from '../../../properties/models/config/audit.ts'
import { configurationIsJudgedAsExpected } from '../../../properties/laws/configuration/configuration.ts'
import { overlappingResources } from '../../../properties/scenarios/configuration/audit-files.ts'
import {
  literalOnlyCase,
  withFields,
  configCheckSteps,
  refusedCase,
  acceptedCase,
  withoutFields,
} from '../../../properties/scenarios/configuration/configuration.ts'
import { example } from '../../check.ts'
import { documentCheck, drawnDocumentCheck } from '../../configuration-checks.ts'

const kinds = [validAuditEvent, validAuditEventList, validAuditPolicy, validAuditPolicyList]

export default [
  example(
    'AUDIT-001',
    kinds.flatMap((good, index) =>
      configCheckSteps({ good, cases: [acceptedCase({})] }).map(step => ({
        ...step,
        // A genuine server reads policies alone from files.
        as: `${good === validAuditPolicy ? '' : 'cluster '}accepted ${index}`,
      })),
    ),
    configurationIsJudgedAsExpected('The four kinds are of `audit.<api-domain>/v1`.'),
  ),
  documentCheck(
    'AUDIT-027',
    '`rules` of a policy is required.',
    validAuditPolicy,
    refusedCase(withoutFields('rules')),
  ),
  documentCheck(
    'AUDIT-035',
    'A list of policies has metadata and required items.',
    validAuditPolicyList,
    literalOnlyCase(withoutFields('items')),
    refusedCase(withFields({ items: {} })),
    acceptedCase({}),
  ),
  documentCheck(
    'AUDIT-036',
    '`level` of a rule is required.',
    validAuditPolicy,
    refusedCase(withoutFields('rules[0].level')),
  ),
  drawnDocumentCheck('AUDIT-050', 'Wildcards of resources do not overlap.', overlappingResources()),
  documentCheck(
    'AUDIT-051',
    '`resourceNames` is set only together with `resources`.',
    validAuditPolicy,
    refusedCase(
      withFields(
        { 'rules[0].resources[0].resourceNames': ['one'] },
        'rules[0].resources[0].resources',
      ),
      'rules[0].resources[0].resourceNames',
      'rules[0].resources[0].resources',
      // The genuine loader does not report the index of the entry.
      'rules[0].resources.resourceNames',
    ),
    acceptedCase(withFields({ 'rules[0].resources[0].resourceNames': ['one'] })),
  ),
]
