// Converts stored entries and objects by the webhook of their definition.

import type { ApiObject } from '../../api/object.ts'
import { failureStatus } from '../../api/refusal.ts'
import { asStored, type Resource } from '../../api/resource.ts'
import { requestEnded } from '../../api/status.ts'
import type { StoredEntry } from '../../api/store.ts'
import type { VersionConversion } from '../../api/version-conversion.ts'
import { yieldAfter, type YieldIfDue } from '../../lib/event-loop.ts'
import type { ConversionFunctions } from '../../parts/conversion-parts.ts'
import type { Parts } from '../../parts/parts.ts'
import { convertedChanges } from './converted-changes.ts'
import { resultsOf, reviewOf } from './conversion-review.ts'
import { createResultCache, type ResultCache } from './result-cache.ts'
import { createSender } from './send-review.ts'

const keptBytesMax = 64 * 1024 * 1024

// How many objects of one list are converted at the same time.
const convertedAtOnce = 16

/** Returns the conversions of one server. */
export function createConversions(): ConversionFunctions<Parts> {
  const cache = createResultCache(keptBytesMax)
  return {
    entriesIn: (entries, { resource, results, signal }, parts) => {
      const convert = entryConversion(resource, { cache, results }, parts)
      const pause = yieldAfter(parts.limits.yieldAfterMs)
      return mapAtOnce(entries, convert, { pause, signal })
    },
    objectIn,
    changesIn: convertedChanges(),
    reviewOf,
    send: createSender(),
    resultsOf,
  }
}

function entryConversion(
  resource: Resource,
  { cache, results }: { readonly cache: ResultCache; readonly results: 'new' | 'recent' },
  parts: Parts,
): (entry: StoredEntry) => StoredEntry | Promise<StoredEntry> {
  const { conversion } = resource
  if (!conversion) throw new Error(`${resource.kind} is not converted by a webhook`)
  const { apiVersion, webhook } = conversion
  const type = asStored(resource)
  const written = (object: ApiObject) => parts.stages.encodeStored(object, type)
  return entry => {
    const object = conversion.filled(parts.stages.decodeStored(entry, type))
    if (object.apiVersion === apiVersion) return { ...entry, value: written(object) }
    const convert = async () =>
      written(await parts.conversion.objectIn(object, apiVersion, conversion, parts))
    return cache(entry, `${webhook.id} ${apiVersion}`, { results, convert }).then(value => ({
      ...entry,
      value,
    }))
  }
}

/**
 * Applies a function to all items, to some at a time, and pauses in between. Returns the results in
 * their order. Begins no more after the signal has fired, and rejects with a Refusal 504.
 */
async function mapAtOnce<T, R>(
  items: readonly T[],
  act: (item: T) => R | Promise<R>,
  { pause, signal }: { readonly pause: YieldIfDue; readonly signal: AbortSignal | undefined },
): Promise<R[]> {
  const results: R[] = []
  for (let next = 0; next < items.length; next += convertedAtOnce) {
    if (signal?.aborted) throw requestEnded()
    const begun: (R | Promise<R>)[] = []
    for (const item of items.slice(next, next + convertedAtOnce)) {
      const result = act(item)
      // A failure during a pause is reported below.
      if (result instanceof Promise) result.catch(() => {})
      begun.push(result)
      const paused = pause()
      if (paused) await paused
    }
    results.push(...(await Promise.all(begun)))
  }
  return results
}

/** Returns an object in a version. @throws Refusal 500 */
async function objectIn(
  object: ApiObject,
  apiVersion: string,
  { webhook, pruned }: VersionConversion,
  parts: Parts,
): Promise<ApiObject> {
  if (object.apiVersion === apiVersion) return object
  if (isEmpty(object)) return { ...object, apiVersion }
  const { reviewOf: ask, send, resultsOf: read } = parts.conversion
  try {
    const { resourceVersion: _version, ...metadata } = object.metadata
    const review = ask([{ ...object, metadata }], apiVersion, webhook, parts)
    const [converted] = read(await send(webhook, review, parts), review, [object])
    if (!converted) throw new Error('failed: no objects returned')
    return pruned(converted)
  } catch (error) {
    throw failed(object, error)
  }
}

/** An empty object represents a missing one, and is the same in all versions. */
const isEmpty = ({ kind: _kind, apiVersion: _version, metadata, ...fields }: ApiObject): boolean =>
  Object.keys(metadata).length === 0 && Object.keys(fields).length === 0

// As a genuine server, without a reason.
const failed = ({ apiVersion, kind }: ApiObject, error: unknown) =>
  failureStatus({
    code: 500,
    message:
      `conversion webhook for ${apiVersion}, Kind=${kind} ` +
      (error instanceof Error ? error.message : String(error)),
  })
