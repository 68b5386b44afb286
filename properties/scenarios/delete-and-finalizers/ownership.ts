// Objects that name owners, and what follows them. An object's label is its logical name; a watch
// (`fate of NAME`) shows what becomes of it, which is waited for (`NAME goes`) and looked for in the
// end (`after NAME`).

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Await, Request, Step } from '../../dsl/scenario.ts'
import { create, get, named, patiently, seen, together, untilType } from '../../dsl/steps.ts'
import { versionOf, watch } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { patch } from '../../dsl/write-steps.ts'
import { removeWith } from './delete-options.ts'
import { held } from './finalizers.ts'

export type One = {
  name: string
  role: Role
  /** Which of the case's namespaces it is in; the first unless set. */
  namespace?: number
}

export const inNamespace = fc.constantFrom<Role>('main', 'core')
export const anywhere = fc.constantFrom<Role>('main', 'core', 'cluster')

/** So many objects in a namespace, by the letter that their names begin with. */
export const some = (letter: string, max: number, minLength = 1): Arbitrary<One[]> =>
  fc
    .array(inNamespace, { minLength, maxLength: max })
    .map(roles => roles.map((role, index) => ({ name: `${letter}${index}`, role })))

type Made = One & {
  owners?: Term[]
  /** Whether it stays when it is deleted, until it is let go. */
  isHeld?: boolean
}

/** How an entry of `ownerReferences` differs from one that is true and blocks nobody. */
type Entry = { uid?: Term; blocks?: boolean }

/** An owner, as its dependents name it. */
export const ownedBy = (
  { name, role }: Pick<One, 'name' | 'role'>,
  { uid = seen(name, '/metadata/uid'), blocks = false }: Entry = {},
): Term => ({
  apiVersion: { $word: 'apiVersion', of: role },
  kind: { $word: 'kind', of: role },
  name: named(name),
  uid,
  ...(blocks && { blockOwnerDeletion: true }),
})

const place = ({ namespace }: One) => (namespace === undefined ? {} : { namespace })

export const made = ({ owners = [], isHeld = false, ...one }: Made): Request =>
  create(one.name, one.role, one.name, {
    ...place(one),
    set: {
      ...(owners.length > 0 && { '/metadata/ownerReferences': owners }),
      ...(isHeld && held),
    },
  })

/** A watch of one object, from its creation on. */
const followed = (one: One): Step =>
  watch(`fate of ${one.name}`, one.role, {
    ...place(one),
    resourceVersion: versionOf(one.name),
    fieldSelector: { $join: ['metadata.name=', named(one.name)] },
  })

export const madeAndFollowed = (one: Made): Step[] => [made(one), followed(one)]

export const goes = ({ name }: Pick<One, 'name'>): Await => ({
  ...patiently(untilType(`fate of ${name}`, 'DELETED')),
  as: `${name} goes`,
})

/** All at the same time, as each may be waited for in vain. */
export const allGo = (ones: readonly One[]): Step[] =>
  ones.length === 0 ? [] : [together(...ones.map(one => [goes(one)]))]

export const changes = ({ name }: Pick<One, 'name'>): Step => ({
  ...patiently(untilType(`fate of ${name}`, 'MODIFIED')),
  as: `${name} changes`,
})

export const lookedFor = (one: One, as = `after ${one.name}`): Request =>
  get(as, one.role, named(one.name), place(one))

export type Policy = 'Background' | 'Foreground' | 'Orphan'

/** A delete (`removed NAME`) that says what becomes of dependents. */
export const removed = ({ name, role }: One, propagationPolicy: Policy): Request =>
  removeWith(`removed ${name}`, role, name, { propagationPolicy })

/** Takes the finalizers of an object, whatever else has become of it (`freed NAME`). */
export const freed = ({ name, role }: One): Request =>
  patch(`freed ${name}`, role, named(name), {
    type: 'merge',
    body: { metadata: { finalizers: null } },
  })

const passed = (one: One): Step[] => [goes(one), lookedFor(one)]

/** A uid that nobody has. */
const uid = '00000000-0000-4000-8000-000000000000'

const garbage = (one: One): Step[] => [
  ...madeAndFollowed({ ...one, owners: [ownedBy({ name: 'nobody', role: 'core' }, { uid })] }),
  ...passed(one),
]

const sentinel: One = { name: 'sentinel', role: 'core' }

/** Garbage (`sentinel`) that is waited for: what was garbage before it has had its turn by then. */
export const sentinelWithoutOwner: Step[] = garbage(sentinel)

/**
 * Garbage of the types of some objects (`marker-ROLE`) that is waited for: a collector may follow
 * each type by itself, and has seen these objects by then.
 */
export const known = (ones: readonly One[]): Step[] =>
  [...new Set(ones.map(({ role }) => role))].flatMap(role =>
    garbage({ name: `marker-${role}`, role }),
  )

const owner: One = { name: 'owner-of-sentinel', role: 'core' }

/** The same where the owner was there before. */
export const sentinelOfRemovedOwner: Step[] = [
  made(owner),
  ...madeAndFollowed({ ...sentinel, owners: [ownedBy(owner)] }),
  removed(owner, 'Background'),
  ...passed(sentinel),
]
