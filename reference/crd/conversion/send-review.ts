// Sends reviews to conversion webhooks.

import { isJsonObject, type JsonObject } from '../../api/object.ts'
import { quote } from '../../api/quote.ts'
import type { ConversionReview, ConversionWebhook } from '../../api/version-conversion.ts'
import { serviceDial } from '../../egress/service-dial.ts'
import { exchange } from '../../auth/http-exchange.ts'
import { writeJson } from '../../lib/write-json.ts'
import type { Parts } from '../../parts/parts.ts'

const responseBytesMax = 3 * 1024 * 1024

// Calls of one webhook. Those beyond fail: they do not wait, because a webhook may call this server
// back.
const callsMax = 1000

/**
 * Returns the function by which one server sends reviews. It rejects with an Error if there is no
 * JSON object in time. Redirects are not followed.
 */
export function createSender() {
  const calls = new WeakMap<ConversionWebhook, number>()
  return async (
    webhook: ConversionWebhook,
    review: ConversionReview,
    parts: Parts,
  ): Promise<JsonObject> => {
    const underWay = calls.get(webhook) ?? 0
    if (underWay >= callsMax) throw new Error(`failed: ${callsMax} calls are under way`)
    calls.set(webhook, underWay + 1)
    try {
      return await send(webhook, review, parts)
    } finally {
      calls.set(webhook, (calls.get(webhook) ?? 1) - 1)
    }
  }
}

async function send(
  { url, service, agent }: ConversionWebhook,
  review: ConversionReview,
  parts: Parts,
): Promise<JsonObject> {
  const {
    limits: { conversionWaitMs: timeoutMs },
    codecs,
  } = parts
  const dial = service ? serviceDial(service, parts) : parts.dialOf('controlplane')
  const target = new URL(url)
  target.searchParams.set('timeout', `${timeoutMs / 1000}s`)
  const subject = `failed: Post ${quote(target.href)}`
  const body = writeJson(review)
  const headers = {
    accept: 'application/json, */*',
    'content-type': 'application/json',
    'content-length': body.length,
  }
  const signal = AbortSignal.timeout(timeoutMs)
  const limits = { bytesMax: responseBytesMax, timeoutMs }
  const { status, text } = await exchange(
    target,
    { method: 'POST', body, headers, agent, dial, signal },
    limits,
  ).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${subject}: ${signal.aborted ? 'context deadline exceeded' : reason}`)
  })
  if (status < 200 || status > 299)
    throw new Error(`${subject}: expected status 200, got ${status}`)
  try {
    const value = valueIn(text, codecs)
    if (isJsonObject(value)) return value
  } catch {
    // The text may be long, so it is not quoted.
  }
  throw new Error(`${subject}: expected a JSON object, got something else`)
}

/** Only the reader of bodies keeps integers exact that a double cannot hold. */
function valueIn(text: string, codecs: Parts['codecs']): unknown {
  const codec = codecs['application/json']
  return codec && mayExceedDoubles.test(text)
    ? codec.read(Buffer.from(text)).value
    : JSON.parse(text)
}

const mayExceedDoubles = /\d{16}/
