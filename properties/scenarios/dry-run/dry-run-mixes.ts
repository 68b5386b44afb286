// Generates dry runs of all verbs, with reads before, between and after them.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario, Step } from '../../dsl/scenario.ts'
import {
  updateFrom,
  create,
  editTerm,
  get,
  list,
  caseName,
  put,
  deleteObject,
  sampleTerm,
  scenarioWith,
  awaitVersion,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'
import { asDryRun, patch } from '../../dsl/write-steps.ts'
import { changeBy } from './dry-runs.ts'
import type { ChangeMethod } from './dry-runs.ts'
import { heldByFinalizer } from '../delete-and-finalizers/finalizers.ts'
import { someWritableRole } from '../updates.ts'

const ways: readonly ChangeMethod[] = ['put', 'merge', 'json', 'strategic']

/** The stored objects: a plain one, one with a finalizer, and one that is being deleted. */
const stored = ['plain', 'held', 'going'] as const

const stock = (role: Role): RequestStep[] => [
  create('object-plain', role, 'plain', { content: 'first' }),
  create('object-held', role, 'held', { content: 'first', set: heldByFinalizer }),
  create('object-going', role, 'going', { content: 'first', set: heldByFinalizer }),
  deleteObject('deleted', role, caseName('going')),
  get('object-going', role, caseName('going')),
]

type Attempt = (role: Role, index: number) => RequestStep

const createFree: Attempt = (role, index) =>
  create('free', role, `new-${index}`, { content: 'new' })
const createHeld: Attempt = (role, index) =>
  create('free', role, `new-${index}`, { set: heldByFinalizer })
const createNamed: Attempt = (role, index) =>
  create('made', role, undefined, { set: { '/metadata/generateName': caseName(`new-${index}-`) } })
const createTaken: Attempt = role => create('taken', role, 'plain', { content: 'second' })
const putFree: Attempt = (role, index) =>
  put('put', role, caseName(`new-${index}`), sampleTerm(role, `new-${index}`, 'new'))

const changeOf =
  (logical: string, way: ChangeMethod): Attempt =>
  (role, index) =>
    changeBy(way, { as: way, role, logical, of: `object-${logical}`, text: `change ${index}` })

/** Removes the finalizers, which for a deleted object would remove it. */
const freeing =
  (logical: string, way: 'put' | 'merge'): Attempt =>
  role => {
    const of = `object-${logical}`
    if (way === 'put') return updateFrom('freed', role, of, {}, { drop: ['/metadata/finalizers'] })
    const body = { metadata: { resourceVersion: versionFrom(of), finalizers: null } }
    return patch('freed', role, caseName(logical), { type: 'merge', body })
  }

const removal =
  (logical: string): Attempt =>
  role =>
    deleteObject('removed', role, caseName(logical))

const someStored = fc.constantFrom(...stored)

const someAttempt: Arbitrary<Attempt> = fc.oneof(
  fc.constantFrom(createFree, createHeld, createNamed, createTaken, putFree),
  fc.tuple(someStored, fc.constantFrom(...ways)).map(([logical, way]) => changeOf(logical, way)),
  fc
    .tuple(fc.constantFrom('held', 'going'), fc.constantFrom('put', 'merge'))
    .map(([logical, way]) => freeing(logical, way)),
  someStored.map(removal),
)

const someDryRuns = (
  minLength: number,
  maxLength: number,
): Arbitrary<(role: Role) => RequestStep[]> =>
  fc
    .array(someAttempt, { minLength, maxLength })
    .map(
      attempts => role =>
        attempts.map((attempt, index) => asDryRun(attempt(role, index), `dry ${index}`)),
    )

/**
 * Generates three to six dry runs (`dry n`), each between two lists of the collection (`look n`,
 * `look n+1`). Gets of the stored objects come first (`before NAME`) and last (`after NAME`).
 */
export const mixedDryRuns = (): Arbitrary<Scenario> =>
  fc.record({ role: someWritableRole, tried: someDryRuns(3, 6) }).map(({ role, tried }) => {
    const gets = (when: string) =>
      stored.map(logical => get(`${when} ${logical}`, role, caseName(logical)))
    return scenarioWith(
      ...stock(role),
      ...gets('before'),
      list('look 0', role),
      ...tried(role).flatMap((request, index) => [request, list(`look ${index + 1}`, role)]),
      ...gets('after'),
    )
  })

/**
 * Generates three to eight dry runs during a watch, and a real create (`marker`) that the watch
 * must show.
 */
export const watchedDryRuns = (): Arbitrary<Scenario> =>
  fc
    .record({ role: fc.constantFrom<Role>('main', 'core'), tried: someDryRuns(3, 8) })
    .map(({ role, tried }) =>
      scenarioWith(
        ...stock(role),
        list('start', role),
        watch('watch', role, { resourceVersion: versionFrom('start') }),
        ...tried(role),
        create('marker', role, 'zz-marker'),
        awaitVersion('watch', 'marker'),
        list('final', role),
      ),
    )

/** A request for an existing object (`object WORD`) or for none. */
type Pair = { isOnObject: boolean; request: (role: Role, word: string, as: string) => RequestStep }

const version = (word: string) => ({ '/metadata/resourceVersion': versionFrom(`object ${word}`) })

const pairs: Pair[] = [
  { isOnObject: false, request: (role, word, as) => create(as, role, word, { content: 'new' }) },
  { isOnObject: true, request: (role, word, as) => create(as, role, word, { content: 'new' }) },
  {
    isOnObject: false,
    request: (role, word, as) =>
      create(as, role, word, { set: { '/metadata/labels/a': 'not a value!' } }),
  },
  {
    isOnObject: false,
    request: (role, word, as) => put(as, role, caseName(word), sampleTerm(role, word, 'new')),
  },
  {
    isOnObject: true,
    request: (role, word, as) =>
      put(as, role, caseName('other'), editTerm(sampleTerm(role, word, 'new'), version(word))),
  },
  ...ways.map(
    (way): Pair => ({
      isOnObject: true,
      request: (role, word, as) =>
        changeBy(way, { as, role, logical: word, of: `object ${word}`, text: 'second' }),
    }),
  ),
  {
    isOnObject: false,
    request: (role, word, as) =>
      patch(as, role, caseName(word), {
        type: 'merge',
        body: { metadata: { labels: { a: 'b' } } },
      }),
  },
  {
    isOnObject: true,
    request: (role, word, as) => patch(as, role, caseName(word), { type: 'merge', body: ['text'] }),
  },
  { isOnObject: true, request: (role, word, as) => deleteObject(as, role, caseName(word)) },
  { isOnObject: false, request: (role, word, as) => deleteObject(as, role, caseName(word)) },
]

/**
 * Generates three to six requests, each first as a dry run (`dry WORD`) and then real (`real
 * WORD`), with a read after the dry run (`between WORD`). Each has its own object (`object WORD`,
 * `after WORD`) or none.
 */
export const dryAndReal = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      chosen: fc.shuffledSubarray(pairs, { minLength: 3, maxLength: 6 }),
      isHeld: fc.boolean(),
    })
    .map(({ role, chosen, isHeld }) =>
      scenarioWith(
        ...chosen.flatMap(({ isOnObject, request }, index): Step[] => {
          const word = `x${index}`
          const more = { content: 'first', ...(isHeld ? { set: heldByFinalizer } : {}) }
          return [
            ...(isOnObject ? [create(`object ${word}`, role, word, more)] : []),
            asDryRun(request(role, word, 'request'), `dry ${word}`),
            get(`between ${word}`, role, caseName(word)),
            request(role, word, `real ${word}`),
            ...(isOnObject ? [get(`after ${word}`, role, caseName(word))] : []),
          ]
        }),
      ),
    )
