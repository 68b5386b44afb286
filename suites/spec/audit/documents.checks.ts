// Which documents of auditing are valid.

import {
  auditEvent,
  auditEvents,
  policy,
  policyList,
} from '../../../properties/models/config/audit.ts'
import { asExpected } from '../../../properties/laws/configuration/configuration.ts'
import { overlaps } from '../../../properties/scenarios/configuration/audit-files.ts'
import {
  byTheLetter,
  put,
  questions,
  refused,
  taken,
  without,
} from '../../../properties/scenarios/configuration/configuration.ts'
import { example } from '../../check.ts'
import { documents, drawnDocuments } from '../../configuration.ts'

const kinds = [auditEvent, auditEvents, policy, policyList]

export default [
  example(
    'AUDIT-001',
    kinds.flatMap((good, at) =>
      questions({ good, cases: [taken({})] }).map(step => ({
        ...step,
        // A genuine server reads policies alone from files.
        as: `${good === policy ? '' : 'cluster '}taken ${at}`,
      })),
    ),
    asExpected('The four kinds are of `audit.<api-domain>/v1`.'),
  ),
  documents('AUDIT-027', '`rules` of a policy is required.', policy, refused(without('rules'))),
  documents(
    'AUDIT-035',
    'A list of policies has metadata and required items.',
    policyList,
    byTheLetter(without('items')),
    refused(put({ items: {} })),
    taken({}),
  ),
  documents(
    'AUDIT-036',
    '`level` of a rule is required.',
    policy,
    refused(without('rules[0].level')),
  ),
  drawnDocuments('AUDIT-050', 'Wildcards of resources do not overlap.', overlaps()),
  documents(
    'AUDIT-051',
    '`resourceNames` are set together with `resources` only.',
    policy,
    refused(
      put({ 'rules[0].resources[0].resourceNames': ['one'] }, 'rules[0].resources[0].resources'),
      'rules[0].resources[0].resourceNames',
      'rules[0].resources[0].resources',
      // The genuine loader does not say in which entry.
      'rules[0].resources.resourceNames',
    ),
    taken(put({ 'rules[0].resources[0].resourceNames': ['one'] })),
  ),
]
