import { expect, it } from 'vitest'
import type { FetchDocument } from './fetch-document.ts'
import {
  claimsWith,
  issuerKey,
  publisher,
  signedToken,
  startedAuthenticator,
  testConfig,
  testIssuerUrl,
} from './test-issuer.ts'
import type { IssuerKey } from './test-issuer.ts'

const isKeys = (url: string) => url === `${testIssuerUrl}/keys`

/** An issuer whose keys, state and clock the test changes. */
function changeable(...keys: IssuerKey[]) {
  const state = { keys, ms: 0, isDown: false }
  const { calls, fetchDocument } = publisher(() => state.keys)
  const fetchUnlessDown: FetchDocument = async (url, options) => {
    const found = await fetchDocument(url, options)
    return state.isDown && isKeys(url) ? { status: 500, text: 'x' } : found
  }
  const { authenticate } = startedAuthenticator(testConfig, {
    fetchDocument: fetchUnlessDown,
    clock: { now: () => 1_800_000_000_000, steady: () => state.ms },
  })
  return { state, authenticate, keyCalls: () => calls.filter(isKeys).length }
}

const tokenOf = (key: IssuerKey, header = {}) => signedToken(claimsWith(), key, header)
const accepted = { name: 'somebody' }
const refused = { fault: expect.any(String) }

it('a token with a new key is accepted, and then one with a revoked key is refused', async () => {
  const [old, next] = [issuerKey('old'), issuerKey('next')]
  const { state, authenticate, keyCalls } = changeable(old)

  expect(await authenticate(tokenOf(old))).toMatchObject(accepted)
  state.keys = [next]
  state.ms = 1_000
  expect(await authenticate(tokenOf(old))).toMatchObject(accepted)
  expect(keyCalls()).toBe(1)
  expect(await authenticate(tokenOf(next))).toMatchObject(accepted)
  expect(await authenticate(tokenOf(old))).toMatchObject(refused)
  expect(keyCalls()).toBe(2)
})

it('a key that replaces one with the same id, or one without an id, is fetched', async () => {
  for (const kid of ['same', undefined]) {
    const [old, next] = [issuerKey(kid), issuerKey(kid)]
    const { state, authenticate } = changeable(old)

    expect(await authenticate(tokenOf(old))).toMatchObject(accepted)
    Object.assign(state, { keys: [next], ms: 1_000 })
    expect(await authenticate(tokenOf(next))).toMatchObject(accepted)
    expect(await authenticate(tokenOf(old))).toMatchObject(refused)
  }
})

it('a token without kid is verified with each key of its algorithm', async () => {
  const keys = [issuerKey('a'), issuerKey('b'), issuerKey('c')]
  const { authenticate, keyCalls } = changeable(...keys)

  for (const key of keys)
    expect(await authenticate(tokenOf(key, { kid: undefined }))).toMatchObject(accepted)
  expect(await authenticate(tokenOf(issuerKey()))).toMatchObject(refused)
  expect(await authenticate(tokenOf(keys[0] as IssuerKey, { kid: 'b' }))).toMatchObject(refused)
  expect(keyCalls()).toBe(1)
})

it('a flood of tokens with unknown keys fetches the keys at most once per second', async () => {
  const good = issuerKey('good')
  const { state, authenticate, keyCalls } = changeable(good)
  await authenticate(tokenOf(good))
  const unknown = Array.from({ length: 200 }, (_, index) => tokenOf(issuerKey(`unknown-${index}`)))

  for (const ms of [500, 1_000, 1_999, 2_000]) {
    state.ms = ms
    for (const found of await Promise.all(unknown.map(authenticate)))
      expect(found).toMatchObject(refused)
  }
  expect(keyCalls()).toBe(3)
  expect(await authenticate(tokenOf(good))).toMatchObject(accepted)
})

it('unavailable keys are fetched again after a second, and known keys stay valid', async () => {
  const [good, next] = [issuerKey('good'), issuerKey('next')]
  const { state, authenticate, keyCalls } = changeable(good)
  state.isDown = true
  const down = { fault: `${testIssuerUrl}/keys: expected status 200, got 500` }

  expect(await authenticate(tokenOf(good))).toEqual(down)
  expect(await authenticate(tokenOf(good))).toEqual(down)
  expect(keyCalls()).toBe(1)
  Object.assign(state, { isDown: false, ms: 1_000 })
  expect(await authenticate(tokenOf(good))).toMatchObject(accepted)

  Object.assign(state, { isDown: true, ms: 2_000, keys: [next] })
  expect(await authenticate(tokenOf(next))).toEqual(down)
  expect(await authenticate(tokenOf(good))).toMatchObject(accepted)
})

it('keys for another use or algorithm are not used', async () => {
  const { privateKey, jwk } = issuerKey('one')
  for (const change of [{ use: 'enc' }, { alg: 'ES384' }, { key_ops: ['sign'] }, { kty: 'oct' }]) {
    const { authenticate } = changeable({ privateKey, jwk: { ...jwk, ...change } })
    expect(await authenticate(tokenOf({ privateKey, jwk }))).toMatchObject(refused)
  }
})

it.each(['<html>', '[]', '{}', '{"keys":{}}', '{"keys":[7,null,[]]}', '{"keys":[{"kty":"EC"}]}'])(
  'no token is accepted with the key set %s',
  async text => {
    const fetchDocument: FetchDocument = async url =>
      isKeys(url) ? { status: 200, text } : publisher(() => []).fetchDocument(url, {})
    const { authenticate } = startedAuthenticator(testConfig, { fetchDocument })

    expect(await authenticate(tokenOf(issuerKey('a')))).toMatchObject(refused)
  },
)

it('only the first hundred of many keys without an id are tried', async () => {
  const [first, ...others] = Array.from({ length: 101 }, () => issuerKey())
  const { authenticate } = changeable(first as IssuerKey, ...others)

  expect(await authenticate(tokenOf(others[98] as IssuerKey))).toMatchObject(accepted)
  expect(await authenticate(tokenOf(others[99] as IssuerKey))).toMatchObject(refused)
})

it('the key that a token names is found among many keys with ids', async () => {
  const keys = Array.from({ length: 101 }, (_, index) => issuerKey(`k${index}`))
  const { authenticate } = changeable(...keys)

  expect(await authenticate(tokenOf(keys[100] as IssuerKey))).toMatchObject(accepted)
})
