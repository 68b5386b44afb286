// Maps the claims of a verified token to a user, and applies the rules for claims and users
// (AUTHN-048 to AUTHN-072).

import type { JWTPayload } from 'jose'
import type { User } from '../../api/request.ts'
import { credentialExtra } from '../credential-extra.ts'
import { compileClaimExpression, compileUserExpression } from './claim-expressions.ts'
import type { JwtContext } from './jwt-context.ts'
import { formatValue } from './format-value.ts'
import { refuseDistributed } from './standard-claims.ts'
import type { JwtConfig, Mapping } from '../../api/authentication.ts'

/** Resolves to the user of verified claims. Rejects with an Error if they are refused. */
export type UserOfClaims = (claims: JWTPayload) => Promise<User>

type Context = Pick<JwtContext, 'rules' | 'dialect'>

/** Compiles the rules and mappings of a configuration. */
export function userOfClaims(
  { claimValidationRules = [], claimMappings, userValidationRules = [] }: JwtConfig,
  context: Context,
): UserOfClaims {
  const { rules, dialect } = context
  const checks = claimValidationRules.map(rule => claimCheck(rule, context))
  const username = oneString(claimMappings.username, 'username', context)
  const hasEmptyNames = dialect.hasEmptyNames && !claimMappings.username.expression
  const groups = claimMappings.groups && groupsOf(claimMappings.groups, context)
  const uid = claimMappings.uid && oneString(claimMappings.uid, 'uid', context)
  const extra = extraOf(claimMappings.extra ?? [], context)
  const userRules = userValidationRules.map(rule => ({
    ...rule,
    evaluate: compileUserExpression(rule.expression),
  }))
  return async claims => {
    for (const check of checks) await check(claims)
    const attributes = await extra(claims)
    const user: User = {
      name: await username(claims),
      uid: (await uid?.(claims)) ?? '',
      groups: (await groups?.(claims)) ?? [],
      ...(Object.keys(attributes).length > 0 && { extra: attributes }),
    }
    if (user.name === '' && !hasEmptyNames)
      throw new Error('username: expected a string, got an empty one')
    const { name, ...others } = user
    const results: unknown[] = []
    for (const { evaluate } of userRules)
      results.push(await evaluate({ username: name, extra: {}, ...others }))
    if (rules.areAllTrue(results)) return user
    const failed = userRules.find((_, index) => results[index] !== true)
    throw refusedBy(failed?.expression ?? '', failed?.message)
  }
}

type Rule = NonNullable<JwtConfig['claimValidationRules']>[number]

function claimCheck(
  { claim = '', requiredValue = '', expression = '', message = '' }: Rule,
  { rules, dialect }: Context,
): (claims: JWTPayload) => Promise<void> {
  if (expression !== '') {
    const evaluate = compileClaimExpression(expression)
    return async claims => {
      if ((await evaluate(claims)) !== true) throw refusedBy(expression, message)
    }
  }
  return async claims => {
    const value = claimOf(claims, claim, dialect)
    if (rules.hasRequiredValue(value, requiredValue)) return
    throw new Error(
      `claim ${claim}: expected ${formatValue(requiredValue)}, got ${formatValue(value)}`,
    )
  }
}

/** Returns the value of a claim, or undefined if the token has no such claim. */
function claimOf(claims: JWTPayload, name: string, { hasEmptyNames }: Context['dialect']): unknown {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined
  return hasEmptyNames && value === null ? '' : value
}

const refusedBy = (expression: string, message = ''): Error =>
  new Error(`validation expression '${expression}' failed${message && `: ${message}`}`)

function oneString(
  mapping: Mapping,
  what: string,
  { rules: { stringOf, prefixed }, dialect }: Context,
): (claims: JWTPayload) => Promise<string> {
  const { claim = '', prefix = '', expression = '' } = mapping
  if (expression !== '') {
    const evaluate = compileClaimExpression(expression)
    return async claims => stringOf(await evaluate(claims), what)
  }
  return async claims => {
    // An address counts only if its owner has confirmed it, or the issuer does not say.
    if (claim === 'email' && 'email_verified' in claims && claims['email_verified'] !== true)
      throw new Error('claim email_verified: expected true')
    return prefixed(prefix, stringOf(claimOf(claims, claim, dialect), `claim ${claim}`))
  }
}

function groupsOf(
  { claim = '', prefix = '', expression = '' }: Mapping,
  { rules, dialect }: Context,
): (claims: JWTPayload) => Promise<string[]> {
  if (expression !== '') {
    const evaluate = compileClaimExpression(expression)
    return async claims => rules.withoutEmpty(rules.stringsOf(await evaluate(claims), 'groups'))
  }
  return async claims => {
    refuseDistributed(claims, claim)
    const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined
    const groups = rules.stringsOf(value, `claim ${claim}`)
    const counted = dialect.hasEmptyNames ? groups : rules.withoutEmpty(groups)
    return counted.map(group => rules.prefixed(prefix, group))
  }
}

/** Returns the extra attributes of a user. Those without values are left out. */
function extraOf(
  mappings: NonNullable<JwtConfig['claimMappings']['extra']>,
  { rules, dialect }: Context,
): (claims: JWTPayload) => Promise<{ [key: string]: string[] }> {
  const compiled = mappings.map(
    ({ key, valueExpression }) => [key, compileClaimExpression(valueExpression)] as const,
  )
  return async claims => {
    const found: [string, string[]][] = []
    for (const [key, evaluate] of compiled) {
      const values = rules.stringsOf(await evaluate(claims), `extra ${key}`)
      found.push([key, rules.withoutEmpty(values)])
    }
    const id = dialect.keepsTokenId && typeof claims.jti === 'string' ? claims.jti : ''
    const mapped = found.filter(([, values]) => values.length > 0)
    return { ...Object.fromEntries(mapped), ...credentialExtra(id) }
  }
}
