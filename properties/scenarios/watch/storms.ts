// Generates watches that wait for future versions while the server removes many objects, caused by
// one request. Every watch must deliver the `marker`, a write between a list `before` and a list
// `after`. A closed watch `NAME` is continued as `NAME rest`.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import { isWatchStep } from '../../dsl/scenario.ts'
import type { RequestStep, Scenario, SingleStep, Step } from '../../dsl/scenario.ts'
import {
  create,
  editTerm,
  lastStreamBookmark,
  closeStream,
  list,
  caseName,
  rawRequest,
  deleteObject,
  sampleTerm,
  scenarioWith,
  concurrently,
  awaitEventCount,
  awaitVersion,
  awaitEventType,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'
import type { WatchStepOptions } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { futureVersionTerm } from '../../dsl/future-version.ts'
import { deleteCollection } from '../../dsl/write-steps.ts'
import { deleteWithBody } from '../delete-and-finalizers/delete-options.ts'
import { ownerReferenceTo } from '../delete-and-finalizers/owned-objects.ts'
import { darkSelector, someRole, someScope } from '../labelled-objects.ts'
import type { ListScope } from '../labelled-objects.ts'
import { streamingListOptions } from './streaming-lists.ts'

/** The objects that one request removes. They have one type and the label `shade` of the case. */
type Burst = {
  role: Role
  /** The scope of the watches. */
  scope: ListScope
  /** The steps before the objects are created. */
  first: RequestStep[]
  object: (name: string) => RequestStep
  removal: RequestStep
  /** The number of objects. */
  count: number
}

/** The options of one watch with initial events at a future version. */
type Wait = { isSelecting: boolean; bookmarks: boolean; isCut: boolean }

const watchesMax = 36

// A watch that is closed at its bookmark tests the bookmark, one that stays open tests the later
// events.
const someWait: Arbitrary<Wait> = fc.constantFrom(
  { isSelecting: false, bookmarks: true, isCut: false },
  { isSelecting: false, bookmarks: false, isCut: false },
  { isSelecting: true, bookmarks: true, isCut: false },
  { isSelecting: false, bookmarks: true, isCut: true },
)

/**
 * Generates objects, and watches with initial events at versions that their removal will reach.
 * They are sent together with the removal, which follows some reads, so that the watches are
 * waiting when it begins. Other watches (`new N`) start at about that time with the most recent
 * state.
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
        // Consecutive versions, or versions with equal distances.
        const by = Math.ceil(((index + 1) * count) / Math.min(watchesMax, count))
        return waitOf(burst, wait, by)
      })
      const newcomers = Array.from({ length: lanes }, (_, index) => newcomer(burst, index))
      return scenarioWith(
        ...first,
        ...inLanes(names.map(object)),
        create('stays', role, 'stays', { set: labelled('light') }),
        list('start', role, scope),
        watch('all', role, { ...scope, resourceVersion: versionFrom('start') }),
        concurrently(...waiting, ...newcomers, [
          ...reads(role, 'before removal', readsBeforeRemoval),
          removal,
          awaitEventCount('all', count),
        ]),
        ...markerSteps(role, scope, ['all', ...lastWatchesOf([...waiting, ...newcomers])]),
      )
    })

/** Returns a watch with initial events at the version `by` writes after the list `start`. */
function waitOf({ role, scope }: Burst, wait: Wait, by: number): SingleStep[] {
  const label = `wait ${by}`
  const options: WatchStepOptions = {
    ...scope,
    ...(wait.isSelecting ? { labelSelector: darkSelector } : {}),
  }
  const waiting = watch(label, role, {
    ...options,
    ...streamingListOptions,
    bookmarks: wait.bookmarks,
    resourceVersion: futureVersionTerm(versionFrom('start'), by),
  })
  if (!wait.isCut) return [waiting]
  return [
    waiting,
    awaitEventType(label, 'BOOKMARK'),
    closeStream(label),
    watch(`${label} rest`, role, { ...options, resourceVersion: lastStreamBookmark(label) }),
  ]
}

const readsBeforeRemoval = 4

/** A watch of the most recent state that starts before, during or after the removal. */
const newcomer = ({ role, scope }: Burst, index: number): SingleStep[] => [
  ...reads(role, `before new ${index}`, index + 2),
  watch(`new ${index}`, role, { ...scope, ...streamingListOptions }),
]

/** Sequential requests that are answered while watches arrive. */
const reads = (role: Role, before: string, count: number): RequestStep[] =>
  Array.from({ length: count }, (_, index) => list(`read ${index} ${before}`, role, { limit: 1 }))

/** Returns the last watch of each lane. */
export const lastWatchesOf = (sequences: SingleStep[][]): string[] =>
  sequences
    .flatMap(sequence => sequence.filter(isWatchStep).slice(-1))
    .map(({ watch: { as } }) => as)

const lanes = 6

/** Sends requests concurrently. */
const inLanes = (requests: RequestStep[]): Step[] => [
  concurrently(
    ...Array.from({ length: lanes }, (_, lane) =>
      requests.filter((__, index) => index % lanes === lane),
    ),
  ),
]

/** A list, a write, waits of all watches for it, and another list. */
export const markerSteps = (role: Role, scope: ListScope, watches: string[]): Step[] => [
  list('before', role, scope),
  create('marker', role, 'zz-marker', { set: labelled('dark') }),
  concurrently(...watches.map(label => [awaitVersion(label, 'marker')])),
  list('after', role, scope),
]

const labelled = (shade: string): Record<string, Term> => ({
  '/metadata/labels/shade': caseName(shade),
})

const owner = 'owner'

const someCount = fc.integer({ min: 30, max: 36 })

/** Dependents that the garbage collector removes when their owner is removed or waits for them. */
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
            ownerReferenceTo({ name: owner, role: ownerRole }, { blocks: policy === 'Foreground' }),
          ],
        },
      }),
    removal: deleteWithBody('removal', ownerRole, owner, { propagationPolicy: policy }),
  }))

const secretsInNew: Term = { $join: ['/api/v1/namespaces/', caseName('n'), '/secrets'] }

/** The contents of a namespace that is deleted. */
const namespaceRemoved: Arbitrary<Burst> = someCount.map(count => ({
  count,
  role: 'core',
  scope: { namespace: 'all' },
  first: [create('namespace', 'namespaces', 'n')],
  object: name =>
    rawRequest(name, 'POST', secretsInNew, {
      body: editTerm(sampleTerm('core', name), labelled('dark')),
    }),
  removal: deleteObject('removal', 'namespaces', caseName('n')),
}))

/** The objects of a collection that a selector matches, more than a server deletes concurrently. */
const collectionRemoved: Arbitrary<Burst> = fc
  .record({ role: someRole, scope: someScope, count: fc.integer({ min: 54, max: 57 }) })
  .map(({ role, scope, count }) => ({
    count,
    role,
    scope,
    first: [],
    object: name => create(name, role, name, { set: labelled('dark') }),
    removal: deleteCollection('removal', role, { labelSelector: darkSelector }),
  }))

/** Generates watches that wait while dependents are collected. */
export const watchesDuringGarbageCollection = (): Arbitrary<Scenario> =>
  waitingWatches(ownerRemoved)

/** Generates watches that wait while a namespace is emptied. */
export const watchesDuringNamespaceDeletion = (): Arbitrary<Scenario> =>
  waitingWatches(namespaceRemoved)

/** Generates watches that wait while a collection is deleted. */
export const watchesDuringCollectionDelete = (): Arbitrary<Scenario> =>
  waitingWatches(collectionRemoved)
