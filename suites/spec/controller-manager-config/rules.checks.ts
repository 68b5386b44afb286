// The kinds of controller managers, their defaults, and rules beyond the types of fields.

import { asExpected } from '../../../properties/laws/configuration/configuration.ts'
import {
  cloudManager,
  clusterManager,
  migration,
} from '../../../properties/models/config/controller-manager-files.ts'
import { apiVersionOf } from '../../../properties/models/config/documents.ts'
import {
  beside,
  byTheLetter,
  caseIn,
  filled,
  noted,
  put,
  questions,
  refused,
  taken,
  without,
} from '../../../properties/scenarios/configuration/configuration.ts'
import type { Case } from '../../../properties/scenarios/configuration/configuration.ts'
import {
  deadlines,
  families,
  gracePeriods,
} from '../../../properties/scenarios/configuration/controller-manager-files.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'
import { documents, drawnDocuments } from '../../configuration.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

const inGroup = (group: string) => put({ apiVersion: apiVersionOf(group, 'v1alpha1') })

/** A kind in its group, and in one that has another. */
const pair = (id: Id, says: string, good: Term, other: string): Check =>
  documents(id, says, good, taken({}), refused(inGroup(other), 'apiVersion', 'kind', ''))

/** Checkers that ask for every field fill in nothing unless they are told to. */
const lenient = { beside: { lenient: 'true' } }

const standIn = (id: Id, path: string, value: unknown): Check =>
  documents(
    id,
    `${path.split('.').at(-1)} is ${String(value)} unless it is set.`,
    clusterManager,
    caseIn('cluster', beside(lenient, filled(without(path), path, value))),
    caseIn('kubernetes', filled(without(path), path, value)),
  )

/** Beside an API server that does, or does not, collect garbage; no genuine loader asks. */
const collecting = (isOn: boolean, one: Case): Case =>
  caseIn('cluster', beside({ beside: { '--enable-garbage-collector': String(isOn) } }, one))

const embeddedLock = 'Generic.LeaderMigration.resourceLock'
const collector = 'GarbageCollectorController.EnableGarbageCollector'
const syncs = 'DeploymentController.ConcurrentDeploymentSyncs'

export default [
  pair(
    'CM-001',
    'ClusterControllerManagerConfiguration is of `clustercontrollermanager.config`.',
    clusterManager,
    'cloudcontrollermanager.config',
  ),
  pair(
    'CM-002',
    'CloudControllerManagerConfiguration is of `cloudcontrollermanager.config`.',
    cloudManager,
    'clustercontrollermanager.config',
  ),
  pair(
    'CM-003',
    'LeaderMigrationConfiguration is of `controllermanager.config`.',
    migration,
    'clustercontrollermanager.config',
  ),
  documents(
    'CM-004',
    'The pairs of kinds and groups.',
    clusterManager,
    noted(inGroup('controllermanager.config'), 'in controllermanager.config'),
  ),
  documents(
    'CM-005',
    'A configuration without a field that is required and has a default.',
    clusterManager,
    noted(without(syncs), `without ${syncs}`),
    noted(without('AttachDetachController'), 'without AttachDetachController'),
  ),
  documents(
    'CM-006',
    'The case of the names of fields.',
    clusterManager,
    noted(put({ 'DeploymentController.concurrentDeploymentSyncs': 5 }, syncs), 'in lower case'),
  ),
  drawnDocuments('CM-012', '`renewDeadline` is not above `leaseDuration`.', deadlines()),
  example(
    'CM-020',
    questions(
      {
        good: migration,
        cases: [
          taken({}),
          taken(put({ resourceLock: 'endpoints' })),
          refused(put({ resourceLock: 'configmaps' })),
        ],
      },
      {
        good: clusterManager,
        cases: [
          taken(put({ [embeddedLock]: 'endpoints' })),
          // Genuine managers look at it only where controllers move.
          byTheLetter(put({ [embeddedLock]: 'configmaps' })),
        ],
      },
    ),
    asExpected('`resourceLock` of a migration is `leases` or `endpoints`.'),
  ),
  standIn('CM-057', 'AttachDetachController.DisableAttachDetachReconcilerSync', false),
  standIn('CM-058', 'AttachDetachController.ReconcilerSyncLoopPeriod', '60s'),
  standIn('CM-059', 'AttachDetachController.disableForceDetachOnTimeout', false),
  documents(
    'CM-062',
    '`EnableGarbageCollector` agrees with the option of the API server.',
    clusterManager,
    taken(put({ [collector]: true })),
    taken(put({ [collector]: false })),
    ...[true, false].flatMap(isOn => [
      collecting(isOn, taken(put({ [collector]: isOn }))),
      collecting(isOn, byTheLetter(put({ [collector]: !isOn }))),
    ]),
  ),
  drawnDocuments('CM-063', '`SecondaryServiceCIDR` is of the other family.', families()),
  drawnDocuments('CM-064', '`NodeMonitorGracePeriod` is a multiple.', gracePeriods()),
  standIn(
    'CM-067',
    'PersistentVolumeBinderController.VolumeConfiguration.EnableDynamicProvisioning',
    true,
  ),
  standIn('CM-069', 'ValidatingAdmissionPolicyStatusController.ConcurrentPolicySyncs', 5),
]
