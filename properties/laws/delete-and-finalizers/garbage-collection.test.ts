import { expect, test } from 'vitest'
import type { Exchange, History } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import {
  nonBlockingDependentsRemain,
  awaitedObjectsAreGone,
  removedOwnerReferenceIsDropped,
  backgroundOwnerGoesAtOnce,
  foregroundOwnerWaits,
  objectsStayWithoutOwners,
  requireControllersServed,
  objectsKeepTheirOwners,
} from './garbage-collection.ts'

const deletionTimestamp = '2026-01-01T00:00:00Z'

/** Returns an object as answers show it, with the uids of its owners. */
const objectShown = (name: string, owners: string[] = [], more: Record<string, unknown> = {}) => ({
  metadata: { name, uid: name, ownerReferences: owners.map(uid => ({ uid })), ...more },
})

const createOf = (name: string, ...owners: string[]) =>
  exchangeOf(name, 201, objectShown(name, owners), {
    request: { method: 'POST' },
    about: { role: 'core' },
  })

const waited = (step: string, problem?: string) =>
  exchangeOf(step, 0, undefined, { request: { method: 'wait' }, ...(problem && { problem }) })
const inVain = 'nothing came for 5000 ms'

/**
 * Returns a history of steps in order, all within the first milliseconds, and of reads much later.
 */
const history = (more: Exchange[], looks: Exchange[], lookedAt = 10_000): History =>
  historyOfExchanges(
    ...[...more, createOf('sentinel', 'nobody'), waited('sentinel goes')].map((one, index) => ({
      ...one,
      sentAt: 10 * index,
      answeredAt: 10 * index + 5,
    })),
    ...looks.map((one, index) => ({ ...one, sentAt: lookedAt + index })),
  )

const passed = exchangeOf('after sentinel', 404)
const garbage = [createOf('d', 'owner'), waited('d goes')]
const lateGarbage = [createOf('d', 'owner'), waited('d goes', inVain)]
const gone = exchangeOf('after d', 404)
const live = (...owners: string[]) => exchangeOf('after d', 200, objectShown('d', owners))

const says = 'It is so.'
type Law = (history: History) => Generator<Observation>

/** Returns the observations of a law, up to the first unmet precondition. */
function judged(law: Law, of: History): string[] {
  const kinds: string[] = [...law(of)].map(({ kind }) => kind)
  const end = kinds.indexOf('preconditionUnmet')
  return end < 0 ? kinds : kinds.slice(0, end + 1)
}

test('an awaited object that is gone holds', () => {
  expect(judged(awaitedObjectsAreGone(says), history(garbage, [passed, gone]))).toEqual(['held'])
})

test('an object that remains long after the collector has run breaks the rule', () => {
  expect(
    judged(awaitedObjectsAreGone(says), history(lateGarbage, [passed, live('owner')])),
  ).toEqual(['violated'])
})

test.each<[string, Exchange[], Exchange[], number?]>([
  [
    'no collector comes by',
    lateGarbage,
    [exchangeOf('after sentinel', 200, objectShown('sentinel'))],
  ],
  [
    'the collector had not seen all in time',
    [createOf('marker-core'), ...lateGarbage],
    [exchangeOf('after marker-core', 200, objectShown('marker-core')), passed],
  ],
  ['the collector is as slow with the sentinel', lateGarbage, [passed], 100],
  [
    'its stream has ended',
    [createOf('d'), waited('d goes', 'the stream ended before it was shown')],
    [passed],
  ],
  ['the owner could not be removed', [exchangeOf('removed owner', 500), ...lateGarbage], [passed]],
])('if %s, the result is inconclusive', (_, steps, looks, lookedAt) => {
  const all = history(steps, [...looks, live('owner')], lookedAt)

  expect(judged(awaitedObjectsAreGone(says), all)).toEqual(['preconditionUnmet'])
})

test('an object with finalizers of others is inconclusive', () => {
  const held = exchangeOf(
    'after d',
    200,
    objectShown('d', [], { deletionTimestamp, finalizers: ['x/y'] }),
  )

  expect(judged(awaitedObjectsAreGone(says), history(lateGarbage, [passed, held]))).toEqual([
    'preconditionUnmet',
  ])
})

test.each<[string, Exchange, string[]]>([
  ['found as it was', live('owner'), ['held', 'held']],
  ['gone', gone, ['violated', 'violated']],
  [
    'being deleted',
    exchangeOf('after d', 200, objectShown('d', ['owner'], { deletionTimestamp })),
    ['violated', 'held'],
  ],
  ['without its owner', live(), ['held', 'violated']],
])('an object that should keep its owner, found %s', (_, look, verdicts) => {
  expect(
    judged(objectsKeepTheirOwners(says), history([createOf('d', 'owner')], [passed, look])),
  ).toEqual(verdicts)
})

test.each<[string, Exchange, string[]]>([
  ['without owners', live(), ['held', 'held']],
  ['with the owner that left it', live('owner'), ['held', 'violated']],
  ['gone', gone, ['violated', 'held']],
])('an object that should be orphaned, found %s', (_, look, verdicts) => {
  const steps = [createOf('d', 'owner')]

  expect(judged(objectsStayWithoutOwners(says, 'd'), history(steps, [passed, look]))).toEqual(
    verdicts,
  )
})

test.each<[string, Exchange, string | undefined, string[]]>([
  ['names the living one alone', live('y'), undefined, ['held', 'held', 'held']],
  ['names the dead one too, for long', live('x', 'y'), inVain, ['held', 'held', 'violated']],
  [
    'names the dead one too, changed by others',
    live('x', 'y'),
    undefined,
    ['held', 'held', 'preconditionUnmet'],
  ],
  ['names the dead one alone', live('x'), inVain, ['held', 'violated', 'violated']],
  ['is gone', gone, inVain, ['violated', 'violated', 'held']],
])('an object with a dead and a living owner that %s', (_, look, problem, verdicts) => {
  const steps = [
    createOf('x'),
    createOf('y'),
    createOf('d', 'x', 'y'),
    waited('d changes', problem),
  ]

  expect(judged(removedOwnerReferenceIsDropped, history(steps, [passed, look]))).toEqual(verdicts)
})

test.each<[string, Exchange, string]>([
  ['goes at once', exchangeOf('after owner', 404), 'held'],
  [
    'waits',
    exchangeOf('after owner', 200, objectShown('owner', [], { deletionTimestamp })),
    'violated',
  ],
  [
    'is held by others',
    exchangeOf('after owner', 200, objectShown('owner', [], { finalizers: ['x/y'] })),
    'preconditionUnmet',
  ],
])('an owner that is removed in the background and %s', (_, look, verdict) => {
  const steps = [createOf('owner'), exchangeOf('removed owner', 200)]

  expect(judged(backgroundOwnerGoesAtOnce, history(steps, [look]))).toEqual([verdict])
})

const waiting = { deletionTimestamp, finalizers: ['foregroundDeletion'] }

test.each<[string, Exchange, string]>([
  ['waits', exchangeOf('waiting', 200, objectShown('owner', [], waiting)), 'held'],
  ['has gone', exchangeOf('waiting', 404), 'violated'],
  [
    'is only marked',
    exchangeOf('waiting', 200, objectShown('owner', [], { deletionTimestamp })),
    'violated',
  ],
])('an owner that is blocked and %s', (_, look, verdict) => {
  const marked = exchangeOf('marked', 200, objectShown('owner', [], waiting))
  const steps = [createOf('owner'), exchangeOf('removed owner', 200)]

  expect(judged(foregroundOwnerWaits, history(steps, [passed, marked, look]))).toEqual([
    'held',
    verdict,
  ])
})

test('a dependent that another client has released is inconclusive', () => {
  const meanwhile = (status: number) => exchangeOf('meanwhile d', status, objectShown('d'))

  expect(judged(nonBlockingDependentsRemain, history([createOf('d')], [meanwhile(200)]))).toEqual(
    [],
  )
  expect(judged(nonBlockingDependentsRemain, history([createOf('d')], [meanwhile(404)]))).toEqual([
    'preconditionUnmet',
  ])
})

test('the rule about replication controllers does not apply if they are not served', () => {
  const kinds = (status: number) =>
    [...requireControllersServed(historyOfExchanges(exchangeOf('controller', status, {})))].map(
      ({ kind }) => kind,
    )
  expect(kinds(404)).toEqual(['notApplicable'])
  expect(kinds(201)).toEqual([])
})
