// Counts what the stored objects of a namespace use, and those that are about to be stored.

import { setImmediate } from 'node:timers/promises'

import type { ApiObject } from '../api/object.ts'
import { asStored, type Resource, storePrefixOf } from '../api/resource.ts'
import type { Key } from '../api/store.ts'
import { type Amounts, countOf, largestAmounts, productOf, sumOfAmounts } from '../lib/amounts.ts'
import type { Parts } from '../parts/parts.ts'
import type { QuotaCounter } from '../parts/quota-parts.ts'
import { servedTypes } from '../parts/served-types.ts'

const objectsAtOnce = 500

/** Returns the usage of the names of a quota, which is 0 if no object uses them. */
export async function countUsage(quota: ApiObject, hard: Amounts, parts: Parts): Promise<Amounts> {
  let usage: Amounts = new Map()
  for (const type of servedTypes(parts)) {
    if (!type.isNamespaced || type.view) continue
    const counter = parts.quotas.counterOf(type, parts.dialect.apiDomain)
    if (!counter) continue
    const names = [...hard.keys()].filter(counter.tracks)
    if (names.length === 0) continue
    const none = new Map(names.map(name => [name, countOf(0)]))
    const found = await usageOfType(quota, { type: asStored(type), counter }, parts)
    usage = sumOfAmounts(usage, sumOfAmounts(none, found))
  }
  return usage
}

type Counted = { readonly type: Resource; readonly counter: QuotaCounter }

/** Counts the stored objects of a type, and those that have been charged and may be stored. */
async function usageOfType(
  quota: ApiObject,
  { type, counter }: Counted,
  parts: Parts,
): Promise<Amounts> {
  const { namespace = '' } = quota.metadata
  const prefix = storePrefixOf(type, namespace)
  const now = parts.clock.now()
  const usageIn = (object: ApiObject): Amounts =>
    parts.quotas.isInScopes(object, quota, counter) ? counter.usageOf(object, now) : new Map()
  const charged = new Map(
    parts.quotas.ledger
      .noted(namespace)
      .filter(({ key }) => key.startsWith(prefix))
      .map(({ key, object }) => [key, usageIn(object)] as const),
  )
  if (counter.usageOfEach) {
    // Scopes do not depend on the content of such objects either.
    if (!parts.quotas.isInScopes(quota, quota, counter)) return new Map()
    const count = await countStored(prefix, [...charged.keys()], parts)
    return productOf(counter.usageOfEach, count)
  }
  let usage: Amounts = new Map()
  let page = await parts.store.range({ prefix, limit: objectsAtOnce })
  for (;;) {
    for (const entry of page.entries) {
      const own = usageIn(parts.stages.decodeStored(entry, type))
      const known = charged.get(entry.key)
      charged.delete(entry.key)
      usage = sumOfAmounts(usage, known ? largestAmounts(own, known) : own)
    }
    const after = page.entries.at(-1)?.key
    if (page.remaining === 0 || after === undefined) break
    await setImmediate()
    page = await parts.store.range({ prefix, limit: objectsAtOnce, revision: page.revision, after })
  }
  return [...charged.values()].reduce(sumOfAmounts, usage)
}

/**
 * Counts the stored objects with a prefix, and others that are not stored yet, at one revision:
 * each counts once.
 */
async function countStored(prefix: string, others: readonly Key[], parts: Parts): Promise<number> {
  const { entries, remaining, revision } = await parts.store.range({ prefix, limit: 1 })
  let count = entries.length + remaining
  for (const key of others) {
    const { entries: found } = await parts.store.range({ prefix: key, limit: 1, revision })
    if (found[0]?.key !== key) count += 1
  }
  return count
}
