// Fetches the documents of issuers.

import type { Dial } from '../../api/egress.ts'
import { exchange } from '../http-exchange.ts'
import type { ExchangedResponse, ExchangeLimits } from '../http-exchange.ts'

export const standardLimits: ExchangeLimits = { bytesMax: 1024 * 1024, timeoutMs: 10_000 }

/** Fetches the document at an HTTPS URL. Rejects with an Error that gives the reason. */
export type FetchDocument = (
  url: string,
  options: { readonly certificateAuthority?: string | undefined },
) => Promise<Pick<ExchangedResponse, 'status' | 'text'>>

/** Returns a fetcher with these limits, and a way to connect. */
export const httpsFetcher =
  (limits = standardLimits, dial?: Dial): FetchDocument =>
  async (url, { certificateAuthority }) =>
    exchange(
      new URL(url),
      {
        headers: { accept: 'application/json' },
        dial,
        ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
      },
      limits,
    )
