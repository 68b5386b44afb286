// Counts what the objects of namespaces with quotas use: when a quota is created or changed, when
// objects are deleted, and when a charged write was not stored. Otherwise writes are added to the
// usage as they are admitted.

import { setImmediate } from 'node:timers/promises'

import { type ApiObject, objectIn } from '../api/object.ts'
import { logFailure } from '../api/log-failure.ts'
import { isSameJson } from '../api/same-json.ts'
import { type Resource, resourceOfKey, storePrefixOf } from '../api/resource.ts'
import { notFound } from '../api/status.ts'
import { Compacted, type Revision, type StoreChange, type StoredEntry } from '../api/store.ts'
import { amountsIn, amountTexts, isSameAmounts, onlyAmounts } from '../lib/amounts.ts'
import { withControllerManagedFields } from '../parts/controller-managed-fields.ts'
import { followObjects } from '../parts/follow-objects.ts'
import type { Controller, Parts } from '../parts/parts.ts'
import { servedTypes } from '../parts/served-types.ts'
import { ignoreNotFound } from './ignore-not-found.ts'

const retryMs = 500

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
    const usage = await parts.quotas.countUsage(quota, hard, parts)
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
