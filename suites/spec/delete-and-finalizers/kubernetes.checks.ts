// Checks the controllers that act on deletions: garbage collection, the default objects of
// namespaces, and the removal of namespaces.

import type { Arbitrary } from 'fast-check'
import {
  nonBlockingDependentsRemain,
  awaitedObjectsAreGone,
  removedOwnerReferenceIsDropped,
  backgroundOwnerGoesAtOnce,
  foregroundOwnerWaits,
  objectsStayWithoutOwners,
  requireControllersServed,
  objectsKeepTheirOwners,
} from '../../../properties/laws/delete-and-finalizers/garbage-collection.ts'
import {
  namespaceWaitsForItsContents,
  newNamespacesHaveDefaults,
} from '../../../properties/laws/delete-and-finalizers/namespace-contents.ts'
import type { Judge } from '../../../properties/history/observation.ts'
import type { Scenario } from '../../../properties/dsl/scenario.ts'
import {
  blockedOwners,
  ownerCycles,
  orphanedDependents,
  removedByDefault,
  removedOwners,
  unblockedOwners,
} from '../../../properties/scenarios/delete-and-finalizers/garbage-collection.ts'
import {
  newNamespaceDefaults,
  namespaceTermination,
} from '../../../properties/scenarios/delete-and-finalizers/namespace-contents.ts'
import {
  ownersOfFormerUid,
  ownersThatStay,
  ownersThatNeverWere,
  ownersInOtherNamespace,
  clusterScopedDependents,
  dependentsOfTwoOwners,
} from '../../../properties/scenarios/delete-and-finalizers/owner-references.ts'
import { example, property } from '../../check.ts'
import type { Check, Need } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

const needs: Need[] = ['feature garbage-collector', 'feature fieldSelector']

const says = {
  cascade: 'The dependents of a removed owner are deleted too.',
  foreground: 'An owner is removed when no dependent blocks it any more.',
  unblocking: 'An owner does not wait for dependents that do not block it.',
  leaving: 'With policy Orphan, an owner is removed.',
  orphan: 'With policy Orphan, dependents stay and lose their reference to the owner.',
  absent: 'An object whose owner is absent is deleted.',
  elsewhere: 'An owner in another namespace counts as absent.',
  former: 'An owner with another uid counts as absent.',
  circle: 'Objects in a cycle of owner references are all deleted when one of them is deleted.',
  byDefault: 'A DELETE without a policy deletes the dependents of most types.',
  orphanByDefault: 'A DELETE without a policy orphans the dependents of a replication controller.',
  living: 'The dependents of an existing owner stay.',
  outside: 'An owner in a namespace does not affect a cluster-scoped object.',
}

/** A check of a garbage collector rule, which applies several laws in turn. */
const rule = (id: Id, scenarios: Arbitrary<Scenario>, ...laws: Judge[]): Check =>
  property(
    id,
    scenarios,
    function* (history) {
      for (const law of laws) yield* law(history)
    },
    { needs },
  )

export default [
  rule(
    'K8S-DEL-001',
    removedOwners(),
    backgroundOwnerGoesAtOnce,
    awaitedObjectsAreGone(says.cascade),
  ),
  rule(
    'K8S-DEL-002',
    blockedOwners(),
    foregroundOwnerWaits,
    awaitedObjectsAreGone(says.foreground),
  ),
  rule(
    'K8S-DEL-003',
    unblockedOwners(),
    nonBlockingDependentsRemain,
    awaitedObjectsAreGone(says.unblocking),
  ),
  rule(
    'K8S-DEL-004',
    orphanedDependents(),
    awaitedObjectsAreGone(says.leaving),
    objectsStayWithoutOwners(says.orphan),
  ),
  rule('K8S-DEL-005', ownersThatNeverWere(), awaitedObjectsAreGone(says.absent)),
  rule('K8S-DEL-006', dependentsOfTwoOwners(), removedOwnerReferenceIsDropped),
  rule(
    'K8S-DEL-007',
    ownersInOtherNamespace(),
    awaitedObjectsAreGone(says.elsewhere),
    objectsKeepTheirOwners(says.living, 'twin'),
  ),
  rule(
    'K8S-DEL-008',
    ownersOfFormerUid(),
    awaitedObjectsAreGone(says.former),
    objectsKeepTheirOwners(says.living, 'twin'),
  ),
  rule('K8S-DEL-009', ownerCycles(), awaitedObjectsAreGone(says.circle)),
  example(
    'K8S-DEL-010',
    removedByDefault,
    function* (history) {
      yield* requireControllersServed(history)
      yield* awaitedObjectsAreGone(says.byDefault)(history)
      yield* objectsStayWithoutOwners(says.orphanByDefault, 'orphan')(history)
    },
    { needs },
  ),
  rule('K8S-DEL-011', ownersThatStay(), objectsKeepTheirOwners(says.living)),
  rule('K8S-DEL-012', clusterScopedDependents(), objectsKeepTheirOwners(says.outside)),
  example('K8S-DEL-013', newNamespaceDefaults, newNamespacesHaveDefaults, {
    needs: ['feature namespace-defaults', 'feature fieldSelector'],
  }),
  example('K8S-DEL-014', namespaceTermination, namespaceWaitsForItsContents, {
    needs: ['feature namespace-controller', 'feature fieldSelector'],
  }),
]
