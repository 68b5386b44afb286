import {
  functionRule,
  allowedValues,
  uniqueRule,
  unsupportedValue,
  type RequirementId,
} from '../config-rules.ts'
import {
  alwaysRequired,
  deFacto,
  type ConfigKind,
  listField,
  objectField,
  textField,
} from '../config-kind.ts'
import { requiredWithDefault } from '../required-with-default.ts'

const locks = allowedValues('CM-020', ['leases', 'endpoints'])
const shown = alwaysRequired('CM-019')

/** Genuine managers validate an embedded leader migration only if it is enabled. */
export const embeddedLockRule = functionRule({
  requirement: deFacto,
  description: 'the lock of a leader migration is one of "leases", "endpoints"',
  onlyIn: 'kubernetes',
  *faults({ LeaderMigrationEnabled, LeaderMigration }: Embedding) {
    const lock = LeaderMigration?.resourceLock
    if (!LeaderMigrationEnabled || lock === undefined || locks.of.includes(lock)) return
    yield { path: ['LeaderMigration', 'resourceLock'], ...unsupportedValue(lock, locks.of) }
  },
})

type Embedding = {
  readonly LeaderMigrationEnabled?: boolean
  readonly LeaderMigration?: { readonly resourceLock?: string }
}

const controllerLeader = objectField('Assignment of one controller.', {
  name: textField('Name of the controller.', shown),
  component: textField('Component that runs the controller; * for any.', shown),
})

const leaders = { rules: [uniqueRule(deFacto, ['name'], { severity: 'warning' })] }

/** The leader migration as a field of a controller manager's configuration. */
export const leaderMigrationField = (requirement: RequirementId) =>
  objectField(
    'Assignment of controllers to components during a leader migration.',
    {
      apiVersion: textField('API version; may be omitted here.', { requirement: deFacto }),
      kind: textField('Kind; may be omitted here.', { requirement: deFacto }),
      leaderName: textField(
        'Name of the lock shared by all components.',
        requiredWithDefault('CM-019', ''),
      ),
      resourceLock: textField('Resource type of the lock.', {
        ...requiredWithDefault('CM-019', 'leases'),
        rules: [{ ...locks, onlyIn: 'cluster' }],
      }),
      controllerLeaders: listField('One entry per controller.', controllerLeader, {
        ...requiredWithDefault('CM-019', []),
        ...leaders,
      }),
    },
    requiredWithDefault(requirement, {}),
  )

const shared = {
  group: 'controllermanager.config.*',
  kind: 'LeaderMigrationConfiguration',
  description: 'Assignment of controllers to components during a leader migration.',
  strict: true,
  fields: {
    leaderName: textField('Name of the lock shared by all components.', shown),
    resourceLock: textField('Resource type of the lock.', { ...shown, rules: [locks] }),
    controllerLeaders: listField('One entry per controller.', controllerLeader, {
      ...requiredWithDefault('CM-019', []),
      ...leaders,
    }),
  },
  rules: [],
}

/** Genuine managers have no field for the lock in v1: it is always a Lease. */
const { resourceLock: _, ...fieldsOfV1 } = shared.fields

export const leaderMigrationConfigurations: readonly ConfigKind[] = [
  { ...shared, version: 'v1alpha1', requirement: 'CM-003' },
  { ...shared, version: 'v1beta1', requirement: deFacto, onlyIn: 'kubernetes' },
  {
    ...shared,
    version: 'v1',
    requirement: deFacto,
    onlyIn: 'kubernetes',
    fields: fieldsOfV1,
  },
]
