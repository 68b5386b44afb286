// The health checks of a server. Each one fails by throwing.

import type { Dialect } from '../api/dialect.ts'
import type { StartHook } from '../api/server-lifecycle.ts'
import type { HealthCheck, Parts } from '../parts/parts.ts'

const everywhere = ['healthz', 'livez', 'readyz']

/**
 * Returns the checks of a server, in the order in which they are listed; those of its start hooks
 * follow. The older `/healthz` has the checks of `/livez`, so that clients that migrate to the
 * newer paths lose none.
 */
export function healthChecks(dialect: Pick<Dialect, 'storageCheck'>): HealthCheck[] {
  return [
    { name: 'ping', endpoints: everywhere, check: async () => {} },
    { name: dialect.storageCheck, endpoints: everywhere, check: storageAnswers },
    { name: `${dialect.storageCheck}-readiness`, endpoints: ['readyz'], check: storageTakesWrites },
    { name: 'informer-sync', endpoints: ['readyz'], check: isCacheLoaded },
    { name: 'shutdown', endpoints: ['readyz'], check: isStaying },
  ]
}

const storageAnswers = inTime(
  'storage',
  ({ store }) => store,
  store => store.revision(),
)
const isCacheLoaded = inTime(
  'the watch cache',
  ({ watchCache }) => watchCache,
  cache => cache.revision(),
)

const isStorageWritable = inTime(
  'storage',
  ({ store }) => store,
  store => store.checkWritable(),
)

/** A full store is live, since a restart frees no space, but not ready. */
async function storageTakesWrites(parts: Parts): Promise<void> {
  await storageAnswers(parts)
  await isStorageWritable(parts)
}

/** Builds a check with a time limit. All probes share one pending request. */
function inTime<S extends object>(
  what: string,
  of: (parts: Parts) => S,
  ask: (source: S) => Promise<unknown>,
): (parts: Parts) => Promise<void> {
  const asked = new WeakMap<S, Promise<unknown>>()
  return async parts => {
    const source = of(parts)
    const answer = asked.get(source) ?? ask(source).finally(() => asked.delete(source))
    asked.set(source, answer)
    await answersInTime(answer, what, parts)
  }
}

async function answersInTime(
  answer: Promise<unknown>,
  what: string,
  { clock, limits }: Parts,
): Promise<void> {
  let cancel = () => {}
  const late = new Promise((_, reject) => {
    const problem = new Error(`${what} did not answer within ${limits.healthWaitMs} ms`)
    cancel = clock.after(limits.healthWaitMs, () => reject(problem))
  })
  await Promise.race([answer, late]).finally(cancel)
}

/**
 * HEALTH-022: during the grace period, unfinished start hooks do not make the server fail its
 * liveness check.
 */
export const startHookCheck = ({ name }: StartHook<Parts>): HealthCheck => ({
  name: `poststarthook/${name}`,
  endpoints: everywhere,
  check: async ({ lifecycle, limits }, endpoint) => {
    const isInGrace = endpoint === 'livez' && lifecycle.ageMs() < limits.livezGraceMs
    if (!lifecycle.hasFinishedHook(name) && !isInGrace) throw new Error('not finished')
  },
})

/** HEALTH-023: load balancers stop sending requests while the server still answers them. */
async function isStaying({ lifecycle }: Parts): Promise<void> {
  if (lifecycle.phase !== 'serving') throw new Error('process is shutting down')
}
