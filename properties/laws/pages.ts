// Laws of chunked lists (L7): every chunk belongs to one snapshot.

import type { Exchange, History } from '../history.ts'
import { answered, chunks, itemsOf, keyOf, ownItems, read, succeeded, version } from '../history.ts'
import { inScope, stateBefore, unknown } from '../model.ts'
import { given, holds } from '../observation.ts'
import type { Observation } from '../observation.ts'
import { listed } from './premises.ts'

/** The chunks of a walk, all answered as lists and more than one of them. */
export function* severalChunks(history: History, label: string): Generator<Observation, Exchange[]> {
  const all = chunks(history, label)
  const broken = all.find(chunk => !succeeded(chunk))
  yield* given(!broken, `${broken?.step} answered ${broken && answered(broken)}`)
  yield* listed(history, ...all)
  return all
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

/** PAGE-005, PAGE-003: together the chunks are the collection as it was when the first was read. */
export function* pagesShareOneSnapshot(history: History, label = 'page'): Generator<Observation> {
  const all = yield* severalChunks(history, label)
  const [first] = all
  if (!first?.about) return
  const state = stateBefore(history, first.about.role, first)
  yield* given(state !== unknown, 'a write before the list has no known outcome')
  if (state === unknown) return

  const wanted = [...inScope(state, first)].map(([key, item]) => `${key} at ${String(item.metadata['resourceVersion'])}`).sort()
  const found = all.flatMap(chunk => ownItems(history, chunk)).map(item => `${keyOf(item)} at ${String(item.metadata['resourceVersion'])}`).sort()
  yield holds(JSON.stringify(wanted) === JSON.stringify(found), {
    says: 'Together the chunks are the collection as it was when the first was read.',
    expected: wanted,
    got: found,
    at: all.at(-1) ?? first,
  })
}

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
export function* tokensStandWhereItemsRemain(history: History, label = 'page'): Generator<Observation> {
  const all = yield* severalChunks(history, label)
  const [first] = all
  if (!first?.about) return
  const state = stateBefore(history, first.about.role, first)
  yield* given(state !== unknown, 'a write before the list has no known outcome')
  if (state === unknown) return

  let remaining = inScope(state, first).size
  for (const chunk of all) {
    remaining -= itemsOf(chunk)?.length ?? 0
    const token = read(chunk, '/metadata/continue')
    const given = typeof token === 'string' && token !== ''
    yield holds(given === remaining > 0, {
      says: 'A chunk carries a continue token if and only if it leaves items behind.',
      expected: remaining > 0 ? `a token, as ${remaining} items remain` : 'no token, as the list is complete',
      got: given ? 'a token' : 'no token',
      at: chunk,
    })
  }
}
