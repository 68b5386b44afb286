// What counts as an owner: objects that name one that is absent, or is another than they say, beside
// objects with a living one. What is to go is waited for before the collector is known to have come
// by (`sentinel`). For the labels see owned-objects.ts.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
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

/** Objects that name an owner whose uid and name nobody has or had. */
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

/** A dependent (`d`) of one owner that is removed (`x`) and of one that stays (`y`). */
export const dependentsOfTwoOwners = (): Arbitrary<Scenario> =>
  fc
    .record({
      roles: fc.tuple(someWritableRole, someWritableRole, someNamespacedRole),
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

/** An owner in one namespace, and objects that name it there (`twin`) and in another (`d`). */
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
 * An object that names an owner by the uid of an earlier one of its name (`former`), and one that
 * names the living one (`twin`).
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

/** Objects whose owner nobody removes. */
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

/** An object in no namespace that names an owner in one, which is removed. */
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
