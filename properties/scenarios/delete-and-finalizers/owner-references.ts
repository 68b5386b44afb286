// What counts as an owner: objects that name one that is absent, or is another than they say, beside
// objects with a living one. What is to go is waited for before the collector is known to have come
// by (`sentinel`). For the labels see ownership.ts.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Scenario } from '../../dsl/scenario.ts'
import { create, named, remove, seen, steps } from '../../dsl/steps.ts'
import {
  allGo,
  anywhere,
  changes,
  goes,
  inNamespace,
  lookedFor,
  made,
  madeAndFollowed,
  ownedBy,
  removed,
  sentinelOfRemovedOwner,
  sentinelWithoutOwner,
  some,
} from './ownership.ts'
import type { One, Policy } from './ownership.ts'

/** Objects that name an owner whose uid and name nobody has or had. */
export const ownedByNobody = (): Arbitrary<Scenario> =>
  fc
    .record({ dependents: some('d', 3), role: anywhere, uid: fc.uuid({ version: 4 }) })
    .map(({ dependents, role, uid }) => {
      const absent = ownedBy({ name: 'absent', role }, { uid })
      return steps(
        ...dependents.flatMap(one => madeAndFollowed({ ...one, owners: [absent] })),
        ...allGo(dependents),
        ...sentinelOfRemovedOwner,
        ...dependents.map(one => lookedFor(one)),
      )
    })

/** A dependent (`d`) of one owner that is removed (`x`) and of one that stays (`y`). */
export const twiceOwned = (): Arbitrary<Scenario> =>
  fc
    .record({
      roles: fc.tuple(anywhere, anywhere, inNamespace),
      isRemovedFirst: fc.boolean(),
      blocks: fc.boolean(),
      policy: fc.constantFrom<Policy>('Background', 'Foreground'),
    })
    .map(({ roles: [ofX, ofY, ofD], isRemovedFirst, blocks, policy }) => {
      const [x, y, d] = [one('x', ofX), one('y', ofY), one('d', ofD)]
      const both = [ownedBy(x, { blocks }), ownedBy(y)]
      return steps(
        made(x),
        made(y),
        ...madeAndFollowed({ ...d, owners: isRemovedFirst ? both : both.toReversed() }),
        removed(x, policy),
        changes(d),
        ...sentinelWithoutOwner,
        lookedFor(d),
      )
    })

const one = (name: string, role: Role, namespace?: number): One => ({
  name,
  role,
  ...(namespace === undefined ? {} : { namespace }),
})

/** An owner in one namespace, and objects that name it there (`twin`) and in another (`d`). */
export const ownedFromElsewhere = (): Arbitrary<Scenario> =>
  fc.tuple(inNamespace, inNamespace).map(([ofOwner, ofDependents]) => {
    const owner = one('owner', ofOwner, 1)
    const [twin, d] = [one('twin', ofDependents, 1), one('d', ofDependents)]
    return steps(
      made(owner),
      made({ ...twin, owners: [ownedBy(owner)] }),
      ...madeAndFollowed({ ...d, owners: [ownedBy(owner)] }),
      goes(d),
      ...sentinelWithoutOwner,
      ...[d, twin].map(each => lookedFor(each)),
    )
  })

/**
 * An object that names an owner by the uid of an earlier one of its name (`former`), and one that
 * names the living one (`twin`).
 */
export const ownedByFormer = (): Arbitrary<Scenario> =>
  fc.tuple(anywhere, inNamespace).map(([ofOwner, ofDependents]) => {
    const owner = one('owner', ofOwner)
    const [twin, d] = [one('twin', ofDependents), one('d', ofDependents)]
    const uid = seen('former', '/metadata/uid')
    return steps(
      create('former', ofOwner, 'owner'),
      remove('removed former', ofOwner, named('owner')),
      made(owner),
      made({ ...twin, owners: [ownedBy(owner)] }),
      ...madeAndFollowed({ ...d, owners: [ownedBy(owner, { uid })] }),
      goes(d),
      ...sentinelWithoutOwner,
      ...[d, twin].map(each => lookedFor(each)),
    )
  })

/** Objects whose owner nobody removes. */
export const ownedByLiving = (): Arbitrary<Scenario> =>
  fc.record({ role: anywhere, dependents: some('d', 3) }).map(({ role, dependents }) => {
    const owner = one('owner', role)
    return steps(
      made(owner),
      ...dependents.map(each => made({ ...each, owners: [ownedBy(owner)] })),
      ...sentinelWithoutOwner,
      ...dependents.map(each => lookedFor(each)),
    )
  })

/** An object in no namespace that names an owner in one, which is removed. */
export const ownedFromOutside = (): Arbitrary<Scenario> =>
  inNamespace.map(role => {
    const [owner, d] = [one('owner', role), one('d', 'cluster')]
    return steps(
      made(owner),
      made({ ...d, owners: [ownedBy(owner)] }),
      removed(owner, 'Background'),
      ...sentinelWithoutOwner,
      lookedFor(d),
    )
  })
