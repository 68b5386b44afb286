import { readdirSync, readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { unusedUrl, serveLoopback, serveSocket } from '../fixtures/client/test-server.ts'
import type { LoopbackServer } from '../fixtures/client/test-server.ts'
import { referenceTarget } from '../fixtures/targets/reference-target.ts'
import { temporaryDirectory } from '../fixtures/targets/test-files.ts'
import { runCli } from './test-cli.ts'
import type { CliResult } from './test-cli.ts'
import type { ProxiedReply } from '../fixtures/targets/rewriting.ts'

const directory = temporaryDirectory()
afterAll(directory.remove)
const reportDir = join(directory.path, 'report')
const escapes = '\x1b[2J\x1b]0;owned\x07\r\u009b31m\u202egnp.exe\u0000'

const html: RequestListener = (_, reply) => {
  reply.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${escapes}</title>`)
}
const json: RequestListener = (_, reply) => void reply.end('{"kind":"Lost","things":[]}')
const prototype: RequestListener = (_, reply) =>
  void reply.end('{"__proto__":{"kind":"NamespaceList","items":[]},"constructor":{}}')
const redirect: RequestListener = (_, reply) =>
  void reply.writeHead(301, { location: 'http://192.0.2.1/' }).end()
const hangUp: RequestListener = request => void request.socket.destroy()

it.each<[string, () => Promise<LoopbackServer>, RegExp]>([
  ['HTML', () => serveLoopback(html), /got 200 text\/html, .*<title>/],
  ['JSON of another sort', () => serveLoopback(json), /got 200 .*Lost/],
  ['members of a prototype', () => serveLoopback(prototype), /got 200 .*__proto__/],
  ['a redirect', () => serveLoopback(redirect), /got 301/],
  ['a closed connection', () => serveLoopback(hangUp), /got no answer: /],
  ['garbage', () => serveSocket(socket => socket.end(escapes)), /got no answer: .*HTTP/],
])('tells a server that answers %s on one line, with exit code 2', async (_, serve, words) => {
  const { url, close } = await serve()
  onTestFinished(close)

  for (const command of [['certify', '--report-dir', reportDir], ['clean'], ['target', 'init']]) {
    const ran = await runCli(...command, url)

    expectOneLine(ran, 2)
    expect(ran.err).toMatch(words)
    expect(ran.err).toContain(`GET ${url}/api/v1/namespaces?limit=1: expected a NamespaceList`)
  }
})

it('reports a server that does not listen on one line, with exit code 2', async () => {
  const ran = await runCli('certify', '--report-dir', reportDir, await unusedUrl())

  expectOneLine(ran, 2)
  expect(ran.err).toMatch(/ECONNREFUSED/)
})

it('reports a refused namespace on one line, with its text escaped', async () => {
  const url = await urlRewriting((reply, method) =>
    method === 'POST'
      ? {
          ...reply,
          status: 403,
          body: { kind: 'Status', message: `no ${escapes}\npassed: all is well` },
        }
      : reply,
  )

  const ran = await runCli('certify', '--report-dir', reportDir, url, '--id', 'PAGE-004')

  expect(ran.out).toMatch(/^server {6}http/)
  expectOneLine({ ...ran, out: '' }, 2)
  expect(ran.err).toMatch(
    /POST \/api\/v1\/namespaces: expected the namespace touchstone-\w+-a to be/,
  )
  expect(ran.err).toContain('\\u202egnp.exe')
})

it('prints nothing of a failing server unescaped', async () => {
  const url = await urlRewriting((reply, method) =>
    method === 'GET' && reply.status === 200
      ? { ...reply, status: 500, body: { kind: 'Status', reason: escapes, message: escapes } }
      : reply,
  )
  const ids = ['GET-001', 'ENV-001', 'PAGE-001', 'LIST-001'].flatMap(id => ['--id', id])

  const { code, out, err } = await runCli(
    'certify',
    url,
    '--report-dir',
    reportDir,
    '--smoke',
    ...ids,
  )

  expect([1, 4]).toContain(code)
  for (const text of [out, err]) expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
})

/** Forms of the token that a target can compute without a key. */
const token = 'tok-3n.of_the~admin+/=42'
const echoes = [
  token,
  JSON.stringify(token),
  encodeURIComponent(token),
  ...['', 'a', 'ab'].flatMap(before => {
    const bytes = Buffer.from(`${before}${token} and more`)
    return [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')]
  }),
]
const command = '::error file=a.ts,line=1::owned'
const shout = [...echoes, command, '##[error]x ##vso[task.complete]y', escapes].join('\n')
const secrets = [token, encodeURIComponent(token), ...echoes.slice(3).map(one => one.slice(8, 24))]

const patient = { timeout: 120_000 }
it('prints no credential or command of a server that echoes them', patient, async () => {
  const annotated = (body: unknown) =>
    typeof body === 'object' && body !== null && 'metadata' in body
      ? {
          ...body,
          kind: shout,
          apiVersion: shout,
          metadata: { ...(body.metadata as object), shout },
        }
      : { kind: 'Status', reason: shout, message: shout, more: body }
  const url = await urlRewriting(reply => ({
    ...reply,
    headers: { ...reply.headers, 'x-echo': echoes.join(' '), warning: `299 - "${token}"` },
    body: annotated(reply.body),
  }))
  const [reports, histories] = ['echoed', 'histories'].map(name => join(directory.path, name))
  const ids = ['--id', 'ENV-001']
  const flags = ['--token-file', directory.write('echoed.token', token), '--smoke', ...ids]
  const [reportFlags, saving] = [
    ['--report-dir', String(reports)],
    ['--save-histories', String(histories)],
  ]

  const ran = await runCli('certify', url, ...reportFlags, ...saving, ...flags)
  const again = await runCli('judge', join(String(histories), 'histories.jsonl'))

  const files = readdirSync(directory.path, { recursive: true, withFileTypes: true })
    .filter(one => one.isFile() && one.name !== 'echoed.token')
    .map(one => readFileSync(join(one.parentPath, one.name), 'utf8'))
  const written = [ran.out, ran.err, again.out, again.err, ...files]
  expect(written.filter(text => text.includes('[redacted]')).length).toBeGreaterThan(3)
  expect(files.length).toBeGreaterThan(5)
  for (const text of written) {
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/^\s*::error/m)
    expect(text).not.toMatch(/##(vso)?\[/)
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
  }
})

it('reports why it cannot start, without the credential that the server echoes', async () => {
  const { url, close } = await serveLoopback((_, reply) => {
    reply.writeHead(401, { 'content-type': `text/plain; a=${token}` })
    reply.end(`${'x'.repeat(60)}${token}\n${command}`)
  })
  onTestFinished(close)

  const ran = await runCli('certify', '--token-file', directory.write('t', token), url)

  expectOneLine(ran, 2)
  expect(ran.err).toContain('[redacted]')
  expect(ran.err).not.toContain(token.slice(0, 8))
})

function expectOneLine({ code, out, err }: CliResult, expected: number): void {
  expect([code, out]).toEqual([expected, ''])
  expect(err).toMatch(/^touchstone: [^\n]+\n$/)
  expect(err).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
}

/** Starts a reference whose replies are changed once it has been recognised. */
async function urlRewriting(
  change: (reply: ProxiedReply, method: string) => ProxiedReply,
): Promise<string> {
  const isDiscovery = (path: string) => /^\/(apis|version|api\/v1\/namespaces)$/.test(path)
  const target = await referenceTarget({
    rewriting: () => ({
      request: request => ({
        ...request,
        headers: { ...request.headers, authorization: 'Bearer token-of-admin' },
      }),
      reply: (reply, { method, path }) =>
        method === 'GET' && isDiscovery(path) ? reply : change(reply, method),
    }),
  })
  onTestFinished(target.close)
  return target.connection.url
}
