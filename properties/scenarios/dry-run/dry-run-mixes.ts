// Many dry runs of all verbs, and what is looked at before, between and after them.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Request, Scenario, Step } from '../../dsl/scenario.ts'
import {
  change,
  create,
  edited,
  get,
  list,
  named,
  put,
  remove,
  sample,
  steps,
  untilShown,
  versionOf,
  watch,
} from '../../dsl/steps.ts'
import { dry, patch } from '../../dsl/write-steps.ts'
import { changed } from './dry-runs.ts'
import type { Way } from './dry-runs.ts'
import { held } from '../delete-and-finalizers/finalizers.ts'
import { writableRoles } from '../updates.ts'

const someRole: Arbitrary<Role> = fc.constantFrom(...writableRoles)
const ways: readonly Way[] = ['put', 'merge', 'json', 'strategic']

/** The objects that are there: a plain one, one with a finalizer, and one that is being deleted. */
const stored = ['plain', 'held', 'going'] as const

const stock = (role: Role): Request[] => [
  create('object-plain', role, 'plain', { content: 'first' }),
  create('object-held', role, 'held', { content: 'first', set: held }),
  create('object-going', role, 'going', { content: 'first', set: held }),
  remove('deleted', role, named('going')),
  get('object-going', role, named('going')),
]

type Attempt = (role: Role, index: number) => Request

const createFree: Attempt = (role, index) =>
  create('free', role, `new-${index}`, { content: 'new' })
const createHeld: Attempt = (role, index) => create('free', role, `new-${index}`, { set: held })
const createNamed: Attempt = (role, index) =>
  create('made', role, undefined, { set: { '/metadata/generateName': named(`new-${index}-`) } })
const createTaken: Attempt = role => create('taken', role, 'plain', { content: 'second' })
const putFree: Attempt = (role, index) =>
  put('put', role, named(`new-${index}`), sample(role, `new-${index}`, 'new'))

const changeOf =
  (logical: string, way: Way): Attempt =>
  (role, index) =>
    changed(way, { as: way, role, logical, of: `object-${logical}`, text: `change ${index}` })

/** Takes the finalizers away: that of a deleted object would remove it. */
const freeing =
  (logical: string, way: 'put' | 'merge'): Attempt =>
  role => {
    const of = `object-${logical}`
    if (way === 'put') return change('freed', role, of, {}, { drop: ['/metadata/finalizers'] })
    const body = { metadata: { resourceVersion: versionOf(of), finalizers: null } }
    return patch('freed', role, named(logical), { type: 'merge', body })
  }

const removal =
  (logical: string): Attempt =>
  role =>
    remove('removed', role, named(logical))

const someStored = fc.constantFrom(...stored)

const someAttempt: Arbitrary<Attempt> = fc.oneof(
  fc.constantFrom(createFree, createHeld, createNamed, createTaken, putFree),
  fc.tuple(someStored, fc.constantFrom(...ways)).map(([logical, way]) => changeOf(logical, way)),
  fc
    .tuple(fc.constantFrom('held', 'going'), fc.constantFrom('put', 'merge'))
    .map(([logical, way]) => freeing(logical, way)),
  someStored.map(removal),
)

const someDryRuns = (minLength: number, maxLength: number): Arbitrary<(role: Role) => Request[]> =>
  fc
    .array(someAttempt, { minLength, maxLength })
    .map(
      attempts => role =>
        attempts.map((attempt, index) => dry(attempt(role, index), `dry ${index}`)),
    )

/**
 * Three to six dry runs (`dry n`), each between two looks at the collection (`look n`, `look n+1`).
 * Gets of what is stored come first (`before NAME`) and last (`after NAME`).
 */
export const mixedDryRuns = (): Arbitrary<Scenario> =>
  fc.record({ role: someRole, tried: someDryRuns(3, 6) }).map(({ role, tried }) => {
    const gets = (when: string) =>
      stored.map(logical => get(`${when} ${logical}`, role, named(logical)))
    return steps(
      ...stock(role),
      ...gets('before'),
      list('look 0', role),
      ...tried(role).flatMap((request, index) => [request, list(`look ${index + 1}`, role)]),
      ...gets('after'),
    )
  })

/** Three to eight dry runs beneath a watch, and a real create (`marker`) that it is to show. */
export const watchedDryRuns = (): Arbitrary<Scenario> =>
  fc
    .record({ role: fc.constantFrom<Role>('main', 'core'), tried: someDryRuns(3, 8) })
    .map(({ role, tried }) =>
      steps(
        ...stock(role),
        list('start', role),
        watch('watch', role, { resourceVersion: versionOf('start') }),
        ...tried(role),
        create('marker', role, 'zz-marker'),
        untilShown('watch', 'marker'),
        list('final', role),
      ),
    )

/** A request on an object that is there (`object WORD`), or on none. */
type Pair = { isOnObject: boolean; request: (role: Role, word: string, as: string) => Request }

const version = (word: string) => ({ '/metadata/resourceVersion': versionOf(`object ${word}`) })

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
    request: (role, word, as) => put(as, role, named(word), sample(role, word, 'new')),
  },
  {
    isOnObject: true,
    request: (role, word, as) =>
      put(as, role, named('other'), edited(sample(role, word, 'new'), version(word))),
  },
  ...ways.map(
    (way): Pair => ({
      isOnObject: true,
      request: (role, word, as) =>
        changed(way, { as, role, logical: word, of: `object ${word}`, text: 'second' }),
    }),
  ),
  {
    isOnObject: false,
    request: (role, word, as) =>
      patch(as, role, named(word), { type: 'merge', body: { metadata: { labels: { a: 'b' } } } }),
  },
  {
    isOnObject: true,
    request: (role, word, as) => patch(as, role, named(word), { type: 'merge', body: ['text'] }),
  },
  { isOnObject: true, request: (role, word, as) => remove(as, role, named(word)) },
  { isOnObject: false, request: (role, word, as) => remove(as, role, named(word)) },
]

/**
 * Three to six requests, each first as a dry run (`dry WORD`) and then in earnest (`real WORD`), with
 * a look at what is there after the dry run (`between WORD`), on an object of their own (`object WORD`, and `after WORD`) or on none.
 */
export const dryAndReal = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      chosen: fc.shuffledSubarray(pairs, { minLength: 3, maxLength: 6 }),
      isHeld: fc.boolean(),
    })
    .map(({ role, chosen, isHeld }) =>
      steps(
        ...chosen.flatMap(({ isOnObject, request }, index): Step[] => {
          const word = `x${index}`
          const more = { content: 'first', ...(isHeld ? { set: held } : {}) }
          return [
            ...(isOnObject ? [create(`object ${word}`, role, word, more)] : []),
            dry(request(role, word, 'request'), `dry ${word}`),
            get(`between ${word}`, role, named(word)),
            request(role, word, `real ${word}`),
            ...(isOnObject ? [get(`after ${word}`, role, named(word))] : []),
          ]
        }),
      ),
    )
