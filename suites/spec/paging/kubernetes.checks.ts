// Checks how genuine servers continue a list, also after its version has expired.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import {
  answerSummary,
  exchangeAt,
  itemsOf,
  itemKey,
  ownItems,
  bodyValueAt,
  isSuccess,
  resourceVersionOf,
} from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { remainingIsCounted } from '../../../properties/laws/envelopes/envelopes.ts'
import { pagesShareOneSnapshot } from '../../../properties/laws/paging/pages.ts'
import {
  requireCreates,
  requireSuccess,
  requireLists,
} from '../../../properties/laws/preconditions.ts'
import { requireFinalAnswer, refusesWith } from '../../../properties/laws/status.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import type { Scenario, Step } from '../../../properties/dsl/scenario.ts'
import {
  createAll,
  someChanges,
  someNames,
  updateContent,
} from '../../../properties/scenarios/collections.ts'
import { pagedSelection } from '../../../properties/scenarios/paging/paging.ts'
import {
  create,
  expireVersions,
  list,
  fromAnswer,
  scenarioWith,
  tokenFrom,
  listByChunks,
} from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

/** Generates three chunks with different limits (`first`, `second`, `third`). */
const chunksOfManySizes = (): Arbitrary<Scenario> =>
  fc
    .record({
      names: someNames(6, 9),
      first: fc.integer({ min: 1, max: 3 }),
      second: fc.integer({ min: 1, max: 3 }),
    })
    .filter(({ first, second }) => first !== second)
    .map(({ names, first, second }) =>
      scenarioWith(
        ...createAll('main', names),
        list('first', 'main', { limit: first }),
        list('second', 'main', { limit: second, continue: tokenFrom('first') }),
        list('third', 'main', { limit: 9, continue: tokenFrom('second') }),
      ),
    )

/** The chunks succeed, respect their limits, and together are the whole collection. */
const goesOn = (says: string, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    yield* requireCreates(history)
    const found: string[] = []
    for (const label of labels) {
      const chunk = exchangeAt(history, label)
      yield* precondition(chunk.request.path !== '', `${label} has no continue token`)
      yield* requireFinalAnswer(history, label)
      yield verify(isSuccess(chunk), {
        says,
        expected: 'a list',
        got: answerSummary(chunk),
        at: chunk,
      })
      yield* requireLists(history, chunk)
      const limit = Number(chunk.request.query['limit'] ?? Infinity)
      const count = itemsOf(chunk)?.length ?? 0
      const isFirst = chunk.request.query['continue'] === undefined
      yield* precondition(!isFirst || count <= limit, 'lists ignore the limit (PAGE-001)')
      yield verify(count <= limit, {
        says: 'Every chunk respects the limit of its request.',
        expected: `at most ${limit} items`,
        got: `${count} items`,
        at: chunk,
      })
      found.push(...ownItems(history, chunk).map(itemKey))
    }
    const wanted = history.exchanges
      .filter(({ request }) => request.method === 'POST')
      .map(({ about, answer }) => `${about?.namespace ?? ''}/${nameIn(answer?.body)}`)
    yield verify(found.toSorted().join(' ') === wanted.toSorted().join(' '), {
      says,
      expected: wanted.toSorted().join(' '),
      got: found.toSorted().join(' '),
      at: labels.at(-1) ?? 'first',
    })
  }

const nameIn = (body: unknown): string =>
  String((body as { metadata?: { name?: unknown } } | undefined)?.metadata?.name)

/**
 * Requests a chunk with an expired token. Meanwhile one remaining object was changed, and another
 * one was created at the end.
 */
const expiredToken: Step[] = [
  ...createAll('main', ['a', 'b', 'c', 'd']),
  list('first', 'main', { limit: 2 }),
  list('twin', 'main', { limit: 2, continue: tokenFrom('first') }),
  updateContent('main', 'c', 'later'),
  create('object-zz', 'main', 'zz'),
  expireVersions('the token expires'),
  list('expired', 'main', { limit: 2, continue: tokenFrom('first') }),
]

const freshToken = '/metadata/continue'

function* goesOnAtNewest(history: History): Generator<Observation> {
  yield* requireCreates(history)
  yield* requireLists(history, exchangeAt(history, 'first'))
  const fresh = bodyValueAt(exchangeAt(history, 'expired'), freshToken)
  yield* precondition(typeof fresh === 'string' && fresh !== '', 'the refusal gave no token')
  const rest = yield* requireFinalAnswer(history, 'rest')
  yield* requireLists(history, rest)
  const first = ownItems(history, exchangeAt(history, 'first')).map(itemKey)
  const newest = yield* newestKeys(history)
  const wanted = newest.filter(key => !first.includes(key.split(' ')[0] ?? ''))
  const found = ownItems(history, rest).map(item => `${itemKey(item)} ${versionIn(item)}`)
  yield verify(found.toSorted().join(', ') === wanted.toSorted().join(', '), {
    says: 'The token of a 410 lists the rest of the collection as it is now.',
    expected: wanted.toSorted().join(', '),
    got: found.toSorted().join(', '),
    at: rest,
  })
  yield verify(resourceVersionOf(rest) !== resourceVersionOf(exchangeAt(history, 'first')), {
    says: 'The token of a 410 continues at a newer version.',
    expected: `a version other than ${String(resourceVersionOf(exchangeAt(history, 'first')))}`,
    got: resourceVersionOf(rest),
    at: rest,
  })
}

/** Returns every object with its newest version, as an unlimited list shows it. */
function* newestKeys(history: History): Generator<Observation, string[]> {
  const whole = exchangeAt(history, 'whole')
  yield* requireLists(history, whole)
  return ownItems(history, whole).map(item => `${itemKey(item)} ${versionIn(item)}`)
}

const versionIn = ({ metadata }: { metadata: Record<string, unknown> }): string =>
  String(metadata['resourceVersion'])

/**
 * Generates a list in small chunks. After the first chunk, objects change and a new last object is
 * created.
 */
const pagedBesideCreates = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom('main', 'core'),
      names: someNames(5, 9),
      limit: fc.constantFrom(1, 2),
    })
    .chain(({ role, names, limit }) =>
      someChanges(role, names, 0, 2).map(changes =>
        scenarioWith(
          ...createAll(role, names),
          listByChunks(list('page', role, { limit }), [[...changes, create('last', role, 'zzz')]]),
        ),
      ),
    )

/** Generates continue tokens that no server has issued. */
const garbageTokens = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom('main', 'core'),
      token: fc.constantFrom('garbage', 'e30', '%', ' ', '!!!!', 'bnVsbA', 'W10', 'x'.repeat(300)),
      limit: fc.constantFrom({}, { limit: 1 }),
    })
    .map(({ role, token, limit }) =>
      scenarioWith(
        ...createAll(role, ['a', 'b']),
        list('first', role, { limit: 1 }),
        list('twin', role, { ...limit, continue: tokenFrom('first') }),
        list('garbage', role, { ...limit, continue: token }),
      ),
    )

export default [
  property(
    'K8S-PAGE-001',
    chunksOfManySizes(),
    goesOn('A list can continue with another limit.', 'first', 'second', 'third'),
  ),
  example(
    'K8S-PAGE-002',
    [
      ...createAll('main', ['a', 'b', 'c', 'd']),
      list('first', 'main', { limit: 1 }),
      list('rest', 'main', { continue: tokenFrom('first') }),
    ],
    goesOn('A list that continues without a limit returns all remaining items.', 'first', 'rest'),
  ),
  example('K8S-PAGE-003', expiredToken, function* (history) {
    yield* requireSuccess(history, 'twin')
    const wanted = { code: 410, reason: 'Expired' }
    yield* refusesWith(history, 'expired', wanted, 'An expired token is refused with 410 Expired.')
    const token = bodyValueAt(exchangeAt(history, 'expired'), freshToken)
    yield verify(typeof token === 'string' && token !== '', {
      says: 'The Status for an expired token has a new token.',
      expected: 'metadata.continue',
      got: token,
      at: 'expired',
    })
  }),
  example(
    'K8S-PAGE-004',
    [
      ...expiredToken,
      list('whole', 'main'),
      list('rest', 'main', { limit: 9, continue: fromAnswer('expired', freshToken) }),
    ],
    goesOnAtNewest,
  ),
  property('K8S-PAGE-005', garbageTokens(), function* (history) {
    yield* requireSuccess(history, 'first', 'twin')
    const says = 'A token that the server did not issue is refused with 400.'
    yield* refusesWith(history, 'garbage', { code: 400, reason: 'BadRequest' }, says)
  }),
  property('K8S-PAGE-006', pagedBesideCreates(), history => remainingIsCounted(history)),
  property('K8S-PAGE-007', pagedSelection(), history => pagesShareOneSnapshot(history), {
    allowsClusterScope: true,
  }),
]
