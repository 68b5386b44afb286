// Sends a review to a webhook.

import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'

import type { TokenWebhook } from '../../api/authentication.ts'

/** The limits of one request. */
export type PostLimits = { readonly bytesMax: number; readonly timeoutMs: number }

// A genuine server waits as long.
export const standardPostLimits: PostLimits = { bytesMax: 1024 * 1024, timeoutMs: 30_000 }

/** An answer. `retryAfterMs` is undefined without a `Retry-After`. */
export type PostAnswer = {
  readonly status: number
  readonly text: string
  readonly retryAfterMs: number | undefined
}

/** Posts a document. Redirects are not followed, and each request has its own connection. */
export const postReview = (
  webhook: TokenWebhook,
  document: unknown,
  { bytesMax, timeoutMs }: PostLimits,
): Promise<PostAnswer> =>
  new Promise((resolve, reject) => {
    const { url, certificateAuthority, serverName, client, authorization } = webhook
    const body = Buffer.from(JSON.stringify(document))
    const request = url.startsWith('https:') ? requestSecure : requestPlain
    const address = new URL(url)
    // As in genuine servers, this replaces a query of the URL.
    address.search = `timeout=${standardPostLimits.timeoutMs / 1000}s`
    const sent = request(address, {
      method: 'POST',
      agent: false,
      headers: {
        accept: 'application/json, */*',
        'content-type': 'application/json',
        'content-length': body.length,
        ...(authorization !== undefined && { authorization }),
      },
      ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
      ...(serverName !== undefined && { servername: serverName }),
      ...(client && { cert: client.certificate, key: client.key }),
      rejectUnauthorized: webhook.isVerificationSkipped !== true,
      signal: AbortSignal.timeout(timeoutMs),
    })
    sent.on('error', reject)
    sent.on('response', response => {
      const chunks: Buffer[] = []
      let length = 0
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > bytesMax) sent.destroy(new Error(`expected at most ${bytesMax} bytes`))
        else chunks.push(chunk)
      })
      response.on('error', reject)
      response.on('end', () => {
        const seconds = Number(response.headers['retry-after'])
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          retryAfterMs: seconds > 0 ? seconds * 1000 : undefined,
        })
      })
    })
    sent.end(body)
  })
