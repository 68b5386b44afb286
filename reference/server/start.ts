import { startAuthenticators } from '../auth/jwt/configured-authentication.ts'
import type { Clock } from '../api/clock.ts'
import type { Controller, Parts } from '../parts/parts.ts'
import { storeKeyOf } from '../api/resource.ts'
import { servedTypes } from '../parts/served-types.ts'
import { requestListeners } from '../http/request-listeners.ts'
import { defaultParts } from './default-parts.ts'
import type { Key } from '../api/store.ts'
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
  const listening = await listenTo(requestListeners(parts), parts)
  const collector = both(
    followFiles(parts),
    both(
      parts.webhooks.registry.startController(parts),
      both(parts.customTypes.startController(parts), parts.startGarbageCollector(parts)),
    ),
  )
  const ending = shutdownControlOf({ listening, collector, parts })
  const started = startedOf(parts).catch(async (cause: unknown) => {
    await ending.close()
    throw cause
  })
  return {
    url: listening.url,
    clock: parts.clock,
    compact: async () => parts.store.compact(await parts.store.revision()),
    corrupt: path => parts.corruptForTest(keyAt(path, parts)),
    failHealthCheck: isFailing => {
      if (isFailing) parts.failingHealthChecks.add(parts.dialect.storageCheck)
      else parts.failingHealthChecks.delete(parts.dialect.storageCheck)
    },
    settled: collector.whenIdle,
    ...ending,
    parts,
    started,
  }
}

async function startedOf(parts: Parts): Promise<void> {
  await runStartHooks(parts)
  await parts.customTypes.whenLoaded()
}

/** Joins two controllers. The writes of the second may be work for the first. */
const both = (one: Controller, other: Controller): Controller => ({
  whenIdle: async () => {
    await one.whenIdle()
    await other.whenIdle()
    await one.whenIdle()
  },
  close: () => {
    one.close()
    other.close()
  },
})

/** @throws Error when the path cannot be that of an object */
function keyAt(path: string, parts: Parts): Key {
  const query = new URLSearchParams()
  const { signal } = new AbortController()
  const body = async () => Buffer.of()
  const http = { method: 'GET', path, query, headers: {}, rawHeaders: [], body, signal }
  const info = parts.stages.parseRequestInfo(http, parts.dialect)
  const resource =
    info.on === 'resource' &&
    servedTypes(parts).find(row => row.group === info.group && row.resource === info.resource)
  if (!resource) throw new Error(`${path}: expected the path of an object`)
  return storeKeyOf(resource, info)
}
