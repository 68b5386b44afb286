// Owners that are removed, and what becomes of their dependents. What is to go is waited for first;
// garbage that is made last (`sentinel`) then tells a collector that is late from one that passed it
// by. For the labels see ownership.ts.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Scenario, Step } from '../../dsl/scenario.ts'
import { edited, named, raw, remove, sample, seen, steps, versionOf } from '../../dsl/steps.ts'
import { patch } from '../../dsl/write-steps.ts'
import { pathIn } from '../named-types.ts'
import {
  allGo,
  anywhere,
  freed,
  goes,
  known,
  lookedFor,
  made,
  madeAndFollowed,
  ownedBy,
  removed,
  sentinelWithoutOwner,
  some,
} from './ownership.ts'
import type { One, Policy } from './ownership.ts'
import type { Term } from '../../dsl/term.ts'

const owners: Arbitrary<One> = anywhere.map(role => ({ name: 'owner', role }))

/**
 * An owner with one to five dependents, which own each other in any tree. It is removed, and looked
 * for at once (`after owner`).
 */
export const removedOwners = (): Arbitrary<Scenario> =>
  fc
    .record({
      owner: owners,
      dependents: some('d', 5),
      above: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
    })
    .map(({ owner, dependents, above }) =>
      steps(
        made(owner),
        ...dependents.flatMap((one, index) => {
          const parents = [owner, ...dependents.slice(0, index)]
          const parent = parents[(above[index] ?? 0) % parents.length] ?? owner
          return madeAndFollowed({ ...one, owners: [ownedBy(parent)] })
        }),
        removed(owner, 'Background'),
        lookedFor(owner),
        ...allGo(dependents),
        ...sentinelWithoutOwner,
        ...dependents.map(one => lookedFor(one)),
      ),
    )

/**
 * An owner that is removed in the foreground while one to three dependents block it and are held,
 * others are free (`marked`, and `waiting` when the collector has come by); then they are freed.
 */
export const blockedOwners = (): Arbitrary<Scenario> =>
  fc
    .record({ owner: owners, blocking: some('b', 3), free: some('f', 2, 0) })
    .map(({ owner, blocking, free }) => {
      const all = [...blocking, ...free]
      const isBlocked = [ownedBy(owner, { blocks: true })]
      return steps(
        ...madeAndFollowed(owner),
        ...blocking.flatMap(one => madeAndFollowed({ ...one, owners: isBlocked, isHeld: true })),
        ...free.flatMap(one => madeAndFollowed({ ...one, owners: isBlocked })),
        ...known(all),
        removed(owner, 'Foreground'),
        lookedFor(owner, 'marked'),
        ...allGo(free),
        ...sentinelWithoutOwner,
        lookedFor(owner, 'waiting'),
        ...blocking.map(freed),
        ...allGo([...all, owner]),
        ...[...all, owner].map(one => lookedFor(one)),
      )
    })

/**
 * An owner that is removed in the foreground while dependents that do not block it are held: it is
 * looked for (`after owner`) before they are (`meanwhile NAME`), and then they are freed.
 */
export const unblockedOwners = (): Arbitrary<Scenario> =>
  fc
    .record({ owner: owners, dependents: some('d', 3) })
    .map(({ owner, dependents }) =>
      steps(
        ...madeAndFollowed(owner),
        ...dependents.flatMap(one =>
          madeAndFollowed({ ...one, owners: [ownedBy(owner)], isHeld: true }),
        ),
        removed(owner, 'Foreground'),
        goes(owner),
        ...sentinelWithoutOwner,
        lookedFor(owner),
        ...dependents.map(one => lookedFor(one, `meanwhile ${one.name}`)),
        ...dependents.map(freed),
        ...allGo(dependents),
        ...dependents.map(one => lookedFor(one)),
      ),
    )

/** An owner that is removed and leaves its dependents, of which some would block it. */
export const orphans = (): Arbitrary<Scenario> =>
  fc
    .record({ owner: owners, dependents: some('d', 3), blocks: fc.boolean() })
    .map(({ owner, dependents, blocks }) =>
      steps(
        ...madeAndFollowed(owner),
        ...dependents.map(one => made({ ...one, owners: [ownedBy(owner, { blocks })] })),
        ...known(dependents),
        removed(owner, 'Orphan'),
        goes(owner),
        ...sentinelWithoutOwner,
        lookedFor(owner),
        ...dependents.map(one => lookedFor(one)),
      ),
    )

/** Two to four objects that own each other in a circle (closed by `closed`); one is removed. */
export const circles = (): Arbitrary<Scenario> =>
  fc
    .record({
      links: some('c', 4, 2),
      blocks: fc.boolean(),
      policy: fc.constantFrom<Policy>('Background', 'Foreground'),
    })
    .map(({ links, blocks, policy }) => {
      const first = links[0] ?? { name: 'c0', role: 'main' }
      const last = links.at(-1) ?? first
      const ownerReferences = [ownedBy(last, { blocks })]
      return steps(
        ...madeAndFollowed(first),
        ...links.slice(1).flatMap((link, index) => {
          const owner = links[index] ?? first
          return madeAndFollowed({ ...link, owners: [ownedBy(owner, { blocks })] })
        }),
        patch('closed', first.role, named(first.name), {
          type: 'merge',
          body: { metadata: { ownerReferences } },
        }),
        removed(first, policy),
        ...allGo(links),
        ...sentinelWithoutOwner,
        ...links.map(link => lookedFor(link)),
      )
    })

const ordinaryRoles: readonly Role[] = ['main', 'core', 'cluster']
const ordinary = (role: Role): One => ({ name: `d-${role}`, role: 'core' })

/** Of which a server that is asked nothing says `Orphan`; with no replicas it makes no pods. */
const replicationControllers = { apiVersion: 'v1', resource: 'replicationcontrollers' }
const controller = named('controller')
const labels = { 'touchstone.invalid/controller': 'empty' }

const emptyController: Term = edited(sample('namespaces', 'controller'), {
  '/kind': 'ReplicationController',
  '/spec': {
    replicas: 0,
    selector: labels,
    template: {
      metadata: { labels },
      spec: { containers: [{ name: 'idle', image: 'touchstone.invalid/idle' }] },
    },
  },
})

const orphan: One = { name: 'orphan', role: 'core' }

/**
 * Owners of three types with a dependent each (`d-ROLE`), and a replication controller with one
 * (`orphan`), all removed by deletes that say nothing of dependents.
 */
export const removedByDefault: Step[] = [
  ...ordinaryRoles.flatMap((role): Step[] => [
    made({ name: `owner-${role}`, role }),
    ...madeAndFollowed({
      ...ordinary(role),
      owners: [ownedBy({ name: `owner-${role}`, role })],
    }),
    remove(`removed owner-${role}`, role, named(`owner-${role}`)),
  ]),
  raw('controller', 'POST', pathIn(replicationControllers, 0), { body: emptyController }),
  {
    watch: raw('fate of controller', 'GET', pathIn(replicationControllers, 0), {
      query: {
        watch: '1',
        resourceVersion: versionOf('controller'),
        fieldSelector: { $join: ['metadata.name=', controller] },
      },
    }),
  },
  made({
    ...orphan,
    owners: [
      {
        apiVersion: 'v1',
        kind: 'ReplicationController',
        name: controller,
        uid: seen('controller', '/metadata/uid'),
      },
    ],
  }),
  ...known([orphan]),
  raw('removed controller', 'DELETE', pathIn(replicationControllers, 0, controller)),
  goes({ name: 'controller' }),
  ...allGo(ordinaryRoles.map(ordinary)),
  ...sentinelWithoutOwner,
  raw('after controller', 'GET', pathIn(replicationControllers, 0, controller)),
  ...ordinaryRoles.map(role => lookedFor(ordinary(role))),
  lookedFor(orphan),
]
