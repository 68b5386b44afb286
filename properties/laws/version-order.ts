// The law of versions that may be ordered: decimal integers that grow with every write of a type.

import type { History } from '../history.ts'
import { itemsOf, version } from '../history.ts'
import { unknown, writesOf } from '../model.ts'
import { given, holds } from '../observation.ts'
import type { Observation } from '../observation.ts'
import { versionBy } from '../order.ts'
import { listed } from './premises.ts'

const isDecimal = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9]\d*$/.test(value)

/** Each write of a type gives a greater integer than all writes acknowledged before it was sent. */
export function* versionsFollowTheWrites(history: History): Generator<Observation> {
  yield* given(history.words.ordered, 'versions of this target are opaque')
  const role = history.exchanges.find(({ about }) => about)?.about?.role ?? 'main'
  const writes = writesOf(history, role)
  yield* given(writes !== unknown, 'a write has no known outcome')
  if (writes === unknown) return

  let greatest = '0'
  for (const write of writes) {
    const issued = versionBy(write)
    // A removal is answered with no version of its own.
    if (issued === undefined) continue
    yield holds(isDecimal(issued), {
      says: 'A resourceVersion is a decimal integer without leading zeros.',
      expected: 'decimal digits',
      got: issued,
      at: write.by,
    })
    if (!isDecimal(issued)) return
    yield holds(BigInt(issued) > BigInt(greatest), {
      says: 'The resourceVersions of one type grow with every write.',
      expected: `more than ${greatest}`,
      got: issued,
      at: write.by,
    })
    greatest = issued
  }
}

/** A list is not older than any of its items. */
export function* listsAreNotOlder(history: History): Generator<Observation> {
  yield* given(history.words.ordered, 'versions of this target are opaque')
  for (const list of history.exchanges) {
    if (!list.step.startsWith('list')) continue
    yield* listed(history, list)
    for (const { metadata } of itemsOf(list) ?? []) {
      const [whole, item] = [version(list), metadata['resourceVersion']]
      yield* given(isDecimal(whole) && isDecimal(item), 'a version is no integer')
      yield holds(BigInt(String(whole)) >= BigInt(String(item)), {
        says: "A list's resourceVersion is not less than that of any of its items.",
        expected: `at least ${String(item)}`,
        got: whole,
        at: list,
      })
    }
  }
}
