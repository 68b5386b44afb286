import { once } from 'node:events'
import { connect as connectTo } from 'node:http2'
import { connect } from 'node:tls'

import { describe, expect, it, onTestFinished } from 'vitest'

import { defaultParts } from '../../server/default-parts.ts'
import { selfSignedCertificate } from '../self-signed-certificate.ts'
import { startReference } from '../../server/start.ts'
import { attack, sendRawBytes, statusesIn, readToEnd } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const core = '/api/v1/namespaces/default'
const maps = `${core}/configmaps`
const whoami = '/apis/authentication.cluster.example/v1/selfsubjectreviews'
const users = [
  { token: 'of-admin', name: 'admin', uid: '1', groups: ['system:masters'] },
  { token: 'of-limited', name: 'limited', uid: '2', groups: [] },
]
const server = await startVictim({ users })

type Header = readonly [name: string, value: string]

const bearer = (token: string): Header => ['Authorization', `Bearer ${token}`]
const admin = bearer('of-admin')
const limited = bearer('of-limited')
const as = (user: string): Header => ['Impersonate-User', user]

/** Encodes a request with raw headers. */
const bytesOf = (path: string, headers: readonly Header[], method = 'GET'): string => {
  const rest = headers.some(([name]) => name === 'Connection') ? [] : [['Connection', 'close']]
  const lines = [...headers, ...rest].map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n')
}

/** The same server with TLS in this process, so that its clock can be moved. */
async function secure() {
  const tls = selfSignedCertificate([], Date.now())
  const reference = await startReference(defaultParts({ users, tls }))
  onTestFinished(() => reference.close())
  const port = Number(new URL(reference.url).port)
  const session = connectTo(reference.url, { ca: tls.cert })
  onTestFinished(() => session.destroy())
  return {
    ...reference,
    async overTls(bytes: string): Promise<string> {
      const socket = connect({ port, ca: tls.cert, ALPNProtocols: ['http/1.1'] })
      onTestFinished(() => void socket.destroy())
      const answer = readToEnd(socket)
      socket.write(Buffer.from(bytes, 'latin1'))
      return answer
    },
    async overHttp2(path: string, headers: readonly Header[], method = 'GET', body = '') {
      const stream = session.request({
        ':path': path,
        ':method': method,
        ...Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
      })
      // A GET ends with its headers.
      if (method !== 'GET') stream.end(body)
      const [answer] = await once(stream, 'response')
      const pieces = await stream.toArray()
      return { status: Number(answer[':status']), text: Buffer.concat(pieces).toString() }
    },
  }
}

type Row = readonly [what: string, headers: readonly Header[], status: number]

const tokens: readonly Row[] = [
  ['none', [], 403],
  ['an empty header', [['Authorization', '']], 403],
  ['the scheme alone', [['Authorization', 'Bearer']], 403],
  ['another scheme', [['Authorization', 'Basic b2YtYWRtaW46']], 403],
  ['a token of nobody', [bearer('nobody')], 401],
  ['the beginning of a token', [bearer('of-admi')], 401],
  ['a token and a letter', [bearer('of-adminn')], 401],
  ['a token in capitals', [bearer('OF-ADMIN')], 401],
  ['12 KiB', [bearer('a'.repeat(12 * 1024))], 401],
  ['a signed token of another server', [bearer('eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.')], 401],
  ['the scheme in small letters', [['authorization', 'bearer of-admin']], 200],
  ['the scheme in capitals', [['AUTHORIZATION', 'BEARER of-admin']], 200],
  ['a token without rights', [limited], 403],
]

const longTokens: readonly Row[] = [
  ['60 KiB', [bearer('a'.repeat(60 * 1024))], 401],
  ['64 KiB', [bearer('a'.repeat(64 * 1024))], 431],
]

/** Requests that Node's HTTP/2 client refuses to send. */
const tokensTwice: readonly Row[] = [
  ['two users', [limited, admin], 400],
  ['one user twice', [admin, admin], 400],
  ['a user and nobody', [admin, bearer('nobody')], 400],
]

describe('T25: a token', () => {
  it.for([...tokens, ...longTokens, ...tokensTwice])(
    '%s is %i',
    async ([, headers, status], { annotate }) => {
      const bytes = bytesOf(maps, headers)

      const text = await attack({ server, annotate }, () => sendRawBytes(server, bytes))

      expect(statusesIn(text)).toEqual([status])
      if (status === 401) expect(text).toContain('"message":"Unauthorized","reason":"Unauthorized"')
    },
  )

  it('gives the same results over TLS and HTTP/2', async () => {
    const { overTls, overHttp2 } = await secure()

    for (const [what, headers, status] of [...tokens, ...tokensTwice])
      expect(statusesIn(await overTls(bytesOf(maps, headers))), what).toEqual([status])
    for (const [what, headers, status] of tokens)
      expect(await overHttp2(maps, headers), what).toMatchObject({ status })
  })

  it('of a service account is refused after it has expired', async () => {
    const { overHttp2, clock } = await secure()
    const json: Header = ['content-type', 'application/json']
    const post = (path: string, body: object) =>
      overHttp2(path, [admin, json], 'POST', JSON.stringify(body))
    await post(`${core}/serviceaccounts`, { metadata: { name: 'a' } })
    const made = await post(`${core}/serviceaccounts/a/token`, { spec: { expirationSeconds: 600 } })
    const { status } = JSON.parse(made.text) as { status: { token: string } }

    const before = await overHttp2(maps, [bearer(status.token)])
    clock.advance(601_000)
    const after = await overHttp2(maps, [bearer(status.token)])

    expect([before.status, after.status]).toEqual([403, 401])
    expect(after.text).toContain('"message":"Unauthorized"')
  })
})

/**
 * Requests of an administrator. A 200 would return the list that only the administrator may read.
 */
const impersonations: readonly Row[] = [
  ['a group alone', [['Impersonate-Group', 'system:masters']], 400],
  ['a uid alone', [['Impersonate-Uid', '5']], 400],
  ['something alone', [['Impersonate-Extra-%00', 'a']], 400],
  ['nobody', [['Impersonate-User', '']], 400],
  ['a header that nobody knows', [as('x'), ['Impersonate-Role', 'y']], 400],
  ['escapes', [as('\xc2\x9b31m')], 400],
  ['what is no UTF-8', [as('\x9b31m')], 403],
  ['a user', [as('x')], 403],
  ['a user with groups', [as('x'), ['Impersonate-Group', 'y']], 403],
  ['a user with odd keys', [as('x'), ['Impersonate-Extra-%00%zz', 'a']], 403],
  ['a user with the key __proto__', [as('x'), ['Impersonate-Extra-__proto__', 'a']], 403],
  ['a user of 12 KiB', [as('x'.repeat(12_000))], 403],
  ['nobody in particular', [as('system:anonymous')], 403],
]

describe('T26: a request that impersonates', () => {
  it.for(impersonations)(
    '%s has only the rights of that user',
    async ([, headers, status], test) => {
      const attacked = { server, annotate: test.annotate }
      const answers = await attack(attacked, () =>
        Promise.all(
          [admin, limited].map(user => sendRawBytes(server, bytesOf(maps, [user, ...headers]))),
        ),
      )

      expect(answers.flatMap(statusesIn)).toEqual([status, status])
      for (const text of answers) expect(text).not.toMatch(/[^\P{Cc}\r\n]/u)
    },
  )

  it('a user with 400 groups is authorized in bounded time', async ({ annotate }) => {
    const groups = Array.from(
      { length: 400 },
      (_, index): Header => ['Impersonate-Group', `g${index}`],
    )
    const bytes = bytesOf(maps, [admin, as('x'), ...groups])

    const text = await attack({ server, annotate }, () => sendRawBytes(server, bytes))

    expect(statusesIn(text)).toEqual([403])
  })

  it('a user gives the same results over TLS and HTTP/2', async () => {
    const { overTls, overHttp2 } = await secure()

    for (const [what, headers, status] of impersonations)
      expect(statusesIn(await overTls(bytesOf(maps, [admin, ...headers]))), what).toEqual([status])
    for (const [what, headers, status] of impersonations)
      expect(await overHttp2(maps, [admin, ...headers]), what).toMatchObject({ status })
  })
})

/** Requests that could make a proxy with its own credentials drop the impersonated user. */
const stripped: readonly Row[] = [
  ['named in Connection', [admin, ['Connection', 'close, Impersonate-User'], as('x')], 403],
  ['named beside credentials', [admin, ['Connection', 'Authorization, close'], as('x')], 403],
  ['credentials named alone', [admin, ['Connection', 'close, Authorization']], 200],
  ['with an underscore', [admin, ['Impersonate_User', 'x']], 400],
  ['with underscores and hyphens', [admin, ['Impersonate_Extra-a', 'x'], as('x')], 400],
  ['in capitals', [admin, ['IMPERSONATE-USER', 'x']], 403],
  ['twice', [admin, as('x'), as('admin')], 400],
  ['twice, in capitals too', [admin, as('x'), ['IMPERSONATE-USER', 'admin']], 400],
  ['twice, as a uid', [admin, as('x'), ['Impersonate-Uid', '1'], ['impersonate-uid', '2']], 400],
]

describe('T27: a header that sets the impersonated user', () => {
  it.for(stripped)('%s is obeyed or refused', async ([, headers, status], { annotate }) => {
    const bytes = bytesOf(maps, headers)

    const text = await attack({ server, annotate }, () => sendRawBytes(server, bytes))

    expect(statusesIn(text)).toEqual([status])
  })

  it('is obeyed or refused over TLS', async () => {
    const { overTls } = await secure()

    for (const [what, headers, status] of stripped)
      expect(statusesIn(await overTls(bytesOf(maps, headers))), what).toEqual([status])
  })

  it('with an underscore is refused over HTTP/2', async () => {
    const { overHttp2 } = await secure()

    const answer = await overHttp2(whoami, [admin, ['impersonate_user', 'x']])

    expect(answer.status).toBe(400)
  })
})
