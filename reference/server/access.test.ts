import { describe, expect, it } from 'vitest'

import type { AllowRule } from '../api/access.ts'
import { defaultParts } from './default-parts.ts'
import { startTestServer } from './test-server.ts'

const secrets = '/api/v1/namespaces/default/secrets'

const users = [
  { token: 'admin-token', name: 'ada', uid: '1', groups: ['system:masters'] },
  { token: 'limited-token', name: 'lim', uid: '2', groups: [] },
]

const as = (token: string) => ({ authorization: `Bearer ${token}` })

const guarded = (allow: AllowRule[] = []) => startTestServer(defaultParts({ users, allow }))

describe('a request', () => {
  it.each([
    ['a bad token, a path that is not there and a bad Accept', 'GET', '/nope', 'bad', 401],
    ['a bad token on a health endpoint', 'GET', '/livez', 'bad', 401],
    ['no right, an unknown type and a bad Accept', 'GET', '/api/v1/nope', 'limited-token', 403],
    ['no right and a bad body', 'POST', secrets, 'limited-token', 403],
    ['an unknown type and a bad Accept', 'GET', '/api/v1/nope', 'admin-token', 404],
    ['a method that is not served and a bad Accept', 'PUT', secrets, 'admin-token', 405],
    ['a bad Accept and a bad Content-Type', 'POST', secrets, 'admin-token', 406],
  ])('with %s: %s %s', async (_what, method, path, token, status) => {
    const { ask } = await guarded()
    const headers = { accept: 'image/png', 'content-type': 'text/plain', ...as(token) }

    const refused = await ask(method, path, method === 'GET' ? undefined : '{', headers)

    expect(refused).toMatchObject({ status, body: { kind: 'Status', code: status } })
  })

  it('with an invalid Content-Type is refused before its body is read', async () => {
    const { ask } = await guarded()
    const headers = { 'content-type': 'text/plain', ...as('admin-token') }

    expect((await ask('POST', secrets, '{', headers)).status).toBe(415)
  })

  it('without a token has access to health and version only', async () => {
    const { ask } = await guarded()

    for (const path of ['/livez', '/readyz', '/healthz', '/version']) {
      expect((await ask('GET', path)).status).toBe(200)
    }
    const refused = await ask('GET', secrets)
    expect(refused).toMatchObject({
      status: 403,
      headers: { 'x-content-type-options': 'nosniff' },
      body: {
        reason: 'Forbidden',
        message:
          'secrets is forbidden: User "system:anonymous" cannot list resource "secrets" ' +
          'in API group "" in the namespace "default"',
        details: { kind: 'secrets' },
      },
    })
    expect((await ask('GET', '/api')).body).toMatchObject({
      message: 'forbidden: User "system:anonymous" cannot get path "/api"',
    })
  })

  it('of a user without rights can discover the served types', async () => {
    const { ask } = await guarded()

    expect((await ask('GET', '/api', undefined, as('limited-token'))).status).toBe(200)
    expect((await ask('GET', '/', undefined, as('limited-token'))).status).toBe(403)
    for (const path of ['/openapi/v2', '/openapi/v3', '/openapi/v3/api/v1', '/apis']) {
      expect((await ask('GET', path, undefined, as('limited-token'))).status, path).toBe(200)
      expect((await ask('POST', path, undefined, as('limited-token'))).status, path).toBe(403)
      expect((await ask('GET', path)).status, path).toBe(403)
    }
  })

  it('of a user without rights can query its identity and rights (PATH-030)', async () => {
    const { ask } = await guarded()
    const post = (path: string, spec: object) =>
      ask('POST', `/apis/${path}`, { spec }, as('limited-token'))
    const rights = 'authorization.cluster.example/v1'

    const own = await post('authentication.cluster.example/v1/selfsubjectreviews', {})
    expect(own.body['status']).toMatchObject({ userInfo: { username: 'lim' } })
    const rules = await post(`${rights}/selfsubjectrulesreviews`, { namespace: 'default' })
    expect(rules.body['status']).toMatchObject({
      resourceRules: [
        { resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'] },
        { resources: ['selfsubjectreviews'] },
      ],
    })
    const other = { user: 'ada', resourceAttributes: { verb: 'get', resource: 'secrets' } }
    expect((await post(`${rights}/subjectaccessreviews`, other)).status).toBe(403)
  })

  it('can do only what a rule allows', async () => {
    const { ask } = await guarded([
      { user: 'lim', verbs: ['get', 'list'], resources: ['secrets'], namespaces: ['default'] },
    ])
    const status = async (method: string, path: string) =>
      (await ask(method, path, method === 'POST' ? {} : undefined, as('limited-token'))).status

    expect(await status('GET', secrets)).toBe(200)
    expect(await status('GET', `${secrets}/a`)).toBe(404)
    expect(await status('GET', `${secrets}?watch=1`)).toBe(403)
    expect(await status('GET', `${secrets}/a?watch=1`)).toBe(403)
    expect(await status('GET', '/api/v1/secrets')).toBe(403)
    expect(await status('GET', '/api/v1/namespaces/default')).toBe(403)
    expect(await status('POST', secrets)).toBe(403)
    expect(await status('DELETE', `${secrets}/a`)).toBe(403)
  })

  it('creates by PUT only with the right to create (PATH-021)', async () => {
    const rule = { user: 'lim', resources: ['leases'] }
    const path = '/apis/coordination.cluster.example/v1/namespaces/default/leases/a'
    const body = { metadata: { name: 'a' } }
    const only = await guarded([{ ...rule, verbs: ['update'] }])
    const both = await guarded([{ ...rule, verbs: ['update', 'create'] }])

    const refused = await only.ask('PUT', path, body, as('limited-token'))
    const created = await both.ask('PUT', path, body, as('limited-token'))

    expect(refused).toMatchObject({ status: 403, body: { reason: 'Forbidden' } })
    expect(refused.text).toContain('cannot create resource')
    expect(created.status).toBe(200)
  })

  it('needs no token if the server has no users, and an unknown token is refused', async () => {
    const { ask } = await startTestServer()
    const stray = as('whatever')

    expect((await ask('GET', secrets)).status).toBe(200)
    expect((await ask('GET', secrets, undefined, { authorization: 'Basic YTpi' })).status).toBe(200)
    for (const path of [secrets, '/nope', '/livez', '/version'])
      expect(await ask('GET', path, undefined, stray), path).toMatchObject({
        status: 401,
        body: { kind: 'Status', reason: 'Unauthorized' },
      })
    expect((await ask('POST', secrets, { metadata: { name: 'a' } }, stray)).status).toBe(401)
    expect((await ask('GET', secrets)).body.items).toEqual([])
  })
})

describe('a server without users', () => {
  const origin = 'https://page.example'
  const hosts = [
    'localhost',
    'LOCALHOST:80',
    'localhost.:1',
    '127.0.0.1:8001',
    '127.1.2.3',
    '[::1]:8',
  ]

  it.each(hosts)('answers a client that calls it %s', async host => {
    const { ask } = await startTestServer()

    expect((await ask('GET', secrets, undefined, { host })).status).toBe(200)
  })

  it('answers to the name that it listens at', async () => {
    const { ask } = await startTestServer(defaultParts({ bindAddress: 'localhost' }))

    expect((await ask('GET', secrets)).status).toBe(200)
  })

  it('answers a fetch by a program, which is not a web page', async () => {
    const { url } = await startTestServer()

    const created = await fetch(url + secrets, {
      method: 'POST',
      body: '{"metadata":{"name":"a"}}',
      headers: { 'content-type': 'application/json' },
    })

    expect(created.ok).toBe(true)
  })

  it.each([
    [{ origin }, 'Origin: expected none, got "https://page.example"'],
    [{ origin: 'null' }, 'Origin: expected none, got "null"'],
    [{ host: 'page.example:8001' }, 'Host: expected localhost or an address, got "page.example"'],
    [{ host: 'localhost.page.example' }, 'Host: expected localhost or an address'],
    [{ host: '127.0.0.1.page.example' }, 'Host: expected localhost or an address'],
  ])('refuses the request of a web page: %j', async (headers, fault) => {
    const { ask } = await startTestServer()

    const refused = await ask('POST', secrets, '{"metadata":{"name":"a"}}', headers)

    expect(refused).toMatchObject({
      status: 403,
      body: { kind: 'Status', reason: 'Forbidden', message: expect.stringContaining(fault) },
    })
    expect((await ask('GET', secrets)).body.items).toEqual([])
  })

  it('refuses web pages also with authentication by a configuration', async () => {
    const parts = defaultParts({ authentication: { anonymous: { enabled: true } } })
    const { ask } = await startTestServer(parts)

    expect((await ask('GET', secrets, undefined, { origin })).status).toBe(403)
    expect((await ask('GET', secrets)).status).toBe(200)
  })

  it('is the only kind that checks the origin of a request', async () => {
    const { ask } = await guarded()
    const headers = { ...as('admin-token'), origin, host: 'page.example' }

    expect((await ask('GET', secrets, undefined, headers)).status).toBe(200)
  })
})
