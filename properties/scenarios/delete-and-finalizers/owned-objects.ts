// Builds objects with owners, and watches of them. An object's label is its logical name. A watch
// (`fate of NAME`) shows its changes, its removal is awaited (`NAME goes`), and a get looks for it
// at the end (`after NAME`).

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { WaitStep, RequestStep, Step } from '../../dsl/scenario.ts'
import {
  create,
  get,
  caseName,
  waitLonger,
  fromAnswer,
  concurrently,
  awaitEventType,
} from '../../dsl/steps.ts'
import { versionFrom, watch } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { patch } from '../../dsl/write-steps.ts'
import { deleteWithBody } from './delete-options.ts'
import { heldByFinalizer } from './finalizers.ts'

export type OwnedObject = {
  name: string
  role: Role
  /** Index of the case's namespace; the first by default. */
  namespace?: number
}

export const someNamespacedRole = fc.constantFrom<Role>('main', 'core')
export const someWritableRole = fc.constantFrom<Role>('main', 'core', 'cluster')

/** Generates up to `max` objects whose names begin with this letter. */
export const someOwnedObjects = (
  letter: string,
  max: number,
  minLength = 1,
): Arbitrary<OwnedObject[]> =>
  fc
    .array(someNamespacedRole, { minLength, maxLength: max })
    .map(roles => roles.map((role, index) => ({ name: `${letter}${index}`, role })))

type Made = OwnedObject & {
  owners?: Term[]
  /** Whether it has a finalizer, which keeps it after a delete. */
  isHeld?: boolean
}

/** The differences of an owner reference from a correct one that does not block. */
type Entry = { uid?: Term; blocks?: boolean }

/** Returns the owner reference to an object. */
export const ownerReferenceTo = (
  { name, role }: Pick<OwnedObject, 'name' | 'role'>,
  { uid = fromAnswer(name, '/metadata/uid'), blocks = false }: Entry = {},
): Term => ({
  apiVersion: { $word: 'apiVersion', of: role },
  kind: { $word: 'kind', of: role },
  name: caseName(name),
  uid,
  ...(blocks && { blockOwnerDeletion: true }),
})

const place = ({ namespace }: OwnedObject) => (namespace === undefined ? {} : { namespace })

export const createOwned = ({ owners = [], isHeld = false, ...one }: Made): RequestStep =>
  create(one.name, one.role, one.name, {
    ...place(one),
    set: {
      ...(owners.length > 0 && { '/metadata/ownerReferences': owners }),
      ...(isHeld && heldByFinalizer),
    },
  })

/** A watch of one object, from its creation. */
const followed = (one: OwnedObject): Step =>
  watch(`fate of ${one.name}`, one.role, {
    ...place(one),
    resourceVersion: versionFrom(one.name),
    fieldSelector: { $join: ['metadata.name=', caseName(one.name)] },
  })

export const createAndWatch = (one: Made): Step[] => [createOwned(one), followed(one)]

export const awaitRemoval = ({ name }: Pick<OwnedObject, 'name'>): WaitStep => ({
  ...waitLonger(awaitEventType(`fate of ${name}`, 'DELETED')),
  as: `${name} goes`,
})

/** Waits for all removals concurrently, because each wait may time out. */
export const awaitRemovals = (ones: readonly OwnedObject[]): Step[] =>
  ones.length === 0 ? [] : [concurrently(...ones.map(one => [awaitRemoval(one)]))]

export const awaitChange = ({ name }: Pick<OwnedObject, 'name'>): Step => ({
  ...waitLonger(awaitEventType(`fate of ${name}`, 'MODIFIED')),
  as: `${name} changes`,
})

export const readAgain = (one: OwnedObject, as = `after ${one.name}`): RequestStep =>
  get(as, one.role, caseName(one.name), place(one))

export type PropagationPolicy = 'Background' | 'Foreground' | 'Orphan'

/** A delete (`removed NAME`) with a propagation policy. */
export const deleteOwner = (
  { name, role }: OwnedObject,
  propagationPolicy: PropagationPolicy,
): RequestStep => deleteWithBody(`removed ${name}`, role, name, { propagationPolicy })

/** Removes the finalizers of an object without a version precondition (`freed NAME`). */
export const clearFinalizers = ({ name, role }: OwnedObject): RequestStep =>
  patch(`freed ${name}`, role, caseName(name), {
    type: 'merge',
    body: { metadata: { finalizers: null } },
  })

const passed = (one: OwnedObject): Step[] => [awaitRemoval(one), readAgain(one)]

/** A uid that no object has. */
const uid = '00000000-0000-4000-8000-000000000000'

const garbage = (one: OwnedObject): Step[] => [
  ...createAndWatch({
    ...one,
    owners: [ownerReferenceTo({ name: 'nobody', role: 'core' }, { uid })],
  }),
  ...passed(one),
]

const sentinel: OwnedObject = { name: 'sentinel', role: 'core' }

/**
 * Creates garbage (`sentinel`) and waits for its removal. A collector has then processed all
 * earlier garbage.
 */
export const sentinelWithoutOwner: Step[] = garbage(sentinel)

/**
 * Creates garbage of the types of these objects (`marker-ROLE`) and waits for its removal. A
 * collector may process each type separately, and has then seen these objects.
 */
export const awaitCollectorKnows = (ones: readonly OwnedObject[]): Step[] =>
  [...new Set(ones.map(({ role }) => role))].flatMap(role =>
    garbage({ name: `marker-${role}`, role }),
  )

const owner: OwnedObject = { name: 'owner-of-sentinel', role: 'core' }

/** Like `sentinelWithoutOwner`, but the owner exists first and is removed. */
export const sentinelOfRemovedOwner: Step[] = [
  createOwned(owner),
  ...createAndWatch({ ...sentinel, owners: [ownerReferenceTo(owner)] }),
  deleteOwner(owner, 'Background'),
  ...passed(sentinel),
]
