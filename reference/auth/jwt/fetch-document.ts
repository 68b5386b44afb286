// Fetches the documents of issuers.

import { exchange } from '../http-exchange.ts'
import type { ExchangedResponse, ExchangeLimits } from '../http-exchange.ts'

const standardLimits: ExchangeLimits = { bytesMax: 1024 * 1024, timeoutMs: 10_000 }

/** Fetches the document at an HTTPS URL. Rejects with an Error that gives the reason. */
export type FetchDocument = (
  url: string,
  options: { readonly certificateAuthority?: string | undefined },
) => Promise<Pick<ExchangedResponse, 'status' | 'text'>>

/** Returns a fetcher with these limits. */
export const httpsFetcher =
  (limits = standardLimits): FetchDocument =>
  async (url, { certificateAuthority }) =>
    exchange(
      new URL(url),
      {
        headers: { accept: 'application/json' },
        ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
      },
      limits,
    )
