import { startAuthenticators } from '../auth/jwt/configured-authentication.ts'
import type { Clock } from '../api/clock.ts'
import type { Controller, Parts } from '../parts/parts.ts'
import { storeKeyOf } from '../api/resource.ts'
import { servedTypes } from '../parts/served-types.ts'
import { requestListeners } from '../http/request-listeners.ts'
import { defaultParts } from './default-parts.ts'
import type { Key } from '../api/store.ts'
import { startRoleAggregation } from '../controllers/aggregate-roles.ts'
import { followRoles } from '../controllers/follow-roles.ts'
import { followFiles } from './follow-files.ts'
import { listenTo } from '../http/listen.ts'
import { type ShutdownControl, shutdownControlOf } from './shutdown.ts'
import { runStartHooks } from './start-hooks.ts'

/** A running server. */
export type ReferenceServer = {
  readonly url: string
  readonly clock: Pick<Clock, 'now' | 'advance'>
  /** Compacts every snapshot but the newest, as time would. */
  compact(): Promise<void>
  /** Makes the stored object at a path unreadable, for tests. */
  corrupt(path: string): void
  /** Returns the bytes that are stored of the object at a path, for tests. */
  storedBytes(path: string): Promise<Buffer | undefined>
  /** Makes the health check of the storage fail, or pass again, for tests. */
  failHealthCheck(isFailing: boolean): void
  /** Resolves when the background tasks are idle. */
  settled(): Promise<void>
  readonly parts: Parts
} & ShutdownControl

/** Starts a server, which is ready when this resolves. @throws when it cannot start */
export async function startReference(parts: Parts = defaultParts()): Promise<ReferenceServer> {
  const { started, ...reference } = await openReference(parts)
  await started
  return reference
}

/**
 * Opens a server that listens but may not have finished its start; `started` resolves when it has.
 * If `started` rejects, the server is closed. @throws when it cannot listen
 */
export async function openReference(
  parts: Parts,
): Promise<ReferenceServer & { started: Promise<void> }> {
  startAuthenticators(parts)
  await openSinks(parts)
  const listening = await listenTo(requestListeners(parts), parts)
  parts.encryption.start()
  const roles = followRoles(parts)
  // Most servers run none, and do not load them.
  const optional = parts.optionalControllers
    ? (
        await import('../controllers/managed/start-optional-controllers.ts')
      ).startOptionalControllers(parts.optionalControllers, parts)
    : []
  // Those that write objects come first.
  const controllers = together([
    parts.startGarbageCollector(parts),
    parts.customTypes.startController(parts),
    startRoleAggregation(parts),
    parts.quotas.startController(parts),
    roles,
    parts.webhooks.registry.startController(parts),
    parts.policies.registry.startController(parts),
    followFiles(parts),
    ...optional,
  ])
  const ending = shutdownControlOf({ listening, controllers, parts })
  const started = startedOf(parts, roles).catch(async (cause: unknown) => {
    await ending.close()
    throw cause
  })
  return {
    url: listening.url,
    clock: parts.clock,
    compact: async () => parts.store.compact(await parts.store.revision()),
    corrupt: path => parts.corruptForTest(keyAt(path, parts)),
    storedBytes: async path => parts.storedForTest(keyAt(path, parts)),
    failHealthCheck: isFailing => {
      if (isFailing) parts.failingHealthChecks.add(parts.dialect.storageCheck)
      else parts.failingHealthChecks.delete(parts.dialect.storageCheck)
    },
    settled: controllers.whenIdle,
    ...ending,
    parts,
    started,
  }
}

async function startedOf(
  parts: Parts,
  roles: { readonly whenLoaded: () => Promise<unknown> },
): Promise<void> {
  await runStartHooks(parts)
  await parts.customTypes.whenLoaded()
  await roles.whenLoaded()
}

/** @throws Error if a sink of the audit cannot be used */
async function openSinks(parts: Parts): Promise<void> {
  const { audit, auditRules, clock, dialect, dialOf, ids, log } = parts
  const dial = dialOf('controlplane')
  const listOf = (events: readonly string[]) => auditRules.listOf(events, dialect.apiDomain)
  for (const sink of audit?.sinks ?? [])
    await sink.open({ clock, random: ids.random, log, listOf, dial })
}

/** Joins controllers. The writes of one may be work for any other. */
const together = (controllers: readonly Controller[]): Controller => ({
  whenIdle: async () => {
    for (const { whenIdle } of [...controllers, ...controllers]) await whenIdle()
  },
  close: () => {
    for (const { close } of controllers) close()
  },
})

/** @throws Error when the path cannot be that of an object */
function keyAt(path: string, parts: Parts): Key {
  const query = new URLSearchParams()
  const { signal } = new AbortController()
  const client = { hasLeft: false, signal, onLeft: () => {} }
  const body = async () => Buffer.of()
  const http = { method: 'GET', path, query, headers: {}, rawHeaders: [], body, client }
  const info = parts.stages.parseRequestInfo(http, parts.dialect)
  const resource =
    info.on === 'resource' &&
    servedTypes(parts).find(row => row.group === info.group && row.resource === info.resource)
  if (!resource) throw new Error(`${path}: expected the path of an object`)
  return storeKeyOf(resource, info)
}
