// Maps the claims of a verified token to a user, and applies the rules for claims and users
// (AUTHN-048 to AUTHN-072).

import type { JWTPayload } from 'jose'
import type { User } from '../../api/request.ts'
import { claimVariables, userVariables } from '../../config/expressions.ts'
import { compileClaimExpression } from './claim-expressions.ts'
import type { JwtContext } from './jwt-context.ts'
import { formatValue } from './jwt-rules.ts'
import type { JwtConfig, JwtRules, Mapping } from '../../api/authentication.ts'

/** Returns the user of verified claims. @throws Error if the configuration refuses them */
export type UserOfClaims = (claims: JWTPayload) => User

/** The extra attribute with the id of the token. */
const credentialIdKey = 'authentication.kubernetes.io/credential-id'

/** Compiles the rules and mappings of a configuration. */
export function userOfClaims(
  { claimValidationRules = [], claimMappings, userValidationRules = [] }: JwtConfig,
  { rules, dialect }: Pick<JwtContext, 'rules' | 'dialect'>,
): UserOfClaims {
  const checks = claimValidationRules.map(rule => claimCheck(rule, rules))
  const username = oneString(claimMappings.username, 'username', rules)
  const groups = claimMappings.groups && groupsOf(claimMappings.groups, { rules, dialect })
  const uid = claimMappings.uid && oneString(claimMappings.uid, 'uid', rules)
  const extra = (claimMappings.extra ?? []).map(
    ({ key, valueExpression }) =>
      [key, compileClaimExpression(valueExpression, claimVariables)] as const,
  )
  const userRules = userValidationRules.map(rule => ({
    ...rule,
    evaluate: compileClaimExpression(rule.expression, userVariables),
  }))
  return claims => {
    for (const check of checks) check(claims)
    const id = dialect.keepsTokenId && typeof claims.jti === 'string' ? claims.jti : undefined
    const attributes = {
      ...Object.fromEntries(
        extra.flatMap(([key, evaluate]) => {
          const values = rules.withoutEmpty(rules.stringsOf(evaluate(claims), `extra ${key}`))
          return values.length > 0 ? [[key, values]] : []
        }),
      ),
      ...(id !== undefined && { [credentialIdKey]: [`JTI=${id}`] }),
    }
    const user: User = {
      name: username(claims),
      uid: uid?.(claims) ?? '',
      groups: groups?.(claims) ?? [],
      ...(Object.keys(attributes).length > 0 && { extra: attributes }),
    }
    if (user.name === '') throw new Error('username: expected a string, got an empty one')
    const { name, ...others } = user
    const results = userRules.map(({ evaluate }) =>
      evaluate({ username: name, extra: {}, ...others }),
    )
    if (rules.areAllTrue(results)) return user
    const failed = userRules.find((_, index) => results[index] !== true)
    throw refusedBy(failed?.expression ?? '', failed?.message)
  }
}

type Rule = NonNullable<JwtConfig['claimValidationRules']>[number]

function claimCheck(rule: Rule, rules: JwtRules): (claims: JWTPayload) => void {
  const { claim = '', requiredValue = '', expression = '', message = '' } = rule
  if (expression !== '') {
    const evaluate = compileClaimExpression(expression, claimVariables)
    return claims => {
      if (evaluate(claims) !== true) throw refusedBy(expression, message)
    }
  }
  return claims => {
    const value = claims[claim]
    if (rules.hasRequiredValue(value, requiredValue)) return
    throw new Error(
      `claim ${claim}: expected ${formatValue(requiredValue)}, got ${formatValue(value)}`,
    )
  }
}

const refusedBy = (expression: string, message = ''): Error =>
  new Error(`validation expression '${expression}' failed${message && `: ${message}`}`)

function oneString(
  mapping: Mapping,
  what: string,
  { stringOf, prefixed }: JwtRules,
): (claims: JWTPayload) => string {
  const { claim = '', prefix = '', expression = '' } = mapping
  if (expression !== '') {
    const evaluate = compileClaimExpression(expression, claimVariables)
    return claims => stringOf(evaluate(claims), what)
  }
  return claims => {
    // An address counts only if its owner has confirmed it, or the issuer does not say.
    if (claim === 'email' && 'email_verified' in claims && claims['email_verified'] !== true)
      throw new Error('claim email_verified: expected true')
    return prefixed(prefix, stringOf(claims[claim], `claim ${claim}`))
  }
}

function groupsOf(
  { claim = '', prefix = '', expression = '' }: Mapping,
  { rules, dialect }: Pick<JwtContext, 'rules' | 'dialect'>,
): (claims: JWTPayload) => string[] {
  if (expression !== '') {
    const evaluate = compileClaimExpression(expression, claimVariables)
    return claims => rules.withoutEmpty(rules.stringsOf(evaluate(claims), 'groups'))
  }
  return claims => {
    const groups = rules.stringsOf(claims[claim], `claim ${claim}`)
    const counted = dialect.hasEmptyGroups ? groups : rules.withoutEmpty(groups)
    return counted.map(group => rules.prefixed(prefix, group))
  }
}
