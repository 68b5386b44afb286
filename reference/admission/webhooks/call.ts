// Calls a webhook and reads its answer.

import { isJsonObject, type JsonObject, objectIn } from '../../api/object.ts'
import type { AdmissionReview, Webhook, WebhookAnswer } from '../../api/webhooks.ts'
import { exchange } from '../../auth/http-exchange.ts'
import { quote } from '../../api/quote.ts'

const responseBytesMax = 3 * 1024 * 1024

// A call beyond these fails. It does not wait: a webhook may call this server back.
const callsMax = 1000

/**
 * Returns the function by which one server sends reviews. It rejects with an Error if there is no
 * valid answer in time, or if the signal fires first. Redirects are not followed.
 */
export function createCaller() {
  let calls = 0
  return async (
    webhook: Webhook,
    review: AdmissionReview,
    signal: AbortSignal,
  ): Promise<WebhookAnswer> => {
    if (calls >= callsMax)
      throw new Error(`failed to call webhook: ${callsMax} calls are under way`)
    calls += 1
    try {
      return answerIn(await send(webhook, review, signal), review, webhook)
    } finally {
      calls -= 1
    }
  }
}

async function send(webhook: Webhook, review: AdmissionReview, client: AbortSignal) {
  const { url, address, agent, dial, timeoutMs } = webhook
  const subject = `failed to call webhook: Post ${quote(address)}`
  const target = new URL(url)
  target.searchParams.set('timeout', `${timeoutMs / 1000}s`)
  const body = Buffer.from(JSON.stringify(review))
  const headers = {
    accept: 'application/json, */*',
    'content-type': 'application/json',
    'content-length': body.length,
  }
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([timeout, client])
  const limits = { bytesMax: responseBytesMax, timeoutMs }
  const response = await exchange(
    target,
    { method: 'POST', body, headers, agent, dial, signal },
    limits,
  ).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${subject}: ${timeout.aborted ? 'context deadline exceeded' : reason}`)
  })
  const { status, text } = response
  if (status < 200 || status > 299)
    throw new Error(`${subject}: expected status 200, got ${status}`)
  try {
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value)) return value
  } catch {
    // The text may be long, so it is not quoted.
  }
  throw new Error(`${subject}: expected a JSON object, got something else`)
}

/** Reads an answer to a review. @throws Error if it is invalid */
export function answerIn(
  document: JsonObject,
  { kind, apiVersion, request }: Pick<AdmissionReview, 'kind' | 'apiVersion' | 'request'>,
  { phase, reviewVersion }: Pick<Webhook, 'phase' | 'reviewVersion'>,
): WebhookAnswer {
  const { response } = document
  if (!isJsonObject(response)) throw invalid('webhook response was absent')
  const { uid, allowed, patch, patchType, warnings, status, auditAnnotations } = response
  if (reviewVersion === 'v1') {
    if (uid !== request.uid)
      throw invalid(`expected response.uid=${quote(request.uid)}, got ${quote(String(uid ?? ''))}`)
    if (document.kind !== kind || document.apiVersion !== apiVersion)
      throw invalid(
        `expected webhook response of ${apiVersion}, Kind=${kind}, ` +
          `got ${String(document.apiVersion ?? '')}, Kind=${String(document.kind ?? '')}`,
      )
    refusePatch(response, phase)
    if (patch && patchType !== 'JSONPatch')
      throw new Error(`unsupported patch type ${quote(String(patchType))}`)
  }
  return {
    isAllowed: allowed === true,
    patch: phase === 'mutating' && patch ? operationsIn(patch) : undefined,
    warnings: Array.isArray(warnings) ? warnings.map(String) : [],
    auditAnnotations: Object.entries(objectIn(auditAnnotations)).map(([key, value]) => [
      key,
      String(value),
    ]),
    status: objectIn(status),
  }
}

function refusePatch({ patch, patchType }: JsonObject, phase: Webhook['phase']): void {
  const [hasPatch, hasType] = [Boolean(patch), patchType !== undefined && patchType !== null]
  if (phase === 'validating') {
    if (hasPatch) throw invalid('validating webhook may not return response.patch')
    if (hasType) throw invalid('validating webhook may not return response.patchType')
  } else if (hasPatch !== hasType) {
    const [given, missing] = hasPatch ? ['patch', 'patchType'] : ['patchType', 'patch']
    throw invalid(`webhook returned response.${given} but not response.${missing}`)
  }
}

function operationsIn(patch: unknown): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(String(patch), 'base64').toString())
    if (Array.isArray(value)) return value.length === 0 ? undefined : value
  } catch {
    // The same fault as a patch that is no list.
  }
  throw new Error('received undecodable patch in webhook response: expected a list in base64')
}

const invalid = (what: string) => new Error(`received invalid webhook response: ${what}`)
