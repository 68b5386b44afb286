// Laws of chunked lists (L7): every chunk belongs to one snapshot.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answered,
  at,
  chunks,
  furnishedNames,
  itemsOf,
  keyOf,
  ownItems,
  read,
  refused,
  succeeded,
  version,
} from '../../history/history.ts'
import { inScope, stateTexts } from '../../history/model.ts'
import { momentsDuring, pastOf } from '../../history/moments.ts'
import type { Moment } from '../../history/moments.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { decided } from '../decisions.ts'
import { showsNextChunkOf } from '../list/lists.ts'
import { knownVersions, listed, prepared } from '../premises.ts'

/** PAGE-001: no chunk holds more than the limit. */
export function* chunksKeepTheLimit(history: History, label = 'page'): Generator<Observation> {
  for (const chunk of yield* severalChunks(history, label)) {
    const limit = Number(chunk.request.query['limit'])
    const count = itemsOf(chunk)?.length ?? 0
    yield holds(count <= limit, {
      says: 'A chunk holds at most `limit` items.',
      expected: `at most ${limit} items`,
      got: `${count} items`,
      at: chunk,
    })
  }
}

/** PAGE-002: a token stands exactly where items remain. */
export function* tokensStandWhereItemsRemain(
  history: History,
  label = 'page',
): Generator<Observation> {
  // A token that leads nowhere is what this law is to find: judge the chunks before it.
  const all = chunks(history, label)
  const broken = all.findIndex(chunk => !succeeded(chunk))
  const answeredOnes = broken < 0 ? all : all.slice(0, broken)
  const [snapshot] = yield* snapshotsOf(history, answeredOnes)
  if (!snapshot) return

  let remaining = snapshot.length + furnishedNames(history, answeredOnes[0] as Exchange).length
  for (const chunk of answeredOnes) {
    remaining -= itemsOf(chunk)?.length ?? 0
    yield holds(hasToken(chunk) === remaining > 0, {
      says: 'A chunk carries a continue token if and only if it leaves items behind.',
      expected:
        remaining > 0
          ? `a token, as ${remaining} items remain`
          : 'no token, as the list is complete',
      got: hasToken(chunk) ? 'a token' : 'no token',
      at: chunk,
    })
  }
}

/** PAGE-003: together the chunks hold each item of the collection once. */
export function* chunksHoldEachItemOnce(history: History, label = 'page'): Generator<Observation> {
  const all = yield* severalChunks(history, label)
  const snapshots = yield* snapshotsOf(history, all)
  const wanted = snapshots.map(items => items.map(keyOf).toSorted())
  const found = all.flatMap(chunk => ownItems(history, chunk)).map(keyOf)
  yield holds(isOneOf(found.toSorted(), wanted), {
    says: 'Together the chunks hold each item of the collection exactly once.',
    expected: wanted[0]?.map(name => name.replace(history.words.prefix, '')),
    got: found.map(name => name.replace(history.words.prefix, '')),
    at: all.at(-1) ?? label,
  })
}

/** PAGE-004: one version for all chunks. */
export function* pagesShareOneVersion(history: History, label = 'page'): Generator<Observation> {
  const [first, ...later] = yield* severalChunks(history, label)
  for (const chunk of later) {
    yield holds(first !== undefined && version(chunk) === version(first), {
      says: 'All chunks of one list share one resourceVersion.',
      expected: first && version(first),
      got: version(chunk),
      at: chunk,
    })
  }
}

/** PAGE-005: together the chunks are the collection as it was when the first was read. */
export function* pagesShareOneSnapshot(history: History, label = 'page'): Generator<Observation> {
  const all = yield* severalChunks(history, label)
  const snapshots = yield* snapshotsOf(history, all)
  const wanted = snapshots.map(items => stateTexts(history, items))
  const found = stateTexts(
    history,
    all.flatMap(chunk => ownItems(history, chunk)),
  )
  yield holds(isOneOf(found, wanted), {
    says: 'Together the chunks are the collection as it was when the first was read.',
    expected: wanted[0],
    got: found,
    at: all.at(-1) ?? label,
  })
}

/** PAGE-006: a token that is still good gives the rest of the list that gave it. */
export function* tokenWorks(history: History, first: string, next: string): Generator<Observation> {
  const exchange = at(history, next)
  const status = exchange.answer?.status ?? 503
  yield* given(status < 500 && status !== 429, `${next} answered ${answered(exchange)}`)
  yield holds(!refused(exchange), {
    says: 'A continue token works until its lifetime ends.',
    expected: 'the next chunk',
    got: answered(exchange),
    at: exchange,
  })
  yield* showsNextChunkOf(first)(history, exchange)
}

/** PAGE-007: a token that gives the rest of its list no longer is answered 410. */
export function* expiredTokenIsGone(
  history: History,
  first: string,
  next: string,
): Generator<Observation> {
  yield* listed(history, at(history, first))
  const late = yield* decided(history, next)
  if (succeeded(late)) {
    const found = [...showsNextChunkOf(first)(history, late)]
    yield* found.filter(({ kind }) => kind === 'unmet')
    const isOther = found.some(({ kind }) => kind === 'broken')
    yield* given(isOther, 'the token still gives the rest of its list: it has not expired')
  }
  yield holds(late.answer?.status === 410, {
    says: 'A list with an expired continue token is answered 410 Gone.',
    expected: '410',
    got: answered(late),
    at: late,
  })
}

/** PAGE-014: with a limit that all items fit in, the list says that it is complete. */
export function* isCompleteWithinLimit(history: History, label = 'page'): Generator<Observation> {
  const list = at(history, label)
  const [snapshot] = yield* snapshotsOf(history, [list])
  const limit = Number(list.request.query['limit'])
  yield* given(snapshot !== undefined && snapshot.length <= limit, 'the items do not fit')
  // With what the server itself keeps in the namespace they need not fit: other types are judged.
  if ((snapshot?.length ?? 0) + furnishedNames(history, list).length > limit) return
  yield holds(!hasToken(list), {
    says: 'A list within its limit is complete: it carries no continue token.',
    expected: 'no token',
    got: read(list, '/metadata/continue'),
    at: list,
  })
  yield holds(read(list, '/metadata/remainingItemCount') === undefined, {
    says: 'A list within its limit is complete: it carries no remaining count.',
    expected: 'no remainingItemCount',
    got: read(list, '/metadata/remainingItemCount'),
    at: list,
  })
}

/**
 * The chunks of a walk, all answered as lists. Across namespaces a walk may be stopped before its
 * end, where others have very many objects.
 */
export function* severalChunks(
  history: History,
  label: string,
): Generator<Observation, Exchange[]> {
  yield* prepared(history)
  const all = chunks(history, label)
  const broken = all.find(chunk => !succeeded(chunk))
  yield* given(!broken, `${broken?.step} answered ${broken && answered(broken)}`)
  yield* listed(history, ...all)
  const last = all.at(-1)
  yield* given(last !== undefined, `no chunk of ${label} was read`)
  const isStopped = last !== undefined && hasToken(last) && last.about?.namespace === undefined
  yield* given(!isStopped, 'the list is too long to be read to its end')
  return all
}

/** What the collection can have held, in the list's scope, when its first chunk was read. */
function* snapshotsOf(history: History, all: Exchange[]): Generator<Observation, Item[][]> {
  yield* prepared(history)
  yield* listed(history, ...all)
  const [first] = all
  if (!first?.about) return []
  const past = yield* pastOf(history, first.about.role)
  yield* knownVersions(
    past,
    all.flatMap(chunk => ownItems(history, chunk)),
  )
  return momentsDuring(past, first).map(({ state }: Moment) => [...inScope(state, first).values()])
}

const hasToken = (chunk: Exchange): boolean => {
  const token = read(chunk, '/metadata/continue')
  return typeof token === 'string' && token !== ''
}

const isOneOf = (found: string[], wanted: string[][]): boolean =>
  wanted.some(one => JSON.stringify(one) === JSON.stringify(found))
