import { expect, it } from 'vitest'
import type { JwtConfig } from '../../api/authentication.ts'
import { jwtRules } from './jwt-rules.ts'
import { cluster, genuine } from './test-issuer.ts'
import { userOfClaims } from './user-of-claims.ts'

const key = 'authentication.kubernetes.io/credential-id'

const userOf = (claims: object, config: Partial<JwtConfig>, dialect = genuine) =>
  userOfClaims(
    {
      issuer: { url: 'https://a', audiences: ['a'] },
      claimMappings: { username: { claim: 'sub', prefix: 'u:' } },
      ...config,
    },
    { rules: jwtRules, dialect },
  )({ sub: 'a', ...claims })

it('the token id is a user attribute in the kubernetes dialect, unless it is empty', async () => {
  expect(await userOf({ jti: 'x' }, {})).toMatchObject({ extra: { [key]: ['JTI=x'] } })
  for (const jti of ['', 7, null, undefined])
    expect(await userOf({ jti }, {})).not.toHaveProperty('extra')
  expect(await userOf({ jti: 'x' }, {}, cluster)).not.toHaveProperty('extra')
})

it('null is an empty string in the kubernetes dialect, and no value in the other', async () => {
  const mapped = {
    claimMappings: { username: { claim: 'name', prefix: 'u:' }, uid: { claim: 'id' } },
  }
  const nothing = { name: null, id: null }

  expect(await userOf(nothing, mapped)).toEqual({ name: 'u:', uid: '', groups: [] })
  await expect(userOf(nothing, mapped, cluster)).rejects.toThrow('expected a string, got null')
  const rule = { claimValidationRules: [{ claim: 'name' }] }
  expect(await userOf({ name: null }, rule)).toMatchObject({ name: 'u:a' })
  await expect(userOf({ name: null }, rule, cluster)).rejects.toThrow('claim name')
  await expect(userOf({}, rule)).rejects.toThrow('claim name')
})

it('rules for users see the mapped user', async () => {
  const config = (expression: string): Partial<JwtConfig> => ({
    claimMappings: {
      username: { claim: 'sub', prefix: 'u:' },
      groups: { claim: 'groups', prefix: 'g:' },
      extra: [{ key: 'example.org/team', valueExpression: 'claims.team' }],
    },
    userValidationRules: [{ expression, message: 'no' }],
  })
  const claims = { groups: ['one'], team: 'red' }

  for (const expression of [
    "user.username == 'u:a' && user.uid == ''",
    "user.groups == ['g:one']",
    "user.extra['example.org/team'] == ['red']",
  ])
    expect(await userOf(claims, config(expression))).toMatchObject({ name: 'u:a' })
  await expect(userOf(claims, config("'system:masters' in user.groups"))).rejects.toThrow(
    "validation expression ''system:masters' in user.groups' failed: no",
  )
})

it('an email address is accepted only if it is verified or email_verified is absent', async () => {
  const mapped = { claimMappings: { username: { claim: 'email', prefix: '' } } }

  expect(await userOf({ email: 'a@b' }, mapped)).toMatchObject({ name: 'a@b' })
  expect(await userOf({ email: 'a@b', email_verified: true }, mapped)).toMatchObject({
    name: 'a@b',
  })
  for (const email_verified of [false, null, 'true', 1, {}])
    await expect(userOf({ email: 'a@b', email_verified }, mapped)).rejects.toThrow('email_verified')
})
