// What a server does when it has begun to listen.

import type { StartHook } from '../api/life.ts'
import type { Parts } from '../api/parts.ts'
import { keyOf } from '../api/resource.ts'
import { Refusal } from '../api/refusal.ts'
import { typesServed } from '../api/served.ts'
import { recorded } from '../controllers/recorded.ts'

export const startHooks: readonly StartHook<Parts>[] = [
  { name: 'start-system-namespaces', run: createNamespaces },
]

/** Runs the hooks one after the other, so that the health checks show which one it is that hangs. */
export async function runStartHooks(at: Parts): Promise<void> {
  for (const { name, run } of at.startHooks) {
    await run(at)
    at.life.finish(name)
  }
}

async function createNamespaces(at: Parts): Promise<void> {
  const resource = typesServed(at).find(row => row.group === '' && row.resource === 'namespaces')
  if (!resource) return
  for (const name of at.dialect.namespaces.atStart) {
    const place = { namespace: '', name }
    if (await at.store.get(keyOf(resource, place))) continue
    const said = { kind: resource.kind, apiVersion: resource.version, metadata: { name } }
    const body = recorded(said, { resource, manager: at.dialect.writers.server }, at)
    const propose = () =>
      at.metadata.create(body, { ...place, uid: at.ids.uid(), now: at.clock.now() }, resource)
    await at.verbs
      .change({ ...place, operation: 'create', resource, isDryRun: false, propose }, at)
      .catch(refusal => {
        // Another server on the same store has just made it.
        if (!(refusal instanceof Refusal && refusal.code === 409)) throw refusal
      })
    await at.namespaces.furnish(name, at)
  }
}
