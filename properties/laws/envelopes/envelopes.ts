// Judges the envelope of collection answers.

import { apiVersionOf } from '../../../fixtures/objects/tested-types.ts'
import type { Exchange, History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  chunksOf,
  itemsOf,
  bodyValueAt,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireChunks, requireWholeSnapshot } from '../paging/pages.ts'
import { requireCreates, requireLists } from '../preconditions.ts'

/**
 * ENV-001, ENV-002: the kind of a collection is its item kind plus `List`, and its apiVersion is
 * that of the path.
 */
export function* listNamesItsKind(
  history: History,
  field: 'kind' | 'apiVersion',
  ...labels: string[]
): Generator<Observation> {
  for (const label of labels) {
    const list = exchangeAt(history, label)
    yield* precondition(
      isSuccess(list) && list.about !== undefined,
      `${label} returned ${answerSummary(list)}`,
    )
    if (!list.about) return
    const type = history.context.types[list.about.role]
    const wanted = field === 'kind' ? `${type.kind}List` : apiVersionOf(type)
    yield verify(bodyValueAt(list, `/${field}`) === wanted, {
      says: `A list has the ${field} of its type.`,
      expected: wanted,
      got: bodyValueAt(list, `/${field}`),
      at: list,
    })
  }
}

/**
 * ENV-003: a collection has the version at which it was read, so a changed collection has another
 * version.
 */
export function* listVersionFollowsWrites(
  history: History,
  before: string,
  after: string,
): Generator<Observation> {
  const [first, second] = [exchangeAt(history, before), exchangeAt(history, after)]
  yield* requireLists(history, first, second)
  for (const list of [first, second]) {
    yield verify(typeof resourceVersionOf(list) === 'string' && resourceVersionOf(list) !== '', {
      says: 'A list has a non-empty string as metadata.resourceVersion.',
      expected: 'a text',
      got: resourceVersionOf(list),
      at: list,
    })
  }
  yield* precondition(sizeOf(first) !== sizeOf(second), 'the second list does not show the write')
  yield verify(resourceVersionOf(first) !== resourceVersionOf(second), {
    says: 'Lists with different content have different resourceVersions.',
    expected: `a version other than ${String(resourceVersionOf(first))}`,
    got: resourceVersionOf(second),
    at: second,
  })
}

/**
 * ENV-004, ENV-007: a complete list lacks this field: both a list without a limit, and the last
 * chunk of a paged list of the same collection.
 */
export function* completeListHasNo(
  history: History,
  field: 'continue' | 'remainingItemCount',
  labels: { complete: string; paged: string },
): Generator<Observation> {
  const complete = exchangeAt(history, labels.complete)
  const last = yield* lastChunk(history, labels.paged, sizeOf(complete))
  for (const list of [complete, last]) {
    const value = bodyValueAt(list, `/metadata/${field}`)
    const isBare = value === undefined || value === null || (field === 'continue' && value === '')
    yield verify(isBare, {
      says: `A complete list has no metadata.${field}.`,
      expected: `no metadata.${field}`,
      got: value,
      at: list,
    })
  }
}

/** Returns the chunk with which a paged list has returned as many items as the collection has. */
function* lastChunk(
  history: History,
  paged: string,
  total: number,
): Generator<Observation, Exchange> {
  let brought = 0
  for (const chunk of chunksOf(history, paged)) {
    yield* requireLists(history, chunk)
    brought += sizeOf(chunk)
    if (brought === total) return chunk
  }
  yield* precondition(
    false,
    `the chunks have ${brought} items in total, the list without a limit ${total}`,
  )
  return exchangeAt(history, paged)
}

/** ENV-005: an incomplete list has a token to continue. `complete` is the whole list. */
export function* incompleteListHasToken(
  history: History,
  complete: string,
  limited: string,
): Generator<Observation> {
  const list = exchangeAt(history, limited)
  yield* isIncomplete(history, complete, list)
  const token = bodyValueAt(list, '/metadata/continue')
  yield verify(typeof token === 'string' && token !== '', {
    says: 'A list with remaining items has metadata.continue.',
    expected: 'a text',
    got: token,
    at: list,
  })
}

/**
 * ENV-006: each chunk except the last counts the items after it. The later chunks show how many
 * these are, unless a token skips or repeats items.
 */
export function* remainingIsCounted(history: History, label = 'page'): Generator<Observation> {
  const all = yield* requireChunks(history, label)
  yield* requireWholeSnapshot(history, all)
  const sizes = all.map(sizeOf)
  for (const [index, chunk] of all.slice(0, -1).entries()) {
    const wanted = sizes.slice(index + 1).reduce((sum, size) => sum + size, 0)
    yield verify(bodyValueAt(chunk, '/metadata/remainingItemCount') === wanted, {
      says: 'remainingItemCount is the number of items after the chunk.',
      expected: wanted,
      got: bodyValueAt(chunk, '/metadata/remainingItemCount'),
      at: chunk,
    })
  }
}

/**
 * ENV-008, ENV-009: an incomplete list with a selector does not count the remaining items. `all` is
 * the list without selector, `selected` the one with it, `limited` its first chunk.
 */
export function* selectedListIsNotCounted(
  history: History,
  labels: { all: string; selected: string; limited: string },
): Generator<Observation> {
  const [all, selected] = [exchangeAt(history, labels.all), exchangeAt(history, labels.selected)]
  yield* requireLists(history, all, selected)
  const isSelected = sizeOf(selected) > 0 && sizeOf(selected) < sizeOf(all)
  yield* precondition(isSelected, 'the target does not select by this parameter')
  const limited = exchangeAt(history, labels.limited)
  yield* isIncomplete(history, labels.selected, limited)
  const count = bodyValueAt(limited, '/metadata/remainingItemCount')
  yield verify(count === undefined || count === null, {
    says: 'An incomplete list with a selector has no remainingItemCount.',
    expected: 'no metadata.remainingItemCount',
    got: count,
    at: limited,
  })
}

function* isIncomplete(
  history: History,
  complete: string,
  limited: Exchange,
): Generator<Observation> {
  yield* requireLists(history, exchangeAt(history, complete), limited)
  const isLess = sizeOf(limited) < sizeOf(exchangeAt(history, complete))
  yield* precondition(isLess, 'the limited list is complete')
}

const sizeOf = (list: Exchange): number => itemsOf(list)?.length ?? 0

/** ENV-010: items are objects of the listed kind. They have this kind or none, and a name. */
export function* itemsAreOfOneKind(history: History, ...labels: string[]): Generator<Observation> {
  for (const label of labels) {
    const list = exchangeAt(history, label)
    yield* precondition(
      isSuccess(list) && list.about !== undefined,
      `${label} returned ${answerSummary(list)}`,
    )
    const items = bodyValueAt(list, '/items')
    yield verify(Array.isArray(items), {
      says: 'The items of a list are an array.',
      expected: 'an array',
      got: typeof items,
      at: list,
    })
    for (const item of Array.isArray(items) ? items : []) yield isOfListedKind(history, list, item)
  }
}

function isOfListedKind(history: History, list: Exchange, item: unknown): Observation {
  const type = list.about && history.context.types[list.about.role]
  const words: [pointer: string, value: string | undefined][] = [
    ['/kind', type?.kind],
    ['/apiVersion', type && apiVersionOf(type)],
  ]
  const strange = words.find(([pointer, value]) => {
    const got = valueAt(item, pointer)
    return got !== undefined && got !== '' && got !== value
  })
  const name = valueAt(item, '/metadata/name')
  return verify(strange === undefined && typeof name === 'string' && name !== '', {
    says: 'The items of a list are objects of its kind.',
    expected: strange?.[1] ?? 'an object with metadata.name',
    got: strange ? valueAt(item, strange[0]) : item,
    at: list,
  })
}

/** ENV-012: no collection has kind `List`, in any form. */
export function* kindIsNeverPlainList(history: History): Generator<Observation> {
  yield* requireCreates(history)
  const lists = history.exchanges.filter(({ request, about }) => request.method === 'GET' && about)
  for (const list of lists) {
    yield* precondition(isSuccess(list), `${list.step} returned ${answerSummary(list)}`)
    const kind = bodyValueAt(list, '/kind') ?? /^kind: *(\S+)/m.exec(list.answer?.text ?? '')?.[1]
    yield* precondition(typeof kind === 'string', `${list.step} shows no kind`)
    yield verify(kind !== 'List', {
      says: 'No list has the kind List.',
      expected: 'the kind of the items plus List',
      got: kind,
      at: list,
    })
  }
}
