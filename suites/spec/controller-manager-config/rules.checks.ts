// Checks the kinds of the controller managers, their defaults, and the rules beyond the types of
// fields.

import { configurationIsJudgedAsExpected } from '../../../properties/laws/configuration/configuration.ts'
import {
  validCloudManager,
  validClusterManager,
  validLeaderMigration,
} from '../../../properties/models/config/controller-manager-files.ts'
import { apiVersionTerm } from '../../../properties/models/config/documents.ts'
import {
  caseWith,
  literalOnlyCase,
  caseOnlyIn,
  defaultedCase,
  recordedCase,
  withFields,
  configCheckSteps,
  refusedCase,
  acceptedCase,
  withoutFields,
} from '../../../properties/scenarios/configuration/configuration.ts'
import type { ConfigCase } from '../../../properties/scenarios/configuration/configuration.ts'
import {
  renewDeadlines,
  ipFamilies,
  monitorGracePeriods,
} from '../../../properties/scenarios/configuration/controller-manager-files.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'
import { documentCheck, drawnDocumentCheck } from '../../configuration-checks.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

const inGroup = (group: string) => withFields({ apiVersion: apiVersionTerm(group, 'v1alpha1') })

/** A check that a kind is accepted in its API group and refused in the group of another kind. */
const pair = (id: Id, says: string, good: Term, other: string): Check =>
  documentCheck(
    id,
    says,
    good,
    acceptedCase({}),
    refusedCase(inGroup(other), 'apiVersion', 'kind', ''),
  )

/** Requests defaults. A checker that requires every field fills in defaults only in this mode. */
const lenient = { facts: { lenient: 'true' } }

const standIn = (id: Id, path: string, value: unknown): Check =>
  documentCheck(
    id,
    `The default of ${path.split('.').at(-1)} is ${String(value)}.`,
    validClusterManager,
    caseOnlyIn('cluster', caseWith(lenient, defaultedCase(withoutFields(path), path, value))),
    caseOnlyIn('kubernetes', defaultedCase(withoutFields(path), path, value)),
  )

/**
 * A case with an API server whose garbage collection is on or off. It is judged only in the dialect
 * `cluster`, because no genuine loader knows the setting of the API server.
 */
const collecting = (isOn: boolean, one: ConfigCase): ConfigCase =>
  caseOnlyIn('cluster', caseWith({ facts: { '--enable-garbage-collector': String(isOn) } }, one))

const embeddedLock = 'Generic.LeaderMigration.resourceLock'
const collector = 'GarbageCollectorController.EnableGarbageCollector'
const syncs = 'DeploymentController.ConcurrentDeploymentSyncs'

export default [
  pair(
    'CM-001',
    'ClusterControllerManagerConfiguration is of `clustercontrollermanager.config`.',
    validClusterManager,
    'cloudcontrollermanager.config',
  ),
  pair(
    'CM-002',
    'CloudControllerManagerConfiguration is of `cloudcontrollermanager.config`.',
    validCloudManager,
    'clustercontrollermanager.config',
  ),
  pair(
    'CM-003',
    'LeaderMigrationConfiguration is of `controllermanager.config`.',
    validLeaderMigration,
    'clustercontrollermanager.config',
  ),
  documentCheck(
    'CM-004',
    'The pairs of kinds and groups.',
    validClusterManager,
    recordedCase(inGroup('controllermanager.config'), 'in controllermanager.config'),
  ),
  documentCheck(
    'CM-005',
    'A configuration without a field that is required and has a default.',
    validClusterManager,
    recordedCase(withoutFields(syncs), `without ${syncs}`),
    recordedCase(withoutFields('AttachDetachController'), 'without AttachDetachController'),
  ),
  documentCheck(
    'CM-006',
    'Letter case of field names.',
    validClusterManager,
    recordedCase(
      withFields({ 'DeploymentController.concurrentDeploymentSyncs': 5 }, syncs),
      'in lower case',
    ),
  ),
  drawnDocumentCheck('CM-012', '`renewDeadline` is not above `leaseDuration`.', renewDeadlines()),
  example(
    'CM-020',
    configCheckSteps(
      {
        good: validLeaderMigration,
        cases: [
          acceptedCase({}),
          acceptedCase(withFields({ resourceLock: 'endpoints' })),
          refusedCase(withFields({ resourceLock: 'configmaps' })),
        ],
      },
      {
        good: validClusterManager,
        cases: [
          acceptedCase(withFields({ [embeddedLock]: 'endpoints' })),
          // Genuine managers validate this field only if controllers migrate.
          literalOnlyCase(withFields({ [embeddedLock]: 'configmaps' })),
        ],
      },
    ),
    configurationIsJudgedAsExpected('`resourceLock` of a migration is `leases` or `endpoints`.'),
  ),
  standIn('CM-057', 'AttachDetachController.DisableAttachDetachReconcilerSync', false),
  standIn('CM-058', 'AttachDetachController.ReconcilerSyncLoopPeriod', '60s'),
  standIn('CM-059', 'AttachDetachController.disableForceDetachOnTimeout', false),
  documentCheck(
    'CM-062',
    '`EnableGarbageCollector` agrees with the flag of the API server.',
    validClusterManager,
    acceptedCase(withFields({ [collector]: true })),
    acceptedCase(withFields({ [collector]: false })),
    ...[true, false].flatMap(isOn => [
      collecting(isOn, acceptedCase(withFields({ [collector]: isOn }))),
      collecting(isOn, literalOnlyCase(withFields({ [collector]: !isOn }))),
    ]),
  ),
  drawnDocumentCheck('CM-063', '`SecondaryServiceCIDR` is of the other IP family.', ipFamilies()),
  drawnDocumentCheck(
    'CM-064',
    '`NodeMonitorGracePeriod` is a multiple of the status update frequency of the node agent.',
    monitorGracePeriods(),
  ),
  standIn(
    'CM-067',
    'PersistentVolumeBinderController.VolumeConfiguration.EnableDynamicProvisioning',
    true,
  ),
  standIn('CM-069', 'ValidatingAdmissionPolicyStatusController.ConcurrentPolicySyncs', 5),
]
