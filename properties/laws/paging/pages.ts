// Judges chunked lists (L7): all chunks belong to one snapshot.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  chunksOf,
  namespaceDefaultNames,
  itemsOf,
  itemKey,
  ownItems,
  bodyValueAt,
  isFinalRefusal,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { stateInScope, stateTexts } from '../../history/collection-model.ts'
import { statesOfMostRecentRead, stateHistoryOf } from '../../history/possible-states.ts'
import type { PossibleState } from '../../history/possible-states.ts'
import { precondition, refusalWith, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision } from '../decisions.ts'
import { listShowsNextChunkOf } from '../list/lists.ts'
import { requireOwnVersions, requireLists, requireSetup } from '../preconditions.ts'

/** PAGE-001: no chunk has more items than the limit. */
export function* chunksStayWithinLimit(history: History, label = 'page'): Generator<Observation> {
  for (const chunk of yield* requireChunks(history, label)) {
    const limit = Number(chunk.request.query['limit'])
    const count = itemsOf(chunk)?.length ?? 0
    yield verify(count <= limit, {
      says: 'A chunk holds at most `limit` items.',
      expected: `at most ${limit} items`,
      got: `${count} items`,
      at: chunk,
    })
  }
}

/**
 * PAGE-001, also where no object can be created: a list of all objects, with the limit 1, shows it
 * then. On other servers these may be objects of other checks, which a replay of the case lacks.
 */
export const listsStayWithinLimit = (allObjects: string) =>
  function* (history: History): Generator<Observation> {
    const creates = history.exchanges.filter(({ request }) => request.method === 'POST')
    const isReadOnly = creates.length > 0 && !creates.some(isSuccess)
    const all = history.exchanges.find(({ step }) => step === allObjects)
    const count = (isReadOnly && all && isSuccess(all) && itemsOf(all)?.length) || 0
    // A shorter list may be complete, and then shows nothing.
    if (all && count > 1)
      return yield verify(false, {
        says: 'A chunk holds at most `limit` items.',
        expected: 'at most 1 item',
        got: `${count} items`,
        at: all,
      })
    yield* chunksStayWithinLimit(history)
  }

/** PAGE-002: a chunk has a token if and only if items remain. */
export function* tokensStandWhereItemsRemain(
  history: History,
  label = 'page',
): Generator<Observation> {
  // This law must find invalid tokens, so it judges only the chunks before the first failed
  // request.
  const all = chunksOf(history, label)
  const broken = all.findIndex(chunk => !isSuccess(chunk))
  const answeredOnes = broken < 0 ? all : all.slice(0, broken)
  const [snapshot] = yield* snapshotsOf(history, answeredOnes)
  if (!snapshot) return

  let remaining =
    snapshot.length + namespaceDefaultNames(history, answeredOnes[0] as Exchange).length
  for (const chunk of answeredOnes) {
    remaining -= itemsOf(chunk)?.length ?? 0
    yield verify(hasToken(chunk) === remaining > 0, {
      says: 'A chunk has a continue token if and only if items remain.',
      expected:
        remaining > 0
          ? `a token, as ${remaining} items remain`
          : 'no token, as the list is complete',
      got: hasToken(chunk) ? 'a token' : 'no token',
      at: chunk,
    })
  }
}

/** PAGE-003: together the chunks contain each item of the collection once. */
export function* chunksHoldEachItemOnce(history: History, label = 'page'): Generator<Observation> {
  const all = yield* requireChunks(history, label)
  yield* requireLimit(all)
  const snapshots = yield* snapshotsOf(history, all)
  const wanted = snapshots.map(items => items.map(itemKey).toSorted())
  const found = all.flatMap(chunk => ownItems(history, chunk)).map(itemKey)
  yield verify(isOneOf(found.toSorted(), wanted), {
    says: 'Together the chunks hold each item of the collection exactly once.',
    expected: wanted[0]?.map(name => name.replace(history.context.prefix, '')),
    got: found.map(name => name.replace(history.context.prefix, '')),
    at: all.at(-1) ?? label,
  })
}

/** The precondition that a list has chunks: where the limit is ignored, the first one is all. */
function* requireLimit([first]: Exchange[]): Generator<Observation> {
  const limit = Number(first?.request.query['limit'])
  const count = (first && itemsOf(first)?.length) ?? 0
  yield* precondition(!(count > limit), 'lists ignore the limit (PAGE-001)')
}

/** PAGE-004: all chunks have the same version. */
export function* pagesShareOneVersion(history: History, label = 'page'): Generator<Observation> {
  const [first, ...later] = yield* requireChunks(history, label)
  for (const chunk of later) {
    yield verify(first !== undefined && resourceVersionOf(chunk) === resourceVersionOf(first), {
      says: 'All chunks of one list share one resourceVersion.',
      expected: first && resourceVersionOf(first),
      got: resourceVersionOf(chunk),
      at: chunk,
    })
  }
}

/** PAGE-005: together the chunks are the collection at the time when the first chunk was read. */
export function* pagesShareOneSnapshot(history: History, label = 'page'): Generator<Observation> {
  const all = yield* requireChunks(history, label)
  yield* requireLimit(all)
  const snapshots = yield* snapshotsOf(history, all)
  const wanted = snapshots.map(items => stateTexts(history, items))
  const found = stateTexts(
    history,
    all.flatMap(chunk => ownItems(history, chunk)),
  )
  yield verify(isOneOf(found, wanted), {
    says: 'Together the chunks are the collection as it was when the first was read.',
    expected: wanted[0],
    got: found,
    at: all.at(-1) ?? label,
  })
}

/** PAGE-006: a token that has not expired returns the rest of its list. */
export function* tokenContinuesTheList(
  history: History,
  first: string,
  next: string,
): Generator<Observation> {
  const exchange = exchangeAt(history, next)
  const status = exchange.answer?.status ?? 503
  yield* precondition(status < 500 && status !== 429, `${next} returned ${answerSummary(exchange)}`)
  yield verify(!isFinalRefusal(exchange), {
    says: 'A continue token works until its lifetime ends.',
    expected: 'the next chunk',
    got: answerSummary(exchange),
    at: exchange,
  })
  yield* listShowsNextChunkOf(first)(history, exchange)
}

/** PAGE-007: a token that no longer returns the rest of its list returns 410. */
export function* expiredTokenIs410(
  history: History,
  first: string,
  next: string,
): Generator<Observation> {
  yield* requireLists(history, exchangeAt(history, first))
  const late = yield* requireDecision(history, next)
  if (isSuccess(late)) {
    const found = [...listShowsNextChunkOf(first)(history, late)]
    yield* found.filter(({ kind }) => kind === 'preconditionUnmet')
    const isOther = found.some(({ kind }) => kind === 'violated')
    yield* precondition(isOther, 'the token still returns the rest of its list: it has not expired')
  }
  yield verify(late.answer?.status === 410, {
    says: 'A list with an expired continue token is refused with 410 Gone.',
    expected: refusalWith(410),
    got: answerSummary(late),
    at: late,
  })
}

/** PAGE-014: a list whose items fit in the limit is complete. */
export function* listWithinLimitIsComplete(
  history: History,
  label = 'page',
): Generator<Observation> {
  const list = exchangeAt(history, label)
  const [snapshot] = yield* snapshotsOf(history, [list])
  const limit = Number(list.request.query['limit'])
  yield* precondition(
    snapshot !== undefined && snapshot.length <= limit,
    'the collection has more items than the limit',
  )
  // Together with objects that the server itself creates, the items may exceed the limit. The law
  // then relies on other types.
  if ((snapshot?.length ?? 0) + namespaceDefaultNames(history, list).length > limit) return
  yield verify(!hasToken(list), {
    says: 'A list within its limit is complete: it has no continue token.',
    expected: 'no token',
    got: bodyValueAt(list, '/metadata/continue'),
    at: list,
  })
  yield verify(bodyValueAt(list, '/metadata/remainingItemCount') === undefined, {
    says: 'A list within its limit is complete: it has no remainingItemCount.',
    expected: 'no remainingItemCount',
    got: bodyValueAt(list, '/metadata/remainingItemCount'),
    at: list,
  })
}

/**
 * Returns the chunks of a paged list, with the precondition that all are lists. Across namespaces
 * it may stop early if other clients have very many objects.
 */
export function* requireChunks(
  history: History,
  label: string,
): Generator<Observation, Exchange[]> {
  yield* requireSetup(history)
  const all = chunksOf(history, label)
  const broken = all.find(chunk => !isSuccess(chunk))
  yield* precondition(!broken, `${broken?.step} returned ${broken && answerSummary(broken)}`)
  yield* requireLists(history, ...all)
  const last = all.at(-1)
  yield* precondition(last !== undefined, `no chunk of ${label} was read`)
  const isStopped = last !== undefined && hasToken(last) && last.about?.namespace === undefined
  yield* precondition(!isStopped, 'the list is too long to be read to its end')
  return all
}

/** Requires that the chunks of a paged list are together what its first chunk showed. */
export function* requireWholeSnapshot(
  history: History,
  chunks: Exchange[],
): Generator<Observation> {
  const snapshots = yield* snapshotsOf(history, chunks)
  const found = stateTexts(
    history,
    chunks.flatMap(chunk => ownItems(history, chunk)),
  )
  yield* precondition(
    isOneOf(
      found,
      snapshots.map(items => stateTexts(history, items)),
    ),
    'the chunks together are not the collection (PAGE-003, PAGE-005)',
  )
}

/**
 * Returns the possible contents of the collection, in the list's scope, when its first chunk was
 * read.
 */
function* snapshotsOf(history: History, all: Exchange[]): Generator<Observation, Item[][]> {
  yield* requireSetup(history)
  yield* requireLists(history, ...all)
  const [first] = all
  if (!first?.about) return []
  const past = yield* stateHistoryOf(history, first.about.role)
  yield* requireOwnVersions(
    past,
    all.flatMap(chunk => ownItems(history, chunk)),
  )
  return statesOfMostRecentRead(past, first).map(({ state }: PossibleState) => [
    ...stateInScope(state, first).values(),
  ])
}

const hasToken = (chunk: Exchange): boolean => {
  const token = bodyValueAt(chunk, '/metadata/continue')
  return typeof token === 'string' && token !== ''
}

const isOneOf = (found: string[], wanted: string[][]): boolean =>
  wanted.some(one => JSON.stringify(one) === JSON.stringify(found))
