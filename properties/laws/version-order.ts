// Judges ordered versions: decimal integers that increase with every write of a type.

import type { Exchange, History } from '../history/history.ts'
import { itemsOf, isSuccess, resourceVersionOf } from '../history/history.ts'
import { unknownState, acknowledgedWrites } from '../history/collection-model.ts'
import { precondition, verify } from '../history/observation.ts'
import type { Observation } from '../history/observation.ts'
import { versionWritten } from '../history/write-order.ts'
import { requireLists } from './preconditions.ts'

const isDecimal = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9]\d*$/.test(value)

/**
 * The version of each write is greater than those of all writes of the type acknowledged before it
 * was sent.
 */
export function* versionsFollowTheWrites(history: History): Generator<Observation> {
  yield* precondition(history.context.ordered, 'versions of this target are opaque')
  const role = history.exchanges.find(({ about }) => about)?.about?.role ?? 'main'
  const writes = acknowledgedWrites(history, role)
  yield* precondition(writes !== unknownState, 'a write has no known outcome')
  if (writes === unknownState) return

  let greatest = '0'
  for (const write of writes) {
    const issued = versionWritten(write)
    // The answer to a removal has no new version.
    if (issued === undefined) continue
    yield verify(isDecimal(issued), {
      says: 'A resourceVersion is a decimal integer without leading zeros.',
      expected: 'decimal digits',
      got: issued,
      at: write.by,
    })
    if (!isDecimal(issued)) return
    yield verify(BigInt(issued) > BigInt(greatest), {
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
  yield* precondition(history.context.ordered, 'versions of this target are opaque')
  for (const list of history.exchanges) {
    if (!list.step.startsWith('list')) continue
    yield* requireLists(history, list)
    for (const { metadata } of itemsOf(list) ?? []) {
      const [whole, item] = [resourceVersionOf(list), metadata['resourceVersion']]
      yield* precondition(isDecimal(whole) && isDecimal(item), 'a version is not an integer')
      yield verify(BigInt(String(whole)) >= BigInt(String(item)), {
        says: "A list's resourceVersion is not less than that of any of its items.",
        expected: `at least ${String(item)}`,
        got: whole,
        at: list,
      })
    }
  }
}

/**
 * The version of a most recent list is not less than that of any list answered, or any write
 * acknowledged, before it was sent. This holds with other writers, too: versions only grow.
 */
export function* listVersionsNeverGoBack(history: History): Generator<Observation> {
  yield* precondition(history.context.ordered, 'versions of this target are opaque')
  for (const list of history.exchanges.filter(isList)) {
    yield* precondition(
      isNumber(resourceVersionOf(list)),
      `${list.step} has no version that is an integer`,
    )
    const before = history.exchanges.filter(
      one => one.about?.role === list.about?.role && one.answeredAt < list.sentAt,
    )
    for (const [what, earlier] of [
      ['an earlier list', newestOf(before.filter(isList))],
      ['an acknowledged write', newestOf(before.filter(one => !isList(one)))],
    ] as const) {
      if (earlier === undefined) continue
      yield verify(BigInt(String(resourceVersionOf(list))) >= earlier, {
        says: `The version of a list is not less than that of ${what}.`,
        expected: `at least ${earlier}`,
        got: resourceVersionOf(list),
        at: list,
      })
    }
  }
}

const isList = ({ request, about }: Exchange): boolean =>
  request.method === 'GET' && about?.name === undefined

const isNumber = (value: unknown): value is string =>
  typeof value === 'string' && /^\d+$/.test(value)

/** Returns the greatest version in the answers; undefined if they have none. */
function newestOf(exchanges: Exchange[]): bigint | undefined {
  const versions = exchanges.filter(isSuccess).map(resourceVersionOf).filter(isNumber).map(BigInt)
  return versions.reduce<bigint | undefined>(
    (most, one) => (most === undefined || one > most ? one : most),
    undefined,
  )
}
