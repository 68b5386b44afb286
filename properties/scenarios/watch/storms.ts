// Watches that wait for versions yet to come while the server itself removes many objects, in the
// turns of one request. Every watch is waited for until it delivers the `marker`, a write between a
// list `before` and a list `after`; a watch `NAME` that is left is continued as `NAME rest`.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import { isWatch } from '../../dsl/scenario.ts'
import type { Request, Scenario, Single, Step } from '../../dsl/scenario.ts'
import {
  create,
  edited,
  lastBookmarkOf,
  leave,
  list,
  named,
  raw,
  remove,
  sample,
  steps,
  together,
  untilEvents,
  untilShown,
  untilType,
  versionOf,
  watch,
} from '../../dsl/steps.ts'
import type { WatchOptions } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { versionToCome } from '../../dsl/version-to-come.ts'
import { removeAll } from '../../dsl/write-steps.ts'
import { removeWith } from '../delete-and-finalizers/delete-options.ts'
import { ownedBy } from '../delete-and-finalizers/ownership.ts'
import { darkOnly, someRole, someScope } from '../spread.ts'
import type { Scope } from '../spread.ts'
import { stateFirst } from './watch-lists.ts'

/** What is removed at once: the objects of a type, those with the label `shade` of the case. */
type Burst = {
  role: Role
  /** Where the objects are watched. */
  scope: Scope
  /** What is there before them. */
  first: Request[]
  object: (name: string) => Request
  removal: Request
  /** How many objects there are. */
  count: number
}

/** How one watch of the state at a version yet to come goes on. */
type Wait = { isSelecting: boolean; bookmarks: boolean; isCut: boolean }

const watchesMax = 36

// A watch that is left at its bookmark says more of the bookmark, one that stays of what follows it.
const someWait: Arbitrary<Wait> = fc.constantFrom(
  { isSelecting: false, bookmarks: true, isCut: false },
  { isSelecting: false, bookmarks: false, isCut: false },
  { isSelecting: true, bookmarks: true, isCut: false },
  { isSelecting: false, bookmarks: true, isCut: true },
)

/**
 * Objects, and watches of the state at versions that their removal leads to. They are sent together
 * with the removal, which comes after some reads: when it begins, the watches wait. Others (`new N`)
 * begin about then with the newest state.
 */
const waitingWatches = (bursts: Arbitrary<Burst>): Arbitrary<Scenario> =>
  fc
    .record({
      burst: bursts,
      waits: fc.array(someWait, { minLength: watchesMax, maxLength: watchesMax }),
    })
    .map(({ burst, waits }) => {
      const { role, scope, first, object, removal, count } = burst
      const names = Array.from({ length: count }, (_, index) => `d${index}`)
      const waiting = waits.slice(0, count).map((wait, index) => {
        // One version after the other, or at the same distance from each other.
        const by = Math.ceil(((index + 1) * count) / Math.min(watchesMax, count))
        return waitOf(burst, wait, by)
      })
      const newcomers = Array.from({ length: lanes }, (_, index) => newcomer(burst, index))
      return steps(
        ...first,
        ...inLanes(names.map(object)),
        create('stays', role, 'stays', { set: labelled('light') }),
        list('start', role, scope),
        watch('all', role, { ...scope, resourceVersion: versionOf('start') }),
        together(...waiting, ...newcomers, [
          ...reads(role, 'before removal', readsBeforeRemoval),
          removal,
          untilEvents('all', count),
        ]),
        ...markedEnd(role, scope, ['all', ...labelsOf([...waiting, ...newcomers])]),
      )
    })

/** A watch of the state so many writes after the list `start`. */
function waitOf({ role, scope }: Burst, wait: Wait, by: number): Single[] {
  const label = `wait ${by}`
  const options: WatchOptions = {
    ...scope,
    ...(wait.isSelecting ? { labelSelector: darkOnly } : {}),
  }
  const waiting = watch(label, role, {
    ...options,
    ...stateFirst,
    bookmarks: wait.bookmarks,
    resourceVersion: versionToCome(versionOf('start'), by),
  })
  if (!wait.isCut) return [waiting]
  return [
    waiting,
    untilType(label, 'BOOKMARK'),
    leave(label),
    watch(`${label} rest`, role, { ...options, resourceVersion: lastBookmarkOf(label) }),
  ]
}

const readsBeforeRemoval = 4

/** A watch of the newest state that begins before, beside or after the removal. */
const newcomer = ({ role, scope }: Burst, index: number): Single[] => [
  ...reads(role, `before new ${index}`, index + 2),
  watch(`new ${index}`, role, { ...scope, ...stateFirst }),
]

/** Requests that are answered one after the other while watches arrive. */
const reads = (role: Role, before: string, count: number): Request[] =>
  Array.from({ length: count }, (_, index) => list(`read ${index} ${before}`, role, { limit: 1 }))

/** The last watch of each lane. */
export const labelsOf = (sequences: Single[][]): string[] =>
  sequences.flatMap(sequence => sequence.filter(isWatch).slice(-1)).map(({ watch: { as } }) => as)

const lanes = 6

/** Requests at the same time. */
const inLanes = (requests: Request[]): Step[] => [
  together(
    ...Array.from({ length: lanes }, (_, lane) =>
      requests.filter((__, index) => index % lanes === lane),
    ),
  ),
]

/** A list, a write, the wait of every watch for it, and another list. */
export const markedEnd = (role: Role, scope: Scope, watches: string[]): Step[] => [
  list('before', role, scope),
  create('marker', role, 'zz-marker', { set: labelled('dark') }),
  together(...watches.map(label => [untilShown(label, 'marker')])),
  list('after', role, scope),
]

const labelled = (shade: string): Record<string, Term> => ({
  '/metadata/labels/shade': named(shade),
})

const owner = 'owner'

const someCount = fc.integer({ min: 30, max: 36 })

/** Dependents that the garbage collector removes when their owner is gone or waits for them. */
const ownerRemoved: Arbitrary<Burst> = fc
  .record({
    role: someRole,
    scope: someScope,
    ownerRole: fc.constantFrom<Role>('main', 'core', 'cluster'),
    policy: fc.constantFrom('Background', 'Background', 'Foreground'),
    count: someCount,
  })
  .map(({ role, scope, ownerRole, policy, count }) => ({
    count,
    role,
    scope,
    first: [create(owner, ownerRole, owner)],
    object: name =>
      create(name, role, name, {
        set: {
          ...labelled('dark'),
          '/metadata/ownerReferences': [
            ownedBy({ name: owner, role: ownerRole }, { blocks: policy === 'Foreground' }),
          ],
        },
      }),
    removal: removeWith('removal', ownerRole, owner, { propagationPolicy: policy }),
  }))

const secretsInNew: Term = { $join: ['/api/v1/namespaces/', named('n'), '/secrets'] }

/** The content of a namespace that is deleted. */
const namespaceRemoved: Arbitrary<Burst> = someCount.map(count => ({
  count,
  role: 'core',
  scope: { namespace: 'all' },
  first: [create('namespace', 'namespaces', 'n')],
  object: name =>
    raw(name, 'POST', secretsInNew, {
      body: edited(sample('core', name), labelled('dark')),
    }),
  removal: remove('removal', 'namespaces', named('n')),
}))

/** The objects of a collection that a selector leaves: more than a server may delete at once. */
const collectionRemoved: Arbitrary<Burst> = fc
  .record({ role: someRole, scope: someScope, count: fc.integer({ min: 54, max: 57 }) })
  .map(({ role, scope, count }) => ({
    count,
    role,
    scope,
    first: [],
    object: name => create(name, role, name, { set: labelled('dark') }),
    removal: removeAll('removal', role, { labelSelector: darkOnly }),
  }))

/** Watches that wait while dependents are collected. */
export const waitingForGarbage = (): Arbitrary<Scenario> => waitingWatches(ownerRemoved)

/** Watches that wait while a namespace is emptied. */
export const waitingForNamespaces = (): Arbitrary<Scenario> => waitingWatches(namespaceRemoved)

/** Watches that wait while a collection is deleted. */
export const waitingForCollections = (): Arbitrary<Scenario> => waitingWatches(collectionRemoved)
