import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { curlScript } from './curl.ts'
import type { ScriptAccess } from './curl.ts'
import { exchangeOf, historyOfExchanges } from '../history/test-history.ts'
import type { Exchange } from '../history/history.ts'

it('sends each request as recorded, between creating and deleting its namespace', () => {
  const sent = argumentsOf([
    exchangeOf(
      'make',
      201,
      {},
      {
        request: { method: 'POST', path: '/namespaces/own/p?a=%20[1]', body: `{"it's": "$HOME"}` },
      },
    ),
  ])

  expect(sent.map(words => words.at(-1))).toEqual([
    'http://localhost:1/api/v1/namespaces',
    'http://localhost:1/namespaces/own/p?a=%20[1]',
    'http://localhost:1/api/v1/namespaces/own',
  ])
  expect(sent[1]).toEqual(
    expect.arrayContaining(['-X', 'POST', '--data-raw', `{"it's": "$HOME"}`, '-g']),
  )
  expect(sent[1]).toContain('Content-Type: application/json')
})

it('executes no body, label, method or header as a command or file', () => {
  const hostile = `';touch pwned;'$(touch pwned)\`touch pwned\``
  const sent = argumentsOf([
    exchangeOf(`a\ntouch pwned`, 0, undefined, {
      problem: 'x\ntouch pwned',
      request: {
        method: hostile,
        path: `/${hostile}`,
        headers: { 'content-type': hostile },
        body: '@/etc/passwd',
      },
    }),
  ])

  expect(sent).toHaveLength(1)
  expect(sent[0]).toEqual(
    expect.arrayContaining([hostile, `content-type: ${hostile}`, '--data-raw', '@/etc/passwd']),
  )
  expect(sent[0]).not.toContain('Content-Type: application/json')
})

it('sends one Accept header, that of the request if it sets one', () => {
  const request = { headers: { accept: 'application/yaml' } }
  const sent = argumentsOf([exchangeOf('a', 200, {}), exchangeOf('b', 200, {}, { request })])

  const accepted = (words: string[]) => words.filter(word => /^accept:/i.test(word))
  expect(sent.map(accepted)).toEqual([['Accept: application/json'], ['accept: application/yaml']])
})

it('sends bytes through a pipe, and removes headers', () => {
  const request = { method: 'POST', body: '{}', bytes: 'AAEC', headers: { accept: null } }

  const script = scriptOf(exchangeOf('a', 200, {}, { request }))

  expect(script).toContain(
    `printf %s 'AAEC' | base64 -d | send \${TOKEN:+-H "Authorization: Bearer $TOKEN"} -X 'POST' -H 'accept:' --data-binary @- "$URL"'/x'`,
  )
})

it('sends as the same identity, with tokens from variables', () => {
  const as = (who: Exchange['request']['who']) => exchangeOf('a', 200, {}, { request: { who } })
  const exchanges = [as('admin'), as('only-get'), as('anonymous'), as('bad-token')]

  const bearer = (words: string[]) => words.filter(word => word.startsWith('Authorization'))
  const withTokens = argumentsOf(exchanges, { TOKEN: 'root', TOKEN_ONLY_GET: 'get' })
  expect(withTokens.map(bearer)).toEqual([
    ['Authorization: Bearer root'],
    ['Authorization: Bearer get'],
    [],
    ['Authorization: Bearer not-a-token'],
  ])
  const withoutAdmin = argumentsOf(exchanges, { TOKEN_ONLY_GET: 'get' })
  expect(withoutAdmin.map(bearer).slice(0, 2)).toEqual([[], ['Authorization: Bearer get']])
})

it('sends nothing as a user without a credential, and names the variable', () => {
  const exchanges = [
    exchangeOf('a', 201, {}),
    exchangeOf('b', 200, {}, { request: { who: 'only-get' } }),
  ]

  const missing = endOf(exchanges, { ...access, created: ['only-get'] })
  const given = endOf(exchanges, access, { TOKEN_ONLY_GET: 'get' })
  const certified = endOf(exchanges, access, {
    CLIENT_CERTIFICATE_ONLY_GET: '/c.pem',
    CLIENT_KEY_ONLY_GET: '/k.pem',
  })

  expect(missing).toEqual({
    status: 3,
    sent: [],
    err:
      'TOKEN_ONLY_GET: expected a bearer token of a user who may get and nothing else ' +
      '(or CLIENT_CERTIFICATE_ONLY_GET and CLIENT_KEY_ONLY_GET, files in PEM), got none. ' +
      'The run created this user and deleted it again; touchstone replay creates another one. ' +
      'Or create a service account with a ClusterRole and a ClusterRoleBinding for the verb get ' +
      'on the types of the case, and set TOKEN_ONLY_GET to its "kubectl create token".\n',
  })
  expect([given.status, given.sent.length]).toEqual([0, 2])
  expect(certified.sent[1]).toEqual(expect.arrayContaining(['--cert', '/c.pem']))
})

it('asks for an administrator credential that the run did not read from a file', () => {
  const exchanges = [exchangeOf('a', 200, {})]

  const missing = endOf(exchanges, { ...access, needsAdmin: true })
  const given = endOf(exchanges, { ...access, needsAdmin: true }, { TOKEN: 'root' })

  expect(missing.status).toBe(3)
  expect(missing.err).toContain('TOKEN: expected a bearer token of an administrator (or CLIENT_')
  expect(given.sent[0]).toContain('Authorization: Bearer root')
})

it('reports a body that is too long for a shell, and omits controls', () => {
  const long = exchangeOf('a', 400, {}, { request: { method: 'POST', body: 'x'.repeat(3e6) } })
  const control = exchangeOf('b', 0, undefined, { request: { method: 'compact', path: '' } })

  const script = scriptOf(long, control)

  expect(script).toContain('# its body of 3000000 characters is truncated; replay sends all of it')
  expect(script).not.toContain('compact')
  expect(script.length).toBeLessThan(30_000)
})

it('sends requests to other endpoints as recorded', () => {
  const request = { method: 'GET', path: '/x', endpoint: 2 }

  const script = scriptOf(exchangeOf('a', 200, {}, { request }))

  expect(script).toContain(`"\${URL_2:-$URL}"'/x'`)
})

it('reads credentials from their files, and prefers variables', () => {
  const as = (who: Exchange['request']['who']) => exchangeOf('a', 200, {}, { request: { who } })
  const file = join(ownDirectory(), "it's a token")
  writeFileSync(file, 'from-file\n')
  const given = {
    ...access,
    files: {
      admin: { tokenFile: file, clientCertificate: '/c.pem', clientKey: '/k.pem' },
      limited: { tokenFile: file },
    },
    isUnverified: true,
  }

  const [admin, limited] = argumentsOf([as('admin'), as('limited')], {}, given)
  const [chosen] = argumentsOf([as('admin')], { TOKEN: 'chosen', URL: 'http://other' }, given)

  expect(admin).toEqual(expect.arrayContaining(['Authorization: Bearer from-file', '-k']))
  expect(admin).toEqual(expect.arrayContaining(['--cert', '/c.pem', '--key', '/k.pem']))
  expect(limited).not.toContain('--cert')
  expect(limited).toContain('Authorization: Bearer from-file')
  expect(chosen).toContain('Authorization: Bearer chosen')
  expect(chosen?.at(-1)).toBe('http://other/x')
})

it('prints the expected failure in its last line', () => {
  const script = curlScript(historyOfExchanges(exchangeOf('get', 200, {})), access, {
    says: "It isn't there.",
    expected: '404',
    got: '200\n$(touch pwned)',
    at: 'get',
  })

  const out = execFileSync('/bin/sh', ['-c', script.replace(/^send\(\).*$/m, 'send() { :; }')], {
    encoding: 'utf8',
    cwd: ownDirectory(),
  })

  expect(out.trimEnd().split('\n').at(-1)).toBe(
    `Look at the response to "get". It isn't there. Expected 404; in the run it was 200?$(touch pwned).`,
  )
})

it('sends concurrent requests concurrently, and waits for them', () => {
  const put = (lane: number) =>
    exchangeOf(`put ${lane}`, 200, {}, { lane, sentAt: 2, answeredAt: 9 })
  const [read, later] = [exchangeOf('read', 200, {}), exchangeOf('later', 200, {}, { sentAt: 9 })]

  const lines = scriptOf(read, put(0), put(1), later).split('\n')

  const at = (start: string) => lines.findIndex(line => line.startsWith(start))
  expect(at('wait "$lane_1"')).toBeGreaterThan(at(') & lane_1=$!'))
  expect(at(') & lane_1=$!')).toBeGreaterThan(at(') & lane_0=$!'))
  expect(at(`printf '%s\\n' '== later`)).toBeGreaterThan(at('wait "$lane_1"'))
  expect(argumentsOf([read, put(0), put(1), later])).toHaveLength(4)
  expect(endOf([put(0), put(1)], access, { FAILS_FOR: '/x' }).status).toBe(2)
  const inTurn = scriptOf(read, put(0), { ...put(1), sentAt: 9 })
  expect(inTurn).not.toContain('lane_0')
})

it('exits with 2 if a request gets no response', () => {
  const created = { method: 'POST', path: '/namespaces/own/p', body: '{}' }
  const all = [exchangeOf('make', 201, {}, { request: created }), exchangeOf('read', 200, {})]
  const { answer: _, ...none } = exchangeOf('hangs', 0, undefined, { problem: 'no response' })

  const unreachable = endOf(all, access, { FAILS_FOR: 'localhost' })
  const lost = endOf(all, access, { FAILS_FOR: '/x' })
  const known = endOf([...all.slice(0, 1), none], access, {
    FAILS_FOR: '/x',
  })

  expect([unreachable.status, unreachable.sent.length]).toEqual([2, 1])
  expect(unreachable.err).toMatch(/^No response from http:\/\/localhost:1: .*\n.*\n$/)
  // The namespace is deleted.
  expect([lost.status, lost.sent.length]).toEqual([2, 4])
  expect(lost.err).toMatch(/^No response from /)
  expect([known.status, known.err]).toEqual([0, ''])
})

const access = { url: 'http://localhost:1' }
const wanted = { says: 'It is so.', expected: '1', got: '2', at: 'a' }
const scriptOf = (...exchanges: Exchange[]) =>
  curlScript(historyOfExchanges(...exchanges), access, wanted)

function ownDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'touchstone-curl-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

/** Returns the arguments that the script passes to curl, one array per call. */
function argumentsOf(
  exchanges: Exchange[],
  env: Record<string, string> = {},
  given: ScriptAccess = access,
): string[][] {
  const { status, err, sent } = endOf(exchanges, given, env)
  expect([status, err]).toEqual([0, ''])
  return sent
}

/** Returns the exit of the script, and the arguments that it passed to curl. */
function endOf(exchanges: Exchange[], given: ScriptAccess, env: Record<string, string> = {}) {
  const directory = ownDirectory()
  const heard = join(directory, 'heard')
  writeFileSync(heard, '')
  const fake = [
    '#!/bin/sh',
    `{ printf 'call\\0'; printf '%s\\0' "$@"; } >> '${heard}'`,
    'for url in "$@"; do :; done',
    '[ -z "$FAILS_FOR" ] || case $url in *"$FAILS_FOR"*) exit 7;; esac',
    '',
  ].join('\n')
  writeFileSync(join(directory, 'curl'), fake, { mode: 0o755 })
  const script = join(directory, 'case.sh')
  writeFileSync(script, curlScript(historyOfExchanges(...exchanges), given, wanted))
  const PATH = `${directory}:/usr/bin:/bin`
  const { status, stderr } = spawnSync('/bin/sh', [script], {
    cwd: directory,
    env: { PATH, ...env },
    encoding: 'utf8',
  })
  expect(readdirSync(directory)).not.toContain('pwned')
  const sent = readFileSync(heard, 'utf8')
    .split('call\0')
    .slice(1)
    .map(call => call.split('\0').slice(0, -1))
  return { status, err: stderr, sent }
}
