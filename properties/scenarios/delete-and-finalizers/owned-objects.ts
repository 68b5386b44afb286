// Objects that name owners, and what follows them. An object's label is its logical name; a watch
// (`fate of NAME`) shows what becomes of it, which is waited for (`NAME goes`) and looked for in the
// end (`after NAME`).

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { AwaitStep, RequestStep, Step } from '../../dsl/scenario.ts'
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
  /** Which of the case's namespaces it is in; the first unless set. */
  namespace?: number
}

export const someNamespacedRole = fc.constantFrom<Role>('main', 'core')
export const someWritableRole = fc.constantFrom<Role>('main', 'core', 'cluster')

/** So many objects in a namespace, by the letter that their names begin with. */
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
  /** Whether it stays when it is deleted, until it is let go. */
  isHeld?: boolean
}

/** How an entry of `ownerReferences` differs from one that is true and blocks nobody. */
type Entry = { uid?: Term; blocks?: boolean }

/** An owner, as its dependents name it. */
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

/** A watch of one object, from its creation on. */
const followed = (one: OwnedObject): Step =>
  watch(`fate of ${one.name}`, one.role, {
    ...place(one),
    resourceVersion: versionFrom(one.name),
    fieldSelector: { $join: ['metadata.name=', caseName(one.name)] },
  })

export const createAndWatch = (one: Made): Step[] => [createOwned(one), followed(one)]

export const awaitRemoval = ({ name }: Pick<OwnedObject, 'name'>): AwaitStep => ({
  ...waitLonger(awaitEventType(`fate of ${name}`, 'DELETED')),
  as: `${name} goes`,
})

/** All at the same time, as each may be waited for in vain. */
export const awaitRemovals = (ones: readonly OwnedObject[]): Step[] =>
  ones.length === 0 ? [] : [concurrently(...ones.map(one => [awaitRemoval(one)]))]

export const awaitChange = ({ name }: Pick<OwnedObject, 'name'>): Step => ({
  ...waitLonger(awaitEventType(`fate of ${name}`, 'MODIFIED')),
  as: `${name} changes`,
})

export const readAgain = (one: OwnedObject, as = `after ${one.name}`): RequestStep =>
  get(as, one.role, caseName(one.name), place(one))

export type PropagationPolicy = 'Background' | 'Foreground' | 'Orphan'

/** A delete (`removed NAME`) that says what becomes of dependents. */
export const deleteOwner = (
  { name, role }: OwnedObject,
  propagationPolicy: PropagationPolicy,
): RequestStep => deleteWithBody(`removed ${name}`, role, name, { propagationPolicy })

/** Takes the finalizers of an object, whatever else has become of it (`freed NAME`). */
export const clearFinalizers = ({ name, role }: OwnedObject): RequestStep =>
  patch(`freed ${name}`, role, caseName(name), {
    type: 'merge',
    body: { metadata: { finalizers: null } },
  })

const passed = (one: OwnedObject): Step[] => [awaitRemoval(one), readAgain(one)]

/** A uid that nobody has. */
const uid = '00000000-0000-4000-8000-000000000000'

const garbage = (one: OwnedObject): Step[] => [
  ...createAndWatch({
    ...one,
    owners: [ownerReferenceTo({ name: 'nobody', role: 'core' }, { uid })],
  }),
  ...passed(one),
]

const sentinel: OwnedObject = { name: 'sentinel', role: 'core' }

/** Garbage (`sentinel`) that is waited for: what was garbage before it has had its turn by then. */
export const sentinelWithoutOwner: Step[] = garbage(sentinel)

/**
 * Garbage of the types of some objects (`marker-ROLE`) that is waited for: a collector may follow
 * each type by itself, and has seen these objects by then.
 */
export const awaitCollectorKnows = (ones: readonly OwnedObject[]): Step[] =>
  [...new Set(ones.map(({ role }) => role))].flatMap(role =>
    garbage({ name: `marker-${role}`, role }),
  )

const owner: OwnedObject = { name: 'owner-of-sentinel', role: 'core' }

/** The same where the owner was there before. */
export const sentinelOfRemovedOwner: Step[] = [
  createOwned(owner),
  ...createAndWatch({ ...sentinel, owners: [ownerReferenceTo(owner)] }),
  deleteOwner(owner, 'Background'),
  ...passed(sentinel),
]
