// Laws of the envelope that a collection is answered in.

import { apiVersionOf } from '../../../fixtures/objects/probe-types.ts'
import type { Exchange, History } from '../../history/history.ts'
import { answered, at, chunks, itemsOf, read, succeeded, version } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { severalChunks } from '../paging/pages.ts'
import { created, listed } from '../premises.ts'

/** ENV-001, ENV-002: a collection is of its item kind plus `List`, and of its path's version. */
export function* namesItsKind(
  history: History,
  field: 'kind' | 'apiVersion',
  ...labels: string[]
): Generator<Observation> {
  for (const label of labels) {
    const list = at(history, label)
    yield* given(succeeded(list) && list.about !== undefined, `${label} answered ${answered(list)}`)
    if (!list.about) return
    const type = history.words.types[list.about.role]
    const wanted = field === 'kind' ? `${type.kind}List` : apiVersionOf(type)
    yield holds(read(list, `/${field}`) === wanted, {
      says: `A collection carries the ${field} of its type.`,
      expected: wanted,
      got: read(list, `/${field}`),
      at: list,
    })
  }
}

/** ENV-003: a collection carries the version it was built at, so a changed one carries another. */
export function* versionFollowsWrites(
  history: History,
  before: string,
  after: string,
): Generator<Observation> {
  const [first, second] = [at(history, before), at(history, after)]
  yield* listed(history, first, second)
  for (const list of [first, second]) {
    yield holds(typeof version(list) === 'string' && version(list) !== '', {
      says: 'A collection has a non-empty text as metadata.resourceVersion.',
      expected: 'a text',
      got: version(list),
      at: list,
    })
  }
  yield* given(sizeOf(first) !== sizeOf(second), 'the second list does not show the write')
  yield holds(version(first) !== version(second), {
    says: 'Collections that differ were built at different versions.',
    expected: `a version other than ${String(version(first))}`,
    got: version(second),
    at: second,
  })
}

/**
 * ENV-004, ENV-007: what a complete list does not carry: one without a limit, and the chunk of a
 * walk over the same collection that brings its last items.
 */
export function* isBareWhenComplete(
  history: History,
  field: 'continue' | 'remainingItemCount',
  labels: { complete: string; walked: string },
): Generator<Observation> {
  const complete = at(history, labels.complete)
  const last = yield* lastChunk(history, labels.walked, sizeOf(complete))
  for (const list of [complete, last]) {
    const value = read(list, `/metadata/${field}`)
    const isBare = value === undefined || value === null || (field === 'continue' && value === '')
    yield holds(isBare, {
      says: `A complete list carries no metadata.${field}.`,
      expected: `no metadata.${field}`,
      got: value,
      at: list,
    })
  }
}

/** The chunk with which a walk has brought as many items as the collection holds. */
function* lastChunk(
  history: History,
  walked: string,
  total: number,
): Generator<Observation, Exchange> {
  let brought = 0
  for (const chunk of chunks(history, walked)) {
    yield* listed(history, chunk)
    brought += sizeOf(chunk)
    if (brought === total) return chunk
  }
  yield* given(false, `the walk brings ${brought} items, the list without a limit ${total}`)
  return at(history, walked)
}

/** ENV-005: a list that leaves items behind says how to go on. `complete` is the whole list. */
export function* continuesWhenIncomplete(
  history: History,
  complete: string,
  limited: string,
): Generator<Observation> {
  const list = at(history, limited)
  yield* isIncomplete(history, complete, list)
  const token = read(list, '/metadata/continue')
  yield holds(typeof token === 'string' && token !== '', {
    says: 'A list that leaves items behind carries metadata.continue.',
    expected: 'a text',
    got: token,
    at: list,
  })
}

/** ENV-006: each chunk but the last counts the items after it. */
export function* remainingIsCounted(history: History, label = 'page'): Generator<Observation> {
  const all = yield* severalChunks(history, label)
  const sizes = all.map(sizeOf)
  for (const [index, chunk] of all.slice(0, -1).entries()) {
    const wanted = sizes.slice(index + 1).reduce((sum, size) => sum + size, 0)
    yield holds(read(chunk, '/metadata/remainingItemCount') === wanted, {
      says: 'remainingItemCount is the number of items after the chunk.',
      expected: wanted,
      got: read(chunk, '/metadata/remainingItemCount'),
      at: chunk,
    })
  }
}

/**
 * ENV-008, ENV-009: an incomplete list under a selector does not count what remains.
 * `all` is the list without selector, `selected` the one with it, `limited` its first chunk.
 */
export function* selectedIsNotCounted(
  history: History,
  labels: { all: string; selected: string; limited: string },
): Generator<Observation> {
  const [all, selected] = [at(history, labels.all), at(history, labels.selected)]
  yield* listed(history, all, selected)
  const isSelected = sizeOf(selected) > 0 && sizeOf(selected) < sizeOf(all)
  yield* given(isSelected, 'the target does not select by this parameter')
  const limited = at(history, labels.limited)
  yield* isIncomplete(history, labels.selected, limited)
  const count = read(limited, '/metadata/remainingItemCount')
  yield holds(count === undefined || count === null, {
    says: 'An incomplete list under a selector has no remainingItemCount.',
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
  yield* listed(history, at(history, complete), limited)
  const isLess = sizeOf(limited) < sizeOf(at(history, complete))
  yield* given(isLess, 'the limited list leaves no items behind')
}

const sizeOf = (list: Exchange): number => itemsOf(list)?.length ?? 0

/** ENV-010: items are objects of the listed kind: they say so or leave it out, and have a name. */
export function* itemsAreOfOneKind(history: History, ...labels: string[]): Generator<Observation> {
  for (const label of labels) {
    const list = at(history, label)
    yield* given(succeeded(list) && list.about !== undefined, `${label} answered ${answered(list)}`)
    const items = read(list, '/items')
    yield holds(Array.isArray(items), {
      says: 'items of a collection is an array.',
      expected: 'an array',
      got: typeof items,
      at: list,
    })
    for (const item of Array.isArray(items) ? items : []) yield isOfListedKind(history, list, item)
  }
}

function isOfListedKind(history: History, list: Exchange, item: unknown): Observation {
  const type = list.about && history.words.types[list.about.role]
  const words: [pointer: string, value: string | undefined][] = [
    ['/kind', type?.kind],
    ['/apiVersion', type && apiVersionOf(type)],
  ]
  const strange = words.find(([pointer, value]) => {
    const got = valueAt(item, pointer)
    return got !== undefined && got !== '' && got !== value
  })
  const name = valueAt(item, '/metadata/name')
  return holds(strange === undefined && typeof name === 'string' && name !== '', {
    says: 'The items of a collection are objects of its kind.',
    expected: strange?.[1] ?? 'an object with metadata.name',
    got: strange ? valueAt(item, strange[0]) : item,
    at: list,
  })
}

/** ENV-012: no collection is of kind `List`, in whatever form it is asked for. */
export function* neverJustList(history: History): Generator<Observation> {
  yield* created(history)
  const lists = history.exchanges.filter(({ request, about }) => request.method === 'GET' && about)
  for (const list of lists) {
    yield* given(succeeded(list), `${list.step} answered ${answered(list)}`)
    const kind = read(list, '/kind') ?? /^kind: *(\S+)/m.exec(list.answer?.text ?? '')?.[1]
    yield* given(typeof kind === 'string', `${list.step} shows no kind`)
    yield holds(kind !== 'List', {
      says: 'No collection is of the kind List.',
      expected: 'the kind of the items plus List',
      got: kind,
      at: list,
    })
  }
}
