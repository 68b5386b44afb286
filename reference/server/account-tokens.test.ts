import { expect, test } from 'vitest'

import type { AllowRule } from '../api/access.ts'
import { defaultParts } from './default-parts.ts'
import { type SendTestRequest, startTestServer } from './test-server.ts'

const core = '/api/v1/namespaces/default'
const accounts = `${core}/serviceaccounts`
const reviews = '/apis/authentication.cluster.example/v1'
const name = 'system:serviceaccount:default:a'
const groups = ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated']

const as = (token: string) => ({ authorization: `Bearer ${token}` })

const users = [{ token: 'admin', name: 'ada', uid: '1', groups: ['system:masters'] }]

/** A server with users, an account, and `admin` to send requests as one of the users. */
async function guarded(allow: AllowRule[] = []) {
  const server = await startTestServer(defaultParts({ users, allow }))
  const ask: SendTestRequest = (method, path, body) => server.ask(method, path, body, as('admin'))
  const { body } = await ask('POST', accounts, { metadata: { name: 'a' } })
  return { ...server, admin: ask, account: body }
}

async function tokenFrom(ask: SendTestRequest, spec: object = {}): Promise<string> {
  const { body } = await ask('POST', `${accounts}/a/token`, { spec })
  return String((body['status'] as { token: string }).token)
}

test('a token request is returned with a token and its defaults filled in', async () => {
  const { admin, account, clock } = await guarded()
  const before = clock.now()
  const { status, body } = await admin('POST', `${accounts}/a/token`, {})
  const { token, expirationTimestamp } = body['status'] as { [member: string]: string }

  expect(status).toBe(200)
  expect(body).toMatchObject({
    kind: 'TokenRequest',
    apiVersion: 'authentication.cluster.example/v1',
    metadata: { name: 'a', namespace: 'default', uid: account.metadata.uid },
    spec: { audiences: ['https://cluster.default.svc'], expirationSeconds: 3600 },
  })
  expect(body.metadata).not.toHaveProperty('resourceVersion')
  expect(Date.parse(expirationTimestamp ?? '') - before).toBeGreaterThan(3598_000)
  const [, payload = ''] = token?.split('.') ?? []
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    iss: 'https://cluster.default.svc',
    aud: ['https://cluster.default.svc'],
    sub: name,
  })
})

test('a request with the token authenticates as the service account', async () => {
  const { ask, admin, account } = await guarded([
    { user: name, verbs: ['list'], resources: ['secrets'] },
    { user: '*', verbs: ['create'], resources: ['selfsubjectreviews'] },
  ])
  const bearer = as(await tokenFrom(admin))
  const who = await ask('POST', `${reviews}/selfsubjectreviews`, {}, bearer)

  expect(who.body['status']).toEqual({
    userInfo: { username: name, uid: account.metadata.uid, groups },
  })
  expect((await ask('GET', `${core}/secrets`, undefined, bearer)).status).toBe(200)
  expect((await ask('GET', `${core}/configmaps`, undefined, bearer)).status).toBe(403)
})

test('a token review returns the user and audiences of a token', async () => {
  const { admin, account } = await guarded()
  const review = async (token: string, ...audiences: string[]) =>
    (await admin('POST', `${reviews}/tokenreviews`, { spec: { token, audiences } })).body['status']
  const token = await tokenFrom(admin, { audiences: ['x', 'y'] })
  const own = await tokenFrom(admin)
  const user = { username: name, uid: account.metadata.uid, groups }

  expect(await review(own)).toMatchObject({ authenticated: true, user })
  expect(await review(token, 'y', 'z')).toEqual({ authenticated: true, user, audiences: ['y'] })
  expect(await review(token)).not.toHaveProperty('authenticated')
  expect(await review(`${own}x`)).not.toHaveProperty('authenticated')
})

test('a token that is altered or for another audience is refused', async () => {
  const { ask, admin } = await guarded()
  const token = await tokenFrom(admin)
  const [head = '', payload = '', signature = ''] = token.split('.')
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  const wrong = [
    await tokenFrom(admin, { audiences: ['x'] }),
    `${head}.${payload}.`,
    `${none}.${payload}.${signature}`,
    `${head}.${payload.slice(0, -4)}.${signature}`,
    `${head}.${payload}.${signature}=`,
  ]

  expect((await ask('GET', '/livez', undefined, as(token))).status).toBe(200)
  for (const one of wrong) {
    expect((await ask('GET', '/livez', undefined, as(one))).status).toBe(401)
  }
})

test('a token expires after its lifetime', async () => {
  const { ask, admin, clock } = await guarded()
  const token = await tokenFrom(admin, { expirationSeconds: 600 })
  const status = async () => (await ask('GET', '/livez', undefined, as(token))).status

  clock.advance(598_000)
  expect(await status()).toBe(200)
  clock.advance(2000)
  expect(await status()).toBe(401)
})

test('a token is invalid once its account is deleted, even if the name is used again', async () => {
  const { ask, admin } = await guarded()
  const token = await tokenFrom(admin)
  const status = async () => (await ask('GET', '/livez', undefined, as(token))).status
  await admin('DELETE', `${accounts}/a`)
  expect(await status()).toBe(401)
  await admin('POST', accounts, { metadata: { name: 'a' } })

  expect(await status()).toBe(401)
})

test('a token is invalid once the object that it is bound to is deleted', async () => {
  const { ask, admin } = await guarded()
  await admin('POST', `${core}/secrets`, { metadata: { name: 's' } })
  const token = await tokenFrom(admin, { boundObjectRef: { kind: 'Secret', name: 's' } })
  const status = async () => (await ask('GET', '/livez', undefined, as(token))).status
  expect(await status()).toBe(200)
  await admin('DELETE', `${core}/secrets/s`)

  expect(await status()).toBe(401)
})

test.each([
  [422, 'spec.expirationSeconds', { spec: { expirationSeconds: 599 } }],
  [422, 'spec.expirationSeconds', { spec: { expirationSeconds: 2 ** 32 + 1 } }],
  [422, 'metadata.name', { metadata: { name: 'b' } }],
  [400, 'namespace', { metadata: { namespace: 'b' } }],
  [409, 'UID', { metadata: { uid: 'x' } }],
  [400, 'type', { spec: { expirationSeconds: 'x' } }],
  [404, 'secrets', { spec: { boundObjectRef: { kind: 'Secret', name: 'absent' } } }],
  [404, 'nodes', { spec: { boundObjectRef: { kind: 'Node', name: 'absent' } } }],
  [
    400,
    '/v1, Kind=ConfigMap',
    { spec: { boundObjectRef: { apiVersion: 'v1', kind: 'ConfigMap' } } },
  ],
  [409, 'UID', { spec: { boundObjectRef: { kind: 'Secret', name: 's', uid: 'x' } } }],
  [400, 'different serviceaccount', { spec: { boundObjectRef: { kind: 'Pod', name: 'p' } } }],
])('an invalid token request is refused: %i %s', async (code, _what, body) => {
  const { ask } = await startTestServer()
  await ask('POST', accounts, { metadata: { name: 'a' } })
  await ask('POST', `${core}/secrets`, { metadata: { name: 's' } })
  const pod = { serviceAccountName: 'b', containers: [{ name: 'c', image: 'i' }] }
  await ask('POST', `${core}/pods`, { metadata: { name: 'p' }, spec: pod })

  expect((await ask('POST', `${accounts}/a/token`, body)).status).toBe(code)
  expect((await ask('POST', `${accounts}/absent/token`, {})).status).toBe(404)
})

test('on a server without users the account of a token has all rights', async () => {
  const { ask } = await startTestServer()
  await ask('POST', accounts, { metadata: { name: 'a' } })
  const bearer = as(await tokenFrom(ask))
  const who = await ask('POST', `${reviews}/selfsubjectreviews`, {}, bearer)

  expect(who.body['status']).toMatchObject({ userInfo: { username: name } })
  expect((await ask('GET', `${core}/secrets`, undefined, bearer)).status).toBe(200)
  await ask('DELETE', `${accounts}/a`)
  expect((await ask('GET', `${core}/secrets`, undefined, bearer)).status).toBe(401)
  expect((await ask('GET', `${core}/secrets`, undefined, as('x.y.z'))).status).toBe(401)
})
