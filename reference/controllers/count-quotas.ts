// Counts what the objects of namespaces with quotas use: when a quota is created or changed, when
// objects are deleted, and when a charged write was not stored. Otherwise writes are added to the
// usage as they are admitted.

import { setImmediate } from 'node:timers/promises'

import { type ApiObject, objectIn } from '../api/object.ts'
import { logFailure } from '../api/log-failure.ts'
import { isSameJson } from '../api/same-json.ts'
import { asStored, type Resource, resourceOfKey, storePrefixOf } from '../api/resource.ts'
import { notFound } from '../api/status.ts'
import {
  Compacted,
  type Key,
  type Revision,
  type StoreChange,
  type StoredEntry,
} from '../api/store.ts'
import {
  type Amounts,
  amountsIn,
  amountTexts,
  countOf,
  isSameAmounts,
  largestAmounts,
  onlyAmounts,
  productOf,
  sumOfAmounts,
} from '../lib/amounts.ts'
import { withControllerManagedFields } from '../parts/controller-managed-fields.ts'
import { followObjects } from '../parts/follow-objects.ts'
import type { Controller, Parts } from '../parts/parts.ts'
import type { QuotaCounter } from '../parts/quota-parts.ts'
import { servedTypes } from '../parts/served-types.ts'
import { ignoreNotFound } from './ignore-not-found.ts'

const retryMs = 500
const objectsAtOnce = 500

/** Starts the controller for the store of a server. */
export function startQuotaCounting(parts: Parts): Controller {
  const { ledger } = parts.quotas
  const resource = parts.builtInResources.find(
    ({ group, kind }) => group === '' && kind === 'ResourceQuota',
  )
  if (!resource) return { whenIdle: async () => {}, close: () => {} }
  const closing = new AbortController()
  const due = new Set<string>()
  /** The `spec` of each quota for which it was counted last. */
  const counted = new Map<string, unknown>()
  let work: Promise<void> | undefined
  let begin: () => void = () => {}
  const begun = new Promise<void>(resolve => (begin = resolve))
  let isFollowing = false
  let position = -1n
  let waiting: (() => void)[] = []
  const wake = () => {
    const woken = waiting
    waiting = []
    for (const one of woken) one()
  }
  const passTo = (revision: Revision) => {
    position = BigInt(revision)
    wake()
  }

  const plan = (namespace: string) => {
    due.add(namespace)
    if (isFollowing) work ??= countDue().finally(() => (work = undefined))
  }

  async function countDue(): Promise<void> {
    for (const namespace of due) {
      if (closing.signal.aborted) return
      due.delete(namespace)
      await ledger
        .inTurn(namespace, () => countNamespace(namespace, quotaType, parts))
        .catch((error: unknown) => {
          if (error instanceof Outdated) return void due.add(namespace)
          report(error)
          parts.clock.after(retryMs, () => plan(namespace))
        })
      await setImmediate()
    }
  }

  const quotaType = resource
  const report = (error: unknown) => {
    if (!closing.signal.aborted) logFailure('counting the usage of quotas', error)
  }

  function observe({ type, entry, previous }: StoreChange): void {
    const [, , namespace = ''] = entry.key.split('/')
    const isRelevant = previous && ledger.hasQuotas(namespace)
    if (isRelevant && (type === 'remove' || mayFree(previous, entry, parts))) plan(namespace)
    passTo(entry.revision)
  }

  /** Follows all changes from the first quota on. */
  async function follow(): Promise<void> {
    const { revision } = await parts.watchCache.range({ prefix: '', limit: 1 })
    isFollowing = true
    passTo(revision)
    for (const place of counted.keys()) plan(place.split('/')[0] ?? '')
    const changes = parts.watchCache.watch('', revision, closing.signal, passTo)
    for await (const change of changes) observe(change)
  }

  async function run(): Promise<void> {
    await begun
    await parts.customTypes.whenLoaded()
    while (!closing.signal.aborted) {
      await follow().catch((error: unknown) => {
        if (!(error instanceof Compacted)) report(error)
      })
      if (closing.signal.aborted) return
      await new Promise<void>(resolve => parts.clock.after(retryMs, resolve))
    }
  }

  ledger.onRecount(plan)
  const quotas = followObjects(
    {
      resource,
      put: quota => {
        const { namespace = '', name = '' } = quota.metadata
        const place = `${namespace}/${name}`
        ledger.put(quota)
        begin()
        if (isSameJson(counted.get(place), quota.spec)) return
        counted.set(place, quota.spec)
        plan(namespace)
      },
      remove: place => {
        counted.delete(`${place.namespace}/${place.name}`)
        ledger.remove(place)
      },
    },
    parts,
  )
  ledger.loading = quotas.whenLoaded().then(() => void (ledger.loading = undefined))
  void run()
  return {
    whenIdle: async () => {
      for (;;) {
        await quotas.whenIdle()
        if (closing.signal.aborted || counted.size === 0) return
        const next = new Promise<void>(resolve => waiting.push(resolve))
        const newest = BigInt(await parts.store.revision())
        if (isFollowing && position >= newest && due.size === 0 && !work) return
        await (work ?? next)
      }
    },
    close: () => {
      closing.abort()
      begin()
      wake()
      quotas.close()
    },
  }
}

/** The quota has changed while its usage was counted. */
class Outdated extends Error {
  override name = 'Outdated'
}

/** Whether an update may have freed what its object used. */
function mayFree(before: StoredEntry, after: StoredEntry, parts: Parts): boolean {
  const [group = '', plural = ''] = after.key.split('/')
  const counter = parts.quotas.counterOf({ group, resource: plural }, parts.dialect.apiDomain)
  if (!counter || counter.usageOfEach) return false
  const type = resourceOfKey(after.key, servedTypes(parts))
  try {
    const [old, object] = [before, after].map(entry => parts.stages.decodeStored(entry, type))
    return !!old && !!object && counter.mayFree(object, old)
  } catch {
    // An object that cannot be read may have been counted.
    return true
  }
}

/** Counts what the objects of a namespace use, for each of its quotas. @throws Outdated */
async function countNamespace(namespace: string, quotas: Resource, parts: Parts): Promise<void> {
  const { entries } = await parts.store.range({ prefix: storePrefixOf(quotas, namespace) })
  for (const entry of entries) {
    const quota = parts.stages.decodeStored(entry, quotas)
    const hard = amountsIn(objectIn(objectIn(quota.spec).hard))
    const known = amountsIn(objectIn(objectIn(quota.status).used))
    const usage = await usageFor(quota, hard, parts)
    const used = onlyAmounts(new Map([...known, ...usage]), name => hard.has(name))
    const { hard: limits } = objectIn(quota.status)
    const isCurrent = isSameAmounts(amountsIn(objectIn(limits)), hard)
    if (isCurrent && isSameAmounts(used, known)) continue
    await ignoreNotFound(
      storeStatus(quota, { hard: amountTexts(hard), used: amountTexts(used) }, quotas, parts),
    )
  }
}

async function storeStatus(
  quota: ApiObject,
  status: object,
  quotas: Resource,
  parts: Parts,
): Promise<void> {
  const { namespace = '', name = '', resourceVersion } = quota.metadata
  const propose = (current: ApiObject | undefined): ApiObject => {
    if (!current) throw notFound(quotas, name)
    // Another server has charged a write, or the limits are others.
    if (current.metadata.resourceVersion !== resourceVersion) throw new Outdated()
    const next = { ...current, status }
    const by = { resource: quotas, current, subresource: 'status' }
    return withControllerManagedFields(next, by, parts)
  }
  const write = { operation: 'update', resource: quotas, namespace, name, isDryRun: false } as const
  await parts.verbs.performWrite({ ...write, propose }, parts)
}

/** Returns the usage of the names of a quota, which is 0 if no object uses them. */
async function usageFor(quota: ApiObject, hard: Amounts, parts: Parts): Promise<Amounts> {
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
 * Counts the stored objects with a prefix, and others that are not stored yet, at one revision: each
 * counts once.
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
