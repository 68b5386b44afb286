// Generates objects whose owner is missing or differs from the reference, and objects with an
// existing owner. The scenarios wait for removals before the collector is known to have run
// (`sentinel`). The labels are in owned-objects.ts.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { Scenario } from '../../dsl/scenario.ts'
import { create, caseName, deleteObject, fromAnswer, scenarioWith } from '../../dsl/steps.ts'
import {
  awaitRemovals,
  someWritableRole,
  awaitChange,
  awaitRemoval,
  someNamespacedRole,
  readAgain,
  createOwned,
  createAndWatch,
  ownerReferenceTo,
  deleteOwner,
  sentinelOfRemovedOwner,
  sentinelWithoutOwner,
  someOwnedObjects,
} from './owned-objects.ts'
import type { OwnedObject, PropagationPolicy } from './owned-objects.ts'

/** Generates objects whose owner has a uid and a name that never existed. */
export const ownersThatNeverWere = (): Arbitrary<Scenario> =>
  fc
    .record({
      dependents: someOwnedObjects('d', 3),
      role: someWritableRole,
      uid: fc.uuid({ version: 4 }),
    })
    .map(({ dependents, role, uid }) => {
      const absent = ownerReferenceTo({ name: 'absent', role }, { uid })
      return scenarioWith(
        ...dependents.flatMap(one => createAndWatch({ ...one, owners: [absent] })),
        ...awaitRemovals(dependents),
        ...sentinelOfRemovedOwner,
        ...dependents.map(one => readAgain(one)),
      )
    })

/** Generates a dependent (`d`) of an owner that is removed (`x`) and of one that stays (`y`). */
export const dependentsOfTwoOwners = (): Arbitrary<Scenario> =>
  fc
    .record({
      // One type is enough, for servers that have no other.
      roles: fc.oneof(
        fc.tuple(someWritableRole, someWritableRole, someNamespacedRole),
        fc.constant<[Role, Role, Role]>(['main', 'main', 'main']),
      ),
      isRemovedFirst: fc.boolean(),
      blocks: fc.boolean(),
      policy: fc.constantFrom<PropagationPolicy>('Background', 'Foreground'),
    })
    .map(({ roles: [ofX, ofY, ofD], isRemovedFirst, blocks, policy }) => {
      const [x, y, d] = [one('x', ofX), one('y', ofY), one('d', ofD)]
      const both = [ownerReferenceTo(x, { blocks }), ownerReferenceTo(y)]
      return scenarioWith(
        createOwned(x),
        createOwned(y),
        ...createAndWatch({ ...d, owners: isRemovedFirst ? both : both.toReversed() }),
        deleteOwner(x, policy),
        awaitChange(d),
        ...sentinelWithoutOwner,
        readAgain(d),
      )
    })

const one = (name: string, role: Role, namespace?: number): OwnedObject => ({
  name,
  role,
  ...(namespace === undefined ? {} : { namespace }),
})

/**
 * Generates an owner in one namespace, and objects that refer to it there (`twin`) and in another
 * namespace (`d`).
 */
export const ownersInOtherNamespace = (): Arbitrary<Scenario> =>
  fc.tuple(someNamespacedRole, someNamespacedRole).map(([ofOwner, ofDependents]) => {
    const owner = one('owner', ofOwner, 1)
    const [twin, d] = [one('twin', ofDependents, 1), one('d', ofDependents)]
    return scenarioWith(
      createOwned(owner),
      createOwned({ ...twin, owners: [ownerReferenceTo(owner)] }),
      ...createAndWatch({ ...d, owners: [ownerReferenceTo(owner)] }),
      awaitRemoval(d),
      ...sentinelWithoutOwner,
      ...[d, twin].map(each => readAgain(each)),
    )
  })

/**
 * Generates an object whose reference has the uid of an earlier owner of the same name (`former`),
 * and one that refers to the existing owner (`twin`).
 */
export const ownersOfFormerUid = (): Arbitrary<Scenario> =>
  fc.tuple(someWritableRole, someNamespacedRole).map(([ofOwner, ofDependents]) => {
    const owner = one('owner', ofOwner)
    const [twin, d] = [one('twin', ofDependents), one('d', ofDependents)]
    const uid = fromAnswer('former', '/metadata/uid')
    return scenarioWith(
      create('former', ofOwner, 'owner'),
      deleteObject('removed former', ofOwner, caseName('owner')),
      createOwned(owner),
      createOwned({ ...twin, owners: [ownerReferenceTo(owner)] }),
      ...createAndWatch({ ...d, owners: [ownerReferenceTo(owner, { uid })] }),
      awaitRemoval(d),
      ...sentinelWithoutOwner,
      ...[d, twin].map(each => readAgain(each)),
    )
  })

/** Generates objects whose owner is not removed. */
export const ownersThatStay = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someWritableRole, dependents: someOwnedObjects('d', 3) })
    .map(({ role, dependents }) => {
      const owner = one('owner', role)
      return scenarioWith(
        createOwned(owner),
        ...dependents.map(each => createOwned({ ...each, owners: [ownerReferenceTo(owner)] })),
        ...sentinelWithoutOwner,
        ...dependents.map(each => readAgain(each)),
      )
    })

/** Generates a cluster-scoped object with a namespaced owner, which is removed. */
export const clusterScopedDependents = (): Arbitrary<Scenario> =>
  someNamespacedRole.map(role => {
    const [owner, d] = [one('owner', role), one('d', 'cluster')]
    return scenarioWith(
      createOwned(owner),
      createOwned({ ...d, owners: [ownerReferenceTo(owner)] }),
      deleteOwner(owner, 'Background'),
      ...sentinelWithoutOwner,
      readAgain(d),
    )
  })
