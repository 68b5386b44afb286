// Generates removals of owners with dependents. The scenarios first wait for the objects that must
// be removed. Garbage that is created last (`sentinel`) then distinguishes a slow collector from
// one that missed an object. The labels are in owned-objects.ts.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { Scenario, Step } from '../../dsl/scenario.ts'
import {
  editTerm,
  caseName,
  rawRequest,
  deleteObject,
  sampleTerm,
  fromAnswer,
  scenarioWith,
  versionFrom,
} from '../../dsl/steps.ts'
import { patch } from '../../dsl/write-steps.ts'
import { typePath } from '../named-types.ts'
import {
  awaitRemovals,
  someWritableRole,
  clearFinalizers,
  awaitRemoval,
  awaitCollectorKnows,
  readAgain,
  createOwned,
  createAndWatch,
  ownerReferenceTo,
  deleteOwner,
  sentinelWithoutOwner,
  someOwnedObjects,
} from './owned-objects.ts'
import type { OwnedObject, PropagationPolicy } from './owned-objects.ts'
import type { Term } from '../../dsl/term.ts'

const owners: Arbitrary<OwnedObject> = someWritableRole.map(role => ({ name: 'owner', role }))

/**
 * Generates an owner with one to five dependents, which own each other in any tree. The owner is
 * removed and looked for at once (`after owner`).
 */
export const removedOwners = (): Arbitrary<Scenario> =>
  fc
    .record({
      owner: owners,
      dependents: someOwnedObjects('d', 5),
      above: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
    })
    .map(({ owner, dependents, above }) =>
      scenarioWith(
        createOwned(owner),
        ...dependents.flatMap((one, index) => {
          const parents = [owner, ...dependents.slice(0, index)]
          const parent = parents[(above[index] ?? 0) % parents.length] ?? owner
          return createAndWatch({ ...one, owners: [ownerReferenceTo(parent)] })
        }),
        deleteOwner(owner, 'Background'),
        readAgain(owner),
        ...awaitRemovals(dependents),
        ...sentinelWithoutOwner,
        ...dependents.map(one => readAgain(one)),
      ),
    )

/**
 * Generates an owner that is removed in the foreground while one to three dependents with
 * finalizers block it and others do not (`marked`, and `waiting` after the collector has run). Then
 * the finalizers are removed.
 */
export const blockedOwners = (): Arbitrary<Scenario> =>
  fc
    .record({
      owner: owners,
      blocking: someOwnedObjects('b', 3),
      free: someOwnedObjects('f', 2, 0),
    })
    .map(({ owner, blocking, free }) => {
      const all = [...blocking, ...free]
      const isBlocked = [ownerReferenceTo(owner, { blocks: true })]
      return scenarioWith(
        ...createAndWatch(owner),
        ...blocking.flatMap(one => createAndWatch({ ...one, owners: isBlocked, isHeld: true })),
        ...free.flatMap(one => createAndWatch({ ...one, owners: isBlocked })),
        ...awaitCollectorKnows(all),
        deleteOwner(owner, 'Foreground'),
        readAgain(owner, 'marked'),
        ...awaitRemovals(free),
        ...sentinelWithoutOwner,
        readAgain(owner, 'waiting'),
        ...blocking.map(clearFinalizers),
        ...awaitRemovals([...all, owner]),
        ...[...all, owner].map(one => readAgain(one)),
      )
    })

/**
 * Generates an owner that is removed in the foreground while dependents with finalizers exist that
 * do not block it. The owner is looked for (`after owner`) before the dependents (`meanwhile
 * NAME`), and then the finalizers are removed.
 */
export const unblockedOwners = (): Arbitrary<Scenario> =>
  fc
    .record({ owner: owners, dependents: someOwnedObjects('d', 3) })
    .map(({ owner, dependents }) =>
      scenarioWith(
        ...createAndWatch(owner),
        ...dependents.flatMap(one =>
          createAndWatch({ ...one, owners: [ownerReferenceTo(owner)], isHeld: true }),
        ),
        deleteOwner(owner, 'Foreground'),
        awaitRemoval(owner),
        ...sentinelWithoutOwner,
        readAgain(owner),
        ...dependents.map(one => readAgain(one, `meanwhile ${one.name}`)),
        ...dependents.map(clearFinalizers),
        ...awaitRemovals(dependents),
        ...dependents.map(one => readAgain(one)),
      ),
    )

/** Generates an owner that is removed and orphans its dependents, some of which would block it. */
export const orphanedDependents = (): Arbitrary<Scenario> =>
  fc
    .record({ owner: owners, dependents: someOwnedObjects('d', 3), blocks: fc.boolean() })
    .map(({ owner, dependents, blocks }) =>
      scenarioWith(
        ...createAndWatch(owner),
        ...dependents.map(one =>
          createOwned({ ...one, owners: [ownerReferenceTo(owner, { blocks })] }),
        ),
        ...awaitCollectorKnows(dependents),
        deleteOwner(owner, 'Orphan'),
        awaitRemoval(owner),
        ...sentinelWithoutOwner,
        readAgain(owner),
        ...dependents.map(one => readAgain(one)),
      ),
    )

/**
 * Generates two to four objects that own each other in a cycle (closed by `closed`). One is
 * removed.
 */
export const ownerCycles = (): Arbitrary<Scenario> =>
  fc
    .record({
      links: someOwnedObjects('c', 4, 2),
      blocks: fc.boolean(),
      policy: fc.constantFrom<PropagationPolicy>('Background', 'Foreground'),
    })
    .map(({ links, blocks, policy }) => {
      const first = links[0] ?? { name: 'c0', role: 'main' }
      const last = links.at(-1) ?? first
      const ownerReferences = [ownerReferenceTo(last, { blocks })]
      return scenarioWith(
        ...createAndWatch(first),
        ...links.slice(1).flatMap((link, index) => {
          const owner = links[index] ?? first
          return createAndWatch({ ...link, owners: [ownerReferenceTo(owner, { blocks })] })
        }),
        patch('closed', first.role, caseName(first.name), {
          type: 'merge',
          body: { metadata: { ownerReferences } },
        }),
        deleteOwner(first, policy),
        ...awaitRemovals(links),
        ...sentinelWithoutOwner,
        ...links.map(link => readAgain(link)),
      )
    })

const ordinaryRoles: readonly Role[] = ['main', 'core', 'cluster']
const ordinary = (role: Role): OwnedObject => ({ name: `d-${role}`, role: 'core' })

/** The type whose default policy is `Orphan`. With zero replicas it creates no pods. */
const replicationControllers = { apiVersion: 'v1', resource: 'replicationcontrollers' }
const controller = caseName('controller')
const labels = { 'touchstone.invalid/controller': 'empty' }

const emptyController: Term = editTerm(sampleTerm('namespaces', 'controller'), {
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

const orphan: OwnedObject = { name: 'orphan', role: 'core' }

/**
 * Owners of three types with one dependent each (`d-ROLE`), and a replication controller with one
 * (`orphan`). All are removed by deletes without a propagation policy.
 */
export const removedByDefault: Step[] = [
  ...ordinaryRoles.flatMap((role): Step[] => [
    createOwned({ name: `owner-${role}`, role }),
    ...createAndWatch({
      ...ordinary(role),
      owners: [ownerReferenceTo({ name: `owner-${role}`, role })],
    }),
    deleteObject(`removed owner-${role}`, role, caseName(`owner-${role}`)),
  ]),
  rawRequest('controller', 'POST', typePath(replicationControllers, 0), { body: emptyController }),
  {
    watch: rawRequest('fate of controller', 'GET', typePath(replicationControllers, 0), {
      query: {
        watch: '1',
        resourceVersion: versionFrom('controller'),
        fieldSelector: { $join: ['metadata.name=', controller] },
      },
    }),
  },
  createOwned({
    ...orphan,
    owners: [
      {
        apiVersion: 'v1',
        kind: 'ReplicationController',
        name: controller,
        uid: fromAnswer('controller', '/metadata/uid'),
      },
    ],
  }),
  ...awaitCollectorKnows([orphan]),
  rawRequest('removed controller', 'DELETE', typePath(replicationControllers, 0, controller)),
  awaitRemoval({ name: 'controller' }),
  ...awaitRemovals(ordinaryRoles.map(ordinary)),
  ...sentinelWithoutOwner,
  rawRequest('after controller', 'GET', typePath(replicationControllers, 0, controller)),
  ...ordinaryRoles.map(role => readAgain(ordinary(role))),
  readAgain(orphan),
]
