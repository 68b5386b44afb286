import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import type { JwtConfig } from '../../api/authentication.ts'
import {
  claimsWith,
  genuine,
  issuerKey,
  publisher,
  signedToken,
  startedAuthenticator,
  testConfig,
  testIssuerUrl,
  testNowMs,
} from './test-issuer.ts'

const key = issuerKey('a')
const { fetchDocument } = publisher(() => [key])
const seconds = testNowMs / 1000

const authenticatorOf = (
  mappings: Partial<JwtConfig['claimMappings']> = {},
  more: Partial<JwtConfig> = {},
  context: Parameters<typeof startedAuthenticator>[1] = {},
) =>
  startedAuthenticator(
    { ...testConfig, claimMappings: { ...testConfig.claimMappings, ...mappings }, ...more },
    { fetchDocument, ...context },
  ).authenticate

const authenticate = authenticatorOf()
const tokenOf = (claims: object | string, header = {}) =>
  signedToken(typeof claims === 'string' ? claims : claimsWith(claims), key, header)
const refused = { fault: expect.any(String) }

/** Returns the text of good claims with more members, which may be duplicates. */
const textWith = (members: string) => JSON.stringify(claimsWith()).replace(/\}$/, `,${members}}`)

it('refuses headers that would let anyone sign a token', async () => {
  const good = tokenOf({})
  const [, payload = '', signature = ''] = good.split('.')
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsigned = (header: object) => `${encoded(header)}.${payload}`
  const published = [JSON.stringify(key.jwk), String(key.jwk.x), `${key.jwk.x}${key.jwk.y}`]
  const hmacs = published.map(secret => {
    const signed = unsigned({ alg: 'HS256', kid: 'a' })
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
  })
  const foreign = issuerKey('a')

  expect(await authenticate(good)).toMatchObject({ name: 'somebody' })
  for (const token of [
    ...['none', 'None', 'NONE', '', 7, null].flatMap(alg => [
      `${unsigned({ alg })}.`,
      `${unsigned({ alg })}.${signature}`,
    ]),
    `${unsigned({})}.${signature}`,
    ...hmacs,
    `.${payload}.${signature}`,
    `${unsigned({ alg: 'ES256' })}.`,
    `${good}x`,
    good.slice(0, -4),
    good.replace('.', '. '),
    tokenOf({}, { alg: 'EdDSA' }),
    tokenOf({}, { alg: 'RS256' }),
    tokenOf({}, { alg: 'ES384' }),
    tokenOf({}, { crit: ['unknown'], unknown: 1 }),
    tokenOf({}, { crit: ['exp'], exp: 1 }),
    tokenOf({}, { crit: [] }),
    tokenOf({}, { crit: ['b64'], b64: false }),
    // A key that the token brings along is not used.
    signedToken(claimsWith(), foreign, { jwk: foreign.jwk }),
    signedToken(claimsWith(), foreign, { jku: 'https://127.0.0.1:1/keys', x5u: 'https://b' }),
    signedToken(claimsWith({ big: 'x'.repeat(1_000_000) }), foreign),
    tokenOf({}, { kid: ['a'] }),
    tokenOf({}, { kid: '__proto__' }),
  ])
    expect(await authenticate(token), token.slice(0, 200)).toEqual(refused)
})

it('returns no decision for a token of another issuer', async () => {
  const elsewhere = [
    `${testIssuerUrl}/`,
    'https://ISSUER.example',
    'HTTPS://issuer.example',
    'https://issuer.example:443',
    'https://issuer.example?',
    'https://issuer.example#',
    ' https://issuer.example',
    'https://issuer.example\0',
    'https://issuer.example\u200b',
    'https://i\u017fsuer.example',
    'https://\uff49ssuer.example',
    'http://issuer.example',
    '',
    null,
    7,
    [testIssuerUrl],
    { url: testIssuerUrl },
    undefined,
  ]
  for (const iss of elsewhere)
    expect(await authenticate(tokenOf({ iss })), String(iss)).toBeUndefined()
  const dots = '.'.repeat(1_000_000)
  for (const text of ['', '.', '..', 'a.b', 'a.b.c', 'a.b.c.d', dots, `${tokenOf({})}.`])
    expect(await authenticate(text)).toBeUndefined()
  for (const claims of ['[]', '7', 'null', '""', '{', '['.repeat(50_000)])
    expect(await authenticate(tokenOf(claims))).toBeUndefined()
})

it.each<[claims: object, isAccepted: boolean]>([
  [{ exp: seconds + 1 }, true],
  [{ exp: seconds + 0.001 }, true],
  [{ exp: seconds }, false],
  [{ exp: seconds - 1 }, false],
  [{ exp: 0 }, false],
  [{ exp: -1 }, false],
  [{ exp: 1e300 }, false],
  [{ exp: `${seconds + 600}` }, false],
  [{ exp: null }, false],
  [{ exp: [seconds + 600] }, false],
  [{ exp: undefined }, false],
  [{ nbf: seconds + 60 }, true],
  [{ nbf: seconds + 61 }, false],
  [{ nbf: -1e300 }, false],
  [{ nbf: 'x' }, false],
  [{ iat: seconds + 600 }, true],
  [{ iat: 0 }, true],
  [{ iat: 'x' }, false],
])('for a token with the times %j, acceptance is %s', async (claims, isAccepted) => {
  const found = await authenticate(tokenOf(claims))
  expect(found).toMatchObject(isAccepted ? { name: 'somebody' } : refused)
})

it('a time that is too large for a number is refused', async () => {
  const infinite = JSON.stringify(claimsWith({ exp: undefined })).replace('{', '{"exp":1e999,')
  expect(await authenticate(tokenOf(infinite))).toEqual(refused)
})

it('the last of duplicate claims counts, for every rule', async () => {
  const byExpression = authenticatorOf({ username: { expression: 'claims.sub' } })
  for (const one of [authenticate, byExpression]) {
    expect(await one(tokenOf(textWith('"sub":"last"')))).toMatchObject({ name: 'last' })
    expect(await one(tokenOf(textWith('"sub":7')))).toEqual(refused)
    expect(await one(tokenOf(textWith('"aud":"other"')))).toEqual(refused)
    expect(await one(tokenOf(textWith(`"exp":${seconds}`)))).toEqual(refused)
    expect(await one(tokenOf(textWith('"iss":"https://b"')))).toBeUndefined()
  }
})

it('standard claims of wrong types are refused, whether they are mapped or not', async () => {
  const byName = authenticatorOf({ username: { claim: 'name', prefix: '' } })
  const withName = (claims: object) => tokenOf({ name: 'n', ...claims })

  for (const claims of [{}, { sub: null }, { nonce: 'x', at_hash: 'x' }, { aud: ['touchstone'] }])
    expect(await byName(withName(claims))).toMatchObject({ name: 'n' })
  for (const value of [7, true, ['x'], { x: 'x' }])
    for (const name of ['sub', 'nonce', 'at_hash'])
      expect(await byName(withName({ [name]: value }))).toEqual({
        fault: expect.stringContaining(`claim ${name}: expected a string`),
      })
  for (const aud of [7, null, {}, [], ['touchstone', 7], [['touchstone']], { touchstone: 1 }])
    expect(await byName(withName({ aud }))).toEqual(refused)
})

it('mapped claims of any JSON type give the right user or a reason for refusal', async () => {
  const values = [null, true, 0, -0, 1e300, '', 'x', [], ['x'], [null], [['x']], {}, { x: 1 }]
  const mapped = authenticatorOf({
    username: { claim: 'user', prefix: 'u:' },
    groups: { claim: 'groups', prefix: 'g:' },
    uid: { claim: 'uid' },
  })
  for (const value of values) {
    const isText = typeof value === 'string'
    expect(await mapped(tokenOf({ user: value, uid: 'u' })), JSON.stringify(value)).toEqual(
      isText ? { name: `u:${value}`, uid: 'u', groups: [] } : refused,
    )
    expect(await mapped(tokenOf({ user: 'a', uid: value }))).toEqual(
      isText ? { name: 'u:a', uid: value, groups: [] } : refused,
    )
    const groups = [value ?? []].flat()
    const areGroups = groups.every(one => typeof one === 'string')
    expect(await mapped(tokenOf({ user: 'a', uid: 'u', groups: value }))).toEqual(
      areGroups
        ? { name: 'u:a', uid: 'u', groups: groups.filter(one => one !== '').map(one => `g:${one}`) }
        : refused,
    )
  }
})

it('claims named like prototype members are read like other claims', async () => {
  for (const claim of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const mapped = authenticatorOf({
      username: { claim, prefix: '' },
      groups: { claim: 'constructor', prefix: '' },
    })
    expect(await mapped(tokenOf({}))).toEqual(refused)
    if (claim === 'constructor') continue
    const text = textWith(`"${claim}":"own"`)
    expect(await mapped(tokenOf(text))).toEqual({ name: 'own', uid: '', groups: [] })
  }
})

it('names are not altered: system prefixes, control characters, direction marks', async () => {
  const names = ['system:admin', 'system:anonymous', 'a\r\nb', 'a\0b', '\u202eb', '\x1b[2J', ' ']
  const prefixed = authenticatorOf({ username: { claim: 'sub', prefix: 'oidc:' } })
  const groups = { claim: 'groups', prefix: 'oidc:' }
  for (const sub of names) {
    expect(await authenticate(tokenOf({ sub }))).toMatchObject({ name: sub })
    expect(await prefixed(tokenOf({ sub }))).toMatchObject({ name: `oidc:${sub}` })
    expect(await authenticatorOf({ groups })(tokenOf({ groups: [sub] }))).toMatchObject({
      groups: [`oidc:${sub}`],
    })
  }
  const rule = { expression: "!user.username.startsWith('system:')", message: 'reserved' }
  const ruled = authenticatorOf({}, { userValidationRules: [rule] })
  expect(await ruled(tokenOf({ sub: 'system:admin' }))).toEqual({
    fault: expect.stringContaining('failed: reserved'),
  })
})

it('an empty user name is refused, but a genuine server accepts it in a claim', async () => {
  const byExpression = { username: { expression: 'claims.sub' } }
  for (const sub of ['', null]) {
    expect(await authenticate(tokenOf({ sub }))).toEqual(refused)
    expect(await authenticatorOf({}, {}, { dialect: genuine })(tokenOf({ sub }))).toMatchObject({
      name: '',
    })
    expect(await authenticatorOf(byExpression)(tokenOf({ sub }))).toEqual(refused)
    const both = authenticatorOf(byExpression, {}, { dialect: genuine })
    expect(await both(tokenOf({ sub }))).toEqual(refused)
  }
})

it('deep nesting and thousands of claims are read, or refused with a reason', async () => {
  const deep = `"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`c${index}`, index]))
  const mapped = authenticatorOf({ username: { expression: 'claims.deep' } })
  const compared = authenticatorOf(
    {},
    {
      claimValidationRules: [{ expression: 'claims.deep == claims.deep' }],
    },
  )

  expect(await authenticate(tokenOf(many))).toMatchObject({ name: 'somebody' })
  expect(await mapped(tokenOf(textWith(deep)))).toEqual(refused)
  expect(await compared(tokenOf(textWith(deep)))).toEqual(refused)
  const required = { claim: 'deep', requiredValue: 'x' }
  const strict = authenticatorOf({}, { claimValidationRules: [required] })
  expect(await strict(tokenOf(textWith(deep)))).toEqual(refused)
})

it('a reason contains at most a part of a claim', async () => {
  const found = await authenticate(tokenOf({ sub: ['x'.repeat(100_000)] }))
  expect(found).toEqual({ fault: expect.stringMatching(/^claim sub: expected .{1,150}$/) })
})

it('a reason does not contain a token that is in a claim', async () => {
  const inner = tokenOf({})
  const required = { claim: 'inner', requiredValue: 'x' }
  const strict = authenticatorOf({}, { claimValidationRules: [required] })
  for (const claims of [{ inner }, { inner: [`Bearer ${inner}`] }, { inner: { a: inner } }]) {
    const found = await strict(tokenOf(claims))
    expect(found).toEqual({ fault: expect.stringContaining('[token]') })
    expect(JSON.stringify(found)).not.toContain(inner.slice(0, 20))
  }
})

it('distributed groups claims are refused, and not read as no groups', async () => {
  const mapped = authenticatorOf({ groups: { claim: 'groups', prefix: '' } })
  const sources = {
    _claim_sources: { one: { endpoint: 'https://127.0.0.1:1/', access_token: 's' } },
  }
  const at = (names: unknown) => tokenOf({ _claim_names: names, ...sources })

  expect(await mapped(at({ groups: 'one' }))).toEqual({
    fault: 'claim groups: expected groups in the token, got a distributed claim',
  })
  expect(await mapped(at('groups'))).toEqual(refused)
  expect(await mapped(at({ roles: 'one' }))).toMatchObject({ groups: [] })
  const both = tokenOf({ groups: ['a'], _claim_names: { groups: 'one' }, ...sources })
  expect(await mapped(both)).toMatchObject({ groups: ['a'] })
})
