// The rules for tokens, each as one function, so that a mutant can replace it.

import type { JwtRules } from '../../api/authentication.ts'
import { formatValue } from './format-value.ts'
import { checkStandardClaims } from './standard-claims.ts'

// Signatures with a public key. The others would let everyone who knows that key sign tokens.
const algorithms = ['RS', 'PS', 'ES'].flatMap(name =>
  ['256', '384', '512'].map(bits => `${name}${bits}`),
)

// How far the start of the validity may be in the future, for issuers with another clock. Genuine
// servers have the same leeway there, and none at the end of the validity.
const notBeforeLeewaySeconds = 60

export const jwtRules: JwtRules = {
  verify: async (token, keys, { issuer, audiences, nowMs }) => {
    const { jwtVerify } = await import('jose')
    const { payload } = await jwtVerify(token, keys, {
      algorithms,
      issuer,
      audience: [...audiences],
      requiredClaims: ['exp'],
      clockTolerance: notBeforeLeewaySeconds,
      currentDate: new Date(nowMs),
    })
    checkStandardClaims(payload)
    if ((payload.exp ?? 0) * 1000 <= nowMs) throw new Error('the token has expired')
    return payload
  },
  isOfIssuer: (found, issuer) => found === issuer,
  discoveryUrl: ({ url, discoveryURL }) =>
    discoveryURL || `${url.replace(/\/$/, '')}/.well-known/openid-configuration`,
  dial: () => undefined,
  authorityOf: ({ certificateAuthority }) => certificateAuthority,
  isSameIssuer: (found, wanted) => found === wanted,
  hasRequiredValue: (value, requiredValue) => value === requiredValue,
  areAllTrue: results => results.every(result => result === true),
  stringOf,
  stringsOf: (value, what) => {
    if (value === undefined || value === null) return []
    const list: unknown[] = Array.isArray(value) ? value : [value]
    return list.map(one => stringOf(one, what))
  },
  prefixed: (prefix, value) => `${prefix}${value}`,
  withoutEmpty: values => values.filter(value => value !== ''),
}

function stringOf(value: unknown, what: string): string {
  if (typeof value === 'string') return value
  throw new Error(`${what}: expected a string, got ${formatValue(value)}`)
}
