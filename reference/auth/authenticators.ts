import type { Authenticators } from '../api/authentication.ts'
import type { Parts } from '../parts/parts.ts'
import { bearerTokens, issuers, serviceAccounts, tokenFile } from './bearer-tokens.ts'
import { clientCertificates } from './certificates/client-certificates.ts'
import { requestHeaders } from './request-headers.ts'
import { tokenWebhook } from './token-webhook/token-webhook.ts'

/** The authenticators in the order of a genuine server. Those without configuration do nothing. */
export const authenticators: Authenticators<Parts> = {
  requests: [requestHeaders, clientCertificates, bearerTokens],
  tokens: [tokenFile, serviceAccounts, issuers, tokenWebhook],
}
