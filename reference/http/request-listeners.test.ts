import { once } from 'node:events'
import { connect } from 'node:net'

import { describe, expect, it, vi } from 'vitest'

import { defaultParts } from '../server/default-parts.ts'
import { type SendTestRequest, startTestServer } from '../server/test-server.ts'

const secrets = '/api/v1/namespaces/default/secrets'
const bodyMax = 3 * 1024 * 1024

/** Returns the response on a socket up to its end. */
async function raw(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString()))
  socket.on('error', () => {})
  socket.write(text)
  await once(socket, 'close')
  return answer
}

const stored = async (ask: SendTestRequest) =>
  (await ask('GET', '/api/v1/secrets')).body.items.length

describe('a hostile body', () => {
  it.each([
    ['nothing', '', 400],
    ['no JSON', 'hello', 400],
    ['half an object', '{"metadata":{"name":"x"', 400],
    ['two objects', '{"metadata":{"name":"x"}}{}', 400],
    ['an array', '[{"metadata":{"name":"x"}}]', 400],
    ['a string', '"x"', 400],
    ['null', 'null', 400],
    ['a list', '{"kind":"SecretList","items":[{"metadata":{"name":"x"}}]}', 400],
    ['metadata that is an array', '{"metadata":[]}', 400],
    ['100,000 nested arrays', `{"x":${'['.repeat(100_000)}`, 400],
    ['100,000 nested objects', `{"metadata":${'{"a":'.repeat(100_000)}`, 400],
    ['a prototype', '{"__proto__":{"metadata":{"name":"x"}}}', 422],
    ['a byte that is no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400],
    ['3 MiB and one byte', 'x'.repeat(bodyMax + 1), 413],
  ])('of %s is refused, and nothing is stored', async (_what, body, status) => {
    const { ask } = await startTestServer()

    const refused = await ask('POST', secrets, body)

    expect(refused).toMatchObject({ status, body: { kind: 'Status', code: status } })
    expect(await stored(ask)).toBe(0)
  })

  it('beyond the limit is refused while it arrives, and its connection is closed', async () => {
    const parts = defaultParts()
    const small = { ...parts, limits: { ...parts.limits, bodyBytesMax: 10, discardWaitMs: 20 } }
    const { ask, url } = await startTestServer(small)
    const head = `POST ${secrets} HTTP/1.1\r\nHost: localhost\r\n`

    const announced = await raw(url, `${head}Content-Length: 1000000\r\n\r\n{`)
    const chunked = await raw(url, `${head}Transfer-Encoding: chunked\r\n\r\nb\r\n12345678901\r\n`)

    for (const answer of [announced, chunked]) {
      expect(answer).toMatch(/^HTTP\/1\.1 413 .*Connection: close/is)
      expect(answer).toContain('"reason":"RequestEntityTooLarge"')
    }
    expect(await stored(ask)).toBe(0)
  })

  it('that stops midway is not stored, and causes no error in the log', async () => {
    const { ask, url } = await startTestServer()
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const head = `POST ${secrets} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n`

    socket.write(`${head}{"metadata"`)
    await ask('GET', secrets)
    socket.destroy()
    await once(socket, 'close')

    expect(await stored(ask)).toBe(0)
    expect(written).not.toHaveBeenCalled()
    written.mockRestore()
  })

  it('in chunks is read like any other', async () => {
    const { ask, url } = await startTestServer()
    const body = '11\r\n{"metadata":{"nam\r\n8\r\ne":"a"}}\r\n0\r\n\r\n'

    const answer = await raw(
      url,
      `POST ${secrets} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n${body}`,
    )

    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(await stored(ask)).toBe(1)
  })
})

describe('a hostile path or query', () => {
  it.each([
    ['GET', `${secrets}/..%2fx`, 404],
    ['PUT', `${secrets}/..%2f..%2fnodes`, 404],
    ['GET', `${secrets}/../secrets`, 400],
    ['GET', `${secrets}/%00`, 404],
    ['GET', `${secrets}/%zz`, 400],
    ['DELETE', `${secrets}/${'x'.repeat(300)}`, 404],
    ['GET', `/api/v1/namespaces/${'x'.repeat(300)}/secrets`, 200],
    ['GET', '/api//v1/secrets', 404],
    ['GET', `${secrets}?limit=-5`, 200],
    ['GET', `${secrets}?limit=9223372036854775807`, 200],
    ['GET', `${secrets}?limit=9223372036854775808`, 400],
    ['GET', `${secrets}?limit=many`, 400],
    ['GET', `${secrets}?labelSelector=%00`, 400],
    ['GET', `${secrets}?fieldSelector=spec.x%3D1`, 400],
    ['GET', `${secrets}?nonsense=1`, 200],
    ['GET', `${secrets}?labelSelector=${'a,'.repeat(10_000)}a`, 200],
  ])('%s %s is answered with its own Status', async (method, path, status) => {
    const { ask } = await startTestServer()

    const answer = await ask(
      method,
      path,
      method === 'PUT' ? { metadata: { name: 'x' } } : undefined,
    )

    expect(answer.status).toBe(status)
    expect(answer.body.kind).toBe(status === 200 ? 'SecretList' : 'Status')
    expect(await stored(ask)).toBe(0)
  })

  it.each([
    ['GET', '/api/v1/nope', 404, 'NotFound'],
    ['GET', '/api/v2/secrets', 404, 'NotFound'],
    ['GET', '//api/v1/secrets', 404, 'NotFound'],
    ['GET', '/api/v1/secrets/a', 404, 'NotFound'],
    ['GET', '/api/v1/namespaces/default/nodes', 404, 'NotFound'],
    ['GET', `${secrets}/a/log`, 404, 'NotFound'],
    ['POST', `${secrets}/a`, 405, 'MethodNotAllowed'],
    ['POST', '/api/v1/secrets', 405, 'MethodNotAllowed'],
    ['PUT', secrets, 405, 'MethodNotAllowed'],
    ['PATCH', secrets, 405, 'MethodNotAllowed'],
    ['PATCH', `${secrets}/a`, 415, 'UnsupportedMediaType'],
    ['DELETE', '/api/v1/secrets', 405, 'MethodNotAllowed'],
    ['OPTIONS', secrets, 405, 'MethodNotAllowed'],
    ['POST', '/version', 405, 'MethodNotAllowed'],
  ])('%s %s is %i %s', async (method, path, code, reason) => {
    const { ask } = await startTestServer()

    expect(await ask(method, path)).toMatchObject({ status: code, body: { code, reason } })
  })

  it('that no handler serves is 404 in plain text', async () => {
    const { ask } = await startTestServer()

    for (const path of ['/nope', '/apis/nope/v1/things', '/openapi/v4']) {
      const answer = await ask('GET', path)
      expect(answer.status).toBe(404)
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(answer.text).toBe('404 page not found\n')
    }
  })

  it('with HEAD is 405 without a body', async () => {
    const { ask } = await startTestServer()

    expect(await ask('HEAD', secrets)).toMatchObject({ status: 405, text: '' })
  })
})

describe('a response', () => {
  it('carries the headers of the API', async () => {
    const { ask } = await startTestServer()

    const { headers, text } = await ask('GET', secrets, undefined, { 'audit-id': 'mine' })
    const other = await ask('GET', `${secrets}/none`)

    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-cache, private',
      'audit-id': 'mine',
      'content-length': String(text.length),
    })
    expect(headers['date']).toBeDefined()
    expect(other.headers['audit-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('hides internal errors, which are logged once', async () => {
    const parts = defaultParts()
    const broken = { ...parts.verbs.get, plan: () => JSON.parse('secret') as never }
    const { ask } = await startTestServer({ ...parts, verbs: { ...parts.verbs, get: broken } })
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)

    const answer = await ask('GET', `${secrets}/a`)

    expect(answer).toMatchObject({ status: 500, body: { reason: 'InternalError', code: 500 } })
    expect(answer.text).not.toContain('secret')
    expect(written).toHaveBeenCalledOnce()
    written.mockRestore()
  })

  it('to a request with an absolute URL is the same', async () => {
    const { url } = await startTestServer()

    const answer = await raw(
      url,
      `GET ${url}${secrets} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    )

    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })
})
