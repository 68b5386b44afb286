// Authenticates the tokens of one issuer (AUTHN-014 to AUTHN-019, AUTHN-035, AUTHN-045).

import type { JwtAuthenticator, JwtConfig, UnverifiedToken } from '../../api/authentication.ts'
import { isJsonObject } from '../../api/object.ts'
import { issuerKeys } from './issuer-keys.ts'
import type { JwtContext } from './jwt-context.ts'
import { userOfClaims } from './user-of-claims.ts'

/** Returns the authenticator of an issuer, and begins to fetch the keys of the issuer. */
export function jwtAuthenticator(config: JwtConfig, context: JwtContext): JwtAuthenticator {
  const { clock, rules } = context
  const { url: issuer, audiences } = config.issuer
  const keys = issuerKeys(config.issuer, context)
  const toUser = userOfClaims(config, context)
  return async ({ text, claims }) => {
    if (!rules.isOfIssuer(claims['iss'], issuer)) return undefined
    try {
      const found = await keys.find()
      return await toUser(
        await rules.verify(text, found, { issuer, audiences, nowMs: clock.now() }),
      )
    } catch (problem) {
      return { fault: problem instanceof Error ? problem.message : String(problem) }
    }
  }
}

/** Reads a text that looks like a JWT; undefined for any other. */
export function readUnverified(text: string): UnverifiedToken | undefined {
  const [, payload, ...rest] = text.split('.', 4)
  if (payload === undefined || rest.length !== 1) return undefined
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return isJsonObject(claims) ? { text, claims } : undefined
  } catch {
    return undefined
  }
}
