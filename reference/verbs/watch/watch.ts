import type { Reply, RequestClient } from '../../api/request.ts'
import type { Parts, ResourceCall } from '../../parts/parts.ts'
import { Refusal } from '../../api/refusal.ts'
import { storeKeyOf, storePrefixOf } from '../../api/resource.ts'
import { versionTooOld } from '../../api/status.ts'
import type { WatchPlan, WatchStart } from '../../api/watch.ts'
import { Compacted, FutureRevision } from '../../api/store.ts'
import { watchFraming } from './framing.ts'
import { watchStream } from './stream.ts'

/** GET with `watch`, on a collection or one object (WATCH-001 to WATCH-006). */
export async function watchObjects(call: ResourceCall): Promise<Reply> {
  const { http, resource, parts } = call
  const options = parts.verbs.watch.options(http.query)
  const selector = parts.verbs.watch.selector(options, resource)
  const plan = parts.verbs.watch.plan(options, parts.dialect)
  const frames = watchFraming({ selector }, call)
  const headers = { 'Content-Type': frames.mediaType }
  try {
    const start = await parts.verbs.watch.startPosition(plan, parts, http.client)
    const view = { scope: scopeOf(call), selector, options, start }
    return { status: 200, headers, body: watchStream(view, call, frames), isWatch: true }
  } catch (error) {
    if (!(error instanceof Refusal) || !parts.dialect.refusesWatchesInStream) throw error
    const { body: status } = error
    if (typeof status === 'string') throw error
    const body = [frames.event({ type: 'ERROR', status })]
    return { status: 200, headers, body, isWatch: true }
  }
}

/**
 * Returns where a plan starts to read.
 * @throws 410 if the history no longer contains the version, 504 if a state is not reached in time
 */
export async function resolveWatchStart(
  plan: WatchPlan,
  parts: Parts,
  client: RequestClient,
): Promise<WatchStart> {
  if (plan.start === 'now') return { after: await parts.store.revision() }
  if (plan.start === 'state') {
    if (plan.state.read === 'notOlderThan')
      await parts.verbs.waitForRevision(plan.state.revision, parts, client.signal)
    return { state: plan.state.read === 'mostRecent' ? {} : { of: 'cache' } }
  }
  try {
    await parts.store.range({ prefix: '/', limit: 1, revision: plan.revision })
  } catch (error) {
    if (error instanceof Compacted) throw versionTooOld(plan.revision, error.oldest)
    // WATCH-050: the watch waits for the changes after a future version.
    if (!(error instanceof FutureRevision)) throw error
  }
  return { after: plan.revision }
}

/** Returns the scope of a request: a collection, or one key if a path or selector names it. */
function scopeOf({ info, resource }: ResourceCall): string {
  const name = info.name || info.selectedName
  const isOne = name !== '' && (info.namespace !== '' || !resource.isNamespaced)
  return isOne ? storeKeyOf(resource, { ...info, name }) : storePrefixOf(resource, info.namespace)
}
