// The types of the claims that OpenID Connect defines. Genuine servers refuse tokens with others,
// whether the configuration uses these claims or not.

import type { JWTPayload } from 'jose'
import { isJsonObject } from '../../api/object.ts'
import { formatValue } from './format-value.ts'

const texts = ['sub', 'nonce', 'at_hash']
const times = ['exp', 'nbf', 'iat']

/** @throws Error that names the first claim of a wrong type */
export function checkStandardClaims(claims: JWTPayload): void {
  for (const name of texts)
    if (!isText(claims[name] ?? '')) throw wrongType(claims, name, 'a string')
  // Beyond this, seconds are not exact, and other servers read other times.
  for (const name of times)
    if (!Number.isSafeInteger(Math.trunc(Number(claims[name] ?? 0))))
      throw wrongType(claims, name, 'a time in seconds')
  if (![claims.aud].flat().every(isText)) throw wrongType(claims, 'aud', 'strings')
}

/**
 * Refuses a token that says where its groups are, instead of naming them. To ignore this would give
 * the user no groups, and so evade rules about them.
 * @throws Error
 */
export function refuseDistributed(claims: JWTPayload, groupsClaim: string): void {
  const names = claims['_claim_names']
  if (Object.hasOwn(claims, groupsClaim) || names === undefined) return
  if (isJsonObject(names) && !Object.hasOwn(names, groupsClaim)) return
  throw new Error(`claim ${groupsClaim}: expected groups in the token, got a distributed claim`)
}

const isText = (value: unknown): value is string => typeof value === 'string'

const wrongType = (claims: JWTPayload, name: string, wanted: string): Error =>
  Object.assign(new Error(`claim ${name}: expected ${wanted}, got ${formatValue(claims[name])}`), {
    claim: name,
  })
