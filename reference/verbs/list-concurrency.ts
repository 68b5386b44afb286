import type { Reply } from '../api/request.ts'
import type { ListConcurrencyLimit } from '../api/list.ts'
import type { ResourceCall } from '../parts/parts.ts'
import { storageResourceOf, storePrefixOf } from '../api/resource.ts'
import type { ConversionWebhook } from '../api/version-conversion.ts'
import { tooManyRequests } from '../api/write-refusals.ts'

/**
 * Creates the limit for concurrent unlimited lists. A single list may exceed the limit, so that
 * every collection can be listed.
 */
export function listConcurrencyLimit(): ListConcurrencyLimit {
  let usedKeys = 0
  return {
    acquire(keys, keysMax) {
      if (usedKeys > 0 && usedKeys + keys > keysMax) return undefined
      usedKeys += keys
      return () => {
        usedKeys -= keys
      }
    },
  }
}

// The estimated cost of a response in progress, in keys: one batch of bytes is worth thousands of
// keys.
const answerKeys = 4000

/**
 * Limits the total size of concurrent unlimited lists, since each one is held in memory until its
 * client has read it. Lists that exceed the limit are refused: clients should retry later or read
 * in chunks.
 * @throws 429
 */
export function limitListConcurrency(
  act: (call: ResourceCall) => Promise<Reply>,
): (call: ResourceCall) => Promise<Reply> {
  return async call => {
    const { http, parts } = call
    const { limit } = parts.verbs.list.options(http.query)
    if (limit <= parts.limits.scanKeys) return act(call)
    const keys = answerKeys + Math.min(limit, await sizeOf(call))
    const leave = limitFor(call).acquire(keys, parts.limits.concurrentListKeysMax)
    if (!leave) throw tooManyRequests(noRoom, { retryAfterSeconds: 1 })
    http.client.onLeft(leave)
    return act(call)
  }
}

const limits = new WeakMap<ConversionWebhook, ListConcurrencyLimit>()

/** Lists that wait for a webhook have a separate limit, so that they do not delay others. */
function limitFor({ resource, parts }: ResourceCall): ListConcurrencyLimit {
  const { conversion } = storageResourceOf(resource)
  if (!conversion) return parts.listConcurrencyLimit
  const limit = limits.get(conversion.webhook) ?? listConcurrencyLimit()
  limits.set(conversion.webhook, limit)
  return limit
}

const noRoom = 'too many objects are being listed, please try again later, or with a limit'

async function sizeOf({ info, resource, parts }: ResourceCall): Promise<number> {
  const prefix = storePrefixOf(resource, info.namespace)
  const { entries, remaining } = await parts.watchCache.range({ prefix, limit: 1 })
  return entries.length + remaining
}
