import { law, oneOf, unique, unsupported } from '../rules.ts'
import { always, type By, deFacto, type Kind, list, object, text } from '../vocabulary.ts'
import { needed } from '../needed.ts'

const locks = oneOf('CM-020', ['leases', 'endpoints'])
const shown = always('CM-019')

/** Genuine managers look at a migration of their own only where it takes place. */
export const embeddedLock = law({
  by: deFacto,
  says: 'the lock of controllers that move is one of "leases", "endpoints"',
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

const controllerLeader = object('Who runs one controller.', {
  name: text('The controller.', shown),
  component: text('The component that runs it; * for any.', shown),
})

const leaders = { rules: [unique(deFacto, ['name'], { severity: 'warning' })] }

/** As a part of a controller manager's own configuration. */
export const leaderMigration = (by: By) =>
  object(
    'Which component runs which controller while they move.',
    {
      apiVersion: text('The version, which may be left out here.', { by: deFacto }),
      kind: text('The kind, which may be left out here.', { by: deFacto }),
      leaderName: text('The name of the lock of all components.', needed('CM-019', '')),
      resourceLock: text('What sort of object it is.', {
        ...needed('CM-019', 'leases'),
        rules: [{ ...locks, onlyIn: 'cluster' }],
      }),
      controllerLeaders: list('One for each controller.', controllerLeader, {
        ...needed('CM-019', []),
        ...leaders,
      }),
    },
    needed(by, {}),
  )

const shared = {
  group: 'controllermanager.config.*',
  kind: 'LeaderMigrationConfiguration',
  says: 'Which component runs which controller while they move from one to the other.',
  strict: true,
  fields: {
    leaderName: text('The name of the lock of all components.', shown),
    resourceLock: text('What sort of object it is.', { ...shown, rules: [locks] }),
    controllerLeaders: list('One for each controller.', controllerLeader, {
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
