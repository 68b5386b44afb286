import { law, oneOf, unique, unsupported } from '../rules.ts'
import { always, type By, deFacto, type Kind, list, object, text } from '../vocabulary.ts'
import { needed } from '../needed.ts'

const locks = oneOf('CM-020', ['leases', 'endpoints'])
const shown = always('CM-019')

/** Genuine managers look at a migration of their own only where it takes place. */
export const embeddedLock = law({
  by: deFacto,
  says: 'the lock of a leader migration is one of "leases", "endpoints"',
  onlyIn: 'kubernetes',
  *faults({ LeaderMigrationEnabled, LeaderMigration }: Embedding) {
    const lock = LeaderMigration?.resourceLock
    if (!LeaderMigrationEnabled || lock === undefined || locks.of.includes(lock)) return
    yield { at: ['LeaderMigration', 'resourceLock'], ...unsupported(lock, locks.of) }
  },
})

type Embedding = {
  readonly LeaderMigrationEnabled?: boolean
  readonly LeaderMigration?: { readonly resourceLock?: string }
}

const controllerLeader = object('Assignment of one controller.', {
  name: text('Name of the controller.', shown),
  component: text('Component that runs the controller; * for any.', shown),
})

const leaders = { rules: [unique(deFacto, ['name'], { severity: 'warning' })] }

/** As a part of a controller manager's own configuration. */
export const leaderMigration = (by: By) =>
  object(
    'Assignment of controllers to components during a leader migration.',
    {
      apiVersion: text('API version; may be omitted here.', { by: deFacto }),
      kind: text('Kind; may be omitted here.', { by: deFacto }),
      leaderName: text('Name of the lock shared by all components.', needed('CM-019', '')),
      resourceLock: text('Resource type of the lock.', {
        ...needed('CM-019', 'leases'),
        rules: [{ ...locks, onlyIn: 'cluster' }],
      }),
      controllerLeaders: list('One entry per controller.', controllerLeader, {
        ...needed('CM-019', []),
        ...leaders,
      }),
    },
    needed(by, {}),
  )

const shared = {
  group: 'controllermanager.config.*',
  kind: 'LeaderMigrationConfiguration',
  says: 'Assignment of controllers to components during a leader migration.',
  strict: true,
  fields: {
    leaderName: text('Name of the lock shared by all components.', shown),
    resourceLock: text('Resource type of the lock.', { ...shown, rules: [locks] }),
    controllerLeaders: list('One entry per controller.', controllerLeader, {
      ...needed('CM-019', []),
      ...leaders,
    }),
  },
  rules: [],
}

export const leaderMigrationConfigurations: readonly Kind[] = [
  { ...shared, version: 'v1alpha1', by: 'CM-003' },
  { ...shared, version: 'v1beta1', by: deFacto, onlyIn: 'kubernetes' },
  { ...shared, version: 'v1', by: deFacto, onlyIn: 'kubernetes' },
]
