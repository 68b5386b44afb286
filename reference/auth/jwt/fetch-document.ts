// Fetches the documents of issuers.

import { request } from 'node:https'

/** The limits of a fetch. */
export type FetchLimits = { readonly bytesMax: number; readonly timeoutMs: number }

const standardLimits: FetchLimits = { bytesMax: 1024 * 1024, timeoutMs: 10_000 }

/** A response. Redirects are not followed. */
export type FetchedDocument = { readonly status: number; readonly text: string }

/** Fetches the document at a URL. Rejects with an Error that gives the reason. */
export type FetchDocument = (
  url: string,
  options: { readonly certificateAuthority?: string | undefined },
) => Promise<FetchedDocument>

/**
 * Returns a fetcher for HTTPS. A response that is too long, or not complete in time, is an error.
 * The connection is closed after each response.
 */
export const httpsFetcher =
  ({ bytesMax, timeoutMs }: FetchLimits = standardLimits): FetchDocument =>
  (url, { certificateAuthority }) =>
    new Promise((resolve, reject) => {
      const sent = request(url, {
        agent: false,
        headers: { accept: 'application/json' },
        ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
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
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        )
      })
      sent.end()
    })
