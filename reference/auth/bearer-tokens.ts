// Authenticates requests by bearer tokens, with the authenticators for tokens in order.

import type {
  RefusedCredentials,
  RequestAuthenticator,
  TokenAuthenticator,
  TokenBearer,
} from '../api/authentication.ts'
import type { Parts } from '../parts/parts.ts'
import { startAuthenticators } from './jwt/configured-authentication.ts'
import { readUnverified } from './jwt/jwt-authenticator.ts'
import { serviceAccountBearerOf } from './service-accounts.ts'
import { userOfToken } from './token-users.ts'

/** A token that no authenticator knows is refused, and the request is not anonymous (ERR-014). */
export const bearerTokens: RequestAuthenticator<Parts> = {
  kind: 'bearer tokens',
  authenticate: async (http, parts) => {
    const token = bearerTokenOf(http.headers.authorization)
    if (token === undefined) return undefined
    const found = await bearerOf(token, [parts.serviceAccountTokens.issuer], parts)
    return 'fault' in found ? found : found.user
  },
}

/** Returns the bearer token of an `Authorization` header. */
export const bearerTokenOf = (authorization: string | undefined): string | undefined =>
  /^bearer +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1]

/** Returns the user of a token, or why each authenticator that knows the token has refused it. */
export async function bearerOf(
  token: string,
  audiences: readonly string[],
  parts: Parts,
): Promise<TokenBearer | RefusedCredentials> {
  const faults: string[] = []
  for (const { authenticate } of parts.authenticators.tokens) {
    const found = await authenticate(token, audiences, parts)
    if (found && 'user' in found) return found
    if (found) faults.push(found.fault)
  }
  if (faults.length === 0) return { fault: 'invalid bearer token', isUnknown: true }
  return { fault: faults.join('; ') }
}

/** Tokens of the file of users. */
export const tokenFile: TokenAuthenticator<Pick<Parts, 'users'>> = {
  kind: 'token file',
  authenticate: async (token, _, { users }) => {
    const found = userOfToken(token, users)
    if (!found) return undefined
    const { name, uid, groups } = found
    return { user: { name, uid, groups } }
  },
}

/** Tokens that this server has issued to service accounts; expired and revoked ones are refused. */
export const serviceAccounts: TokenAuthenticator<Parts> = {
  kind: 'service accounts',
  authenticate: serviceAccountBearerOf,
}

/** Tokens of the issuers in an AuthenticationConfiguration. */
export const issuers: TokenAuthenticator<Parts> = {
  kind: 'issuers',
  authenticate: async (token, _, parts) => {
    const unverified = parts.authentication && readUnverified(token)
    if (!unverified) return undefined
    const faults: string[] = []
    for (const authenticate of startAuthenticators(parts)) {
      const found = await authenticate(unverified)
      if (found && !('fault' in found)) return { user: found }
      if (found) faults.push(found.fault)
    }
    return faults.length > 0 ? { fault: faults.join('; ') } : undefined
  },
}
