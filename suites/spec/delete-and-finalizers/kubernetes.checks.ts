// What controllers do behind a deletion: garbage is collected, namespaces are furnished and end.

import type { Arbitrary } from 'fast-check'
import type { History } from '../../../properties/history/history.ts'
import {
  dependentsAreLeft,
  goAway,
  letsGo,
  ownerGoesAtOnce,
  ownerWaits,
  stayOrphaned,
  stayOwned,
} from '../../../properties/laws/delete-and-finalizers/garbage-collection.ts'
import {
  namespaceEndsLast,
  namespacesAreFurnished,
} from '../../../properties/laws/delete-and-finalizers/namespace-contents.ts'
import type { Judge } from '../../../properties/history/observation.ts'
import type { Scenario } from '../../../properties/dsl/scenario.ts'
import {
  blockedOwners,
  circles,
  orphans,
  removedByDefault,
  removedOwners,
  unblockedOwners,
} from '../../../properties/scenarios/delete-and-finalizers/garbage-collection.ts'
import {
  furnishing,
  namespaceEnd,
} from '../../../properties/scenarios/delete-and-finalizers/namespace-contents.ts'
import {
  ownedByFormer,
  ownedByLiving,
  ownedByNobody,
  ownedFromElsewhere,
  ownedFromOutside,
  twiceOwned,
} from '../../../properties/scenarios/delete-and-finalizers/owner-references.ts'
import { example, property } from '../../check.ts'
import type { Check, Need } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

const needs: Need[] = ['feature garbage-collector', 'feature fieldSelector']

const says = {
  cascade: 'What an owner that is gone has owned goes too.',
  foreground: 'An owner goes when no dependent blocks it any more.',
  unblocking: 'An owner does not wait for dependents that do not block it.',
  leaving: 'An owner that leaves orphans goes.',
  orphan: 'The dependents of an owner that leaves orphans stay, and no longer name it.',
  absent: 'An object whose owner is absent is deleted.',
  elsewhere: 'An owner in another namespace counts as absent.',
  former: 'An owner of another uid counts as absent.',
  circle: 'Objects that own each other go when one of them is deleted.',
  byDefault: 'A delete that does not say collects the dependents of most types.',
  orphanByDefault: 'A delete that does not say orphans the dependents of a replication controller.',
  living: 'What a living object owns stays.',
  outside: 'An owner in a namespace does not affect a cluster-scoped object.',
}

/** A rule of the collector, judged by one law after the other. */
const rule = (id: Id, scenarios: Arbitrary<Scenario>, ...laws: Judge<History>[]): Check =>
  property(
    id,
    scenarios,
    function* (history) {
      for (const law of laws) yield* law(history)
    },
    { needs },
  )

export default [
  rule('K8S-DEL-001', removedOwners(), ownerGoesAtOnce, goAway(says.cascade)),
  rule('K8S-DEL-002', blockedOwners(), ownerWaits, goAway(says.foreground)),
  rule('K8S-DEL-003', unblockedOwners(), dependentsAreLeft, goAway(says.unblocking)),
  rule('K8S-DEL-004', orphans(), goAway(says.leaving), stayOrphaned(says.orphan)),
  rule('K8S-DEL-005', ownedByNobody(), goAway(says.absent)),
  rule('K8S-DEL-006', twiceOwned(), letsGo),
  rule('K8S-DEL-007', ownedFromElsewhere(), goAway(says.elsewhere), stayOwned(says.living, 'twin')),
  rule('K8S-DEL-008', ownedByFormer(), goAway(says.former), stayOwned(says.living, 'twin')),
  rule('K8S-DEL-009', circles(), goAway(says.circle)),
  example(
    'K8S-DEL-010',
    removedByDefault,
    function* (history) {
      yield* goAway(says.byDefault)(history)
      yield* stayOrphaned(says.orphanByDefault, 'orphan')(history)
    },
    { needs },
  ),
  rule('K8S-DEL-011', ownedByLiving(), stayOwned(says.living)),
  rule('K8S-DEL-012', ownedFromOutside(), stayOwned(says.outside)),
  example('K8S-DEL-013', furnishing, namespacesAreFurnished, {
    needs: ['feature furnished-namespaces', 'feature fieldSelector'],
  }),
  example('K8S-DEL-014', namespaceEnd, namespaceEndsLast, {
    needs: ['feature namespace-controller', 'feature fieldSelector'],
  }),
]
