// Sends a document to a webhook.

import type { Agent } from 'node:http'

import type { WebhookAddress } from '../../api/authentication.ts'
import type { Dial } from '../../api/egress.ts'
import { exchange } from '../http-exchange.ts'
import type { ExchangeLimits } from '../http-exchange.ts'

// A genuine server waits as long.
export const standardPostLimits: ExchangeLimits = { bytesMax: 1024 * 1024, timeoutMs: 30_000 }

/** An answer. `retryAfterMs` is undefined without a `Retry-After`. */
export type PostAnswer = {
  readonly status: number
  readonly text: string
  readonly retryAfterMs: number | undefined
}

/** Posts a document. */
export const postReview = (
  webhook: WebhookAddress,
  document: unknown,
  limits: PostLimits,
): Promise<PostAnswer> => postText(webhook, [Buffer.from(JSON.stringify(document))], limits)

/** The limits of a post, and how its connection is made. */
export type PostLimits = ExchangeLimits & {
  readonly agent?: Agent
  readonly dial?: Dial | undefined
}

/** Posts a body in JSON, in pieces, on the connections of `agent` if there is one. */
export async function postText(
  webhook: WebhookAddress,
  body: readonly Buffer[],
  { agent, dial, ...limits }: PostLimits,
): Promise<PostAnswer> {
  const { url, certificateAuthority, serverName, client, authorization } = webhook
  const address = new URL(url)
  // As in genuine servers, this replaces a query of the URL.
  address.search = `timeout=${limits.timeoutMs / 1000}s`
  const { status, headers, text } = await exchange(
    address,
    {
      method: 'POST',
      body,
      headers: {
        accept: 'application/json, */*',
        'content-type': 'application/json',
        'content-length': body.reduce((bytes, piece) => bytes + piece.length, 0),
        ...(authorization !== undefined && { authorization }),
      },
      ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
      ...(serverName !== undefined && { servername: serverName }),
      ...(client && { cert: client.certificate, key: client.key }),
      rejectUnauthorized: webhook.isVerificationSkipped !== true,
      ...(agent && { agent }),
      ...(dial && { dial }),
    },
    limits,
  )
  const seconds = Number(headers['retry-after'])
  return { status, text, retryAfterMs: seconds > 0 ? seconds * 1000 : undefined }
}
