// Schedules the steps of concurrent writes and of the counting of usage in every order: a quota is
// never exceeded, and in the end the usage is what is stored.

import fc from 'fast-check'
import { expect, it } from 'vitest'

import { type ApiObject, objectIn } from '../../api/object.ts'
import { type Resource, storeKeyOf, storePrefixOf } from '../../api/resource.ts'
import { Refusal } from '../../api/refusal.ts'
import { alreadyExists, notFound } from '../../api/status.ts'
import type { Store } from '../../api/store.ts'
import type { Parts } from '../../parts/parts.ts'
import { defaultParts } from '../../server/default-parts.ts'
import { newQuotas } from '../../server/new-quotas.ts'
import { runStartHooks } from '../../server/start-hooks.ts'
import { directCache } from '../../storage/watch-cache-direct.ts'
import { builtInResource } from '../admission-plugin.ts'

const limit = 2
const namespace = 'default'

type Step = { readonly act: 'create' | 'delete'; readonly name: string }

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('create', 'create', 'delete'),
  name: fc.constantFrom('a', 'b', 'c', 'd'),
})
const writers = (acts: fc.Arbitrary<Step>) =>
  fc.array(fc.array(acts, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 })

/** A server on a store whose operations the scheduler orders. */
function serverOn(base: Parts, scheduler: fc.Scheduler): Parts {
  const late = <T>(name: string, act: () => Promise<T>): Promise<T> =>
    scheduler.schedule(Promise.resolve(), name).then(act)
  const store: Store = {
    ...base.store,
    get: key => late(`get ${key}`, () => base.store.get(key)),
    range: range => late(`range ${range.prefix}`, () => base.store.range(range)),
    commit: write => late(`commit ${write.key}`, () => base.store.commit(write)),
  }
  const customTypes = { ...base.customTypes, whenLoaded: async () => {} }
  const watchCache = directCache(base.store)
  return { ...base, store, watchCache, customTypes, quotas: newQuotas() }
}

const typeOf = (kind: string, parts: Parts): Resource => builtInResource({ group: '', kind }, parts)

async function createObject(kind: string, name: string, fields: object, parts: Parts) {
  const resource = typeOf(kind, parts)
  const identity = { namespace, name, uid: parts.ids.uid(), now: parts.clock.now() }
  const body: ApiObject = { apiVersion: 'v1', kind, ...fields, metadata: { name, namespace } }
  const propose = (existing: ApiObject | undefined) => {
    if (existing) throw alreadyExists(resource, name, 'live')
    return parts.metadataRules.prepareForCreate(body, identity, resource)
  }
  const write = { operation: 'create', resource, namespace, name, isDryRun: false } as const
  await parts.verbs.performWrite({ ...write, propose }, parts)
}

const options = {
  uid: '',
  resourceVersion: '',
  isDryRun: false,
  isForced: false,
} as const

async function perform({ act, name }: Step, parts: Parts): Promise<void> {
  const place = { resource: typeOf('ConfigMap', parts), namespace, name }
  const done =
    act === 'create'
      ? createObject('ConfigMap', name, {}, parts)
      : parts.verbs.performWrite(parts.verbs.delete.write(place, options, parts), parts)
  await done.catch((error: unknown) => {
    if (!(error instanceof Refusal && [403, 404, 409].includes(error.code))) throw error
  })
}

/** Returns the number of stored objects, and the usage in the status of the quota. */
async function stateOf(base: Parts): Promise<{ stored: number; used: unknown }> {
  const { entries } = await base.store.range({
    prefix: storePrefixOf(typeOf('ConfigMap', base), namespace),
  })
  const quotas = typeOf('ResourceQuota', base)
  const entry = await base.store.get(storeKeyOf(quotas, { namespace, name: 'q' }))
  const status = entry && objectIn(base.stages.decodeStored(entry, quotas).status)
  return { stored: entries.length, used: objectIn(status?.used)['count/configmaps'] }
}

async function limitedParts(): Promise<Parts> {
  const base = defaultParts({ dialect: 'kubernetes' })
  await runStartHooks(base)
  const configMaps = typeOf('ConfigMap', base)
  const { entries } = await base.store.range({ prefix: storePrefixOf(configMaps, namespace) })
  const hard = { 'count/configmaps': String(limit + entries.length) }
  const used = { 'count/configmaps': String(entries.length) }
  await createObject('ResourceQuota', 'q', { spec: { hard } }, base)
  const place = { resource: typeOf('ResourceQuota', base), namespace, name: 'q' }
  const propose = (quota: ApiObject | undefined): ApiObject => {
    if (!quota) throw notFound(place.resource, 'q')
    return { ...quota, status: { hard, used } }
  }
  const write = { ...place, operation: 'update', isDryRun: false, propose } as const
  await base.verbs.performWrite(write, base)
  return base
}

it('is never exceeded while objects are created, deleted and counted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), writers(step), async (scheduler, plan) => {
      const base = await limitedParts()
      const { stored: before } = await stateOf(base)
      const parts = serverOn(base, scheduler)
      const controller = parts.quotas.startController(parts)
      const counts: number[] = []
      const write = async (steps: readonly Step[]) => {
        for (const one of steps) {
          await perform(one, parts)
          counts.push((await stateOf(base)).stored)
        }
      }
      try {
        await scheduler.waitFor(Promise.all(plan.map(write)))
        await scheduler.waitFor(controller.whenIdle())
        const { stored, used } = await stateOf(base)
        expect(Math.max(...counts) - before).toBeLessThanOrEqual(limit)
        expect(used).toBe(String(stored))
      } finally {
        controller.close()
      }
    }),
    { numRuns: 150 },
  )
})

it('is never exceeded by two servers that create objects in one store', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      writers(step.map(({ name }) => ({ act: 'create', name }))),
      async (scheduler, plan) => {
        const base = await limitedParts()
        const { stored: before } = await stateOf(base)
        const servers = [serverOn(base, scheduler), serverOn(base, scheduler)]
        for (const { quotas } of servers)
          quotas.ledger.put({ kind: '', apiVersion: '', metadata: { namespace, name: 'q' } })
        const write = async (steps: readonly Step[], index: number) => {
          for (const one of steps) await perform(one, servers[index % 2] ?? base)
        }
        await scheduler.waitFor(Promise.all(plan.map(write)))
        const { stored } = await stateOf(base)
        expect(stored - before).toBeLessThanOrEqual(limit)
      },
    ),
    { numRuns: 100 },
  )
})

it('counts a create whose name becomes free after the quotas were asked', async () => {
  const base = await limitedParts()
  await perform({ act: 'create', name: 'a' }, base)
  const key = storeKeyOf(typeOf('ConfigMap', base), { namespace, name: 'a' })
  let isFirst = true
  const store: Store = {
    ...base.store,
    get: async wanted => {
      const entry = await base.store.get(wanted)
      if (wanted === key && isFirst) {
        isFirst = false
        await perform({ act: 'delete', name: 'a' }, base)
      }
      return entry
    },
    commit: async write => {
      if (write.key === key) await controller.whenIdle()
      return base.store.commit(write)
    },
  }
  const watchCache = directCache(base.store)
  const customTypes = { ...base.customTypes, whenLoaded: async () => {} }
  const parts = { ...base, store, watchCache, customTypes, quotas: newQuotas() }
  const controller = parts.quotas.startController(parts)
  try {
    await controller.whenIdle()
    await perform({ act: 'create', name: 'a' }, parts)
    await controller.whenIdle()

    const { stored, used } = await stateOf(base)
    expect(isFirst).toBe(false)
    expect(used).toBe(String(stored))
  } finally {
    controller.close()
  }
})
