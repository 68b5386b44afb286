// The program of docs/target-file.md starts a stand-in for kube-apiserver, which accepts the same
// flags and needs no etcd. The nightly run starts the genuine program.

import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAuthority } from '../../fixtures/hosts/authority.ts'
import { startByCommand } from '../../fixtures/targets/start-command.ts'
import { temporaryDirectory } from '../../fixtures/targets/test-files.ts'
import type { Directory } from '../../fixtures/targets/test-files.ts'
import { documentedStart } from './documented-start.ts'

const token = 'token-of-a-test'
let folder: Directory

const standIn = `#!${process.execPath}
import { existsSync, readFileSync, writeFileSync, copyFileSync } from 'node:fs'
import { createServer } from 'node:https'
const flags = Object.fromEntries(process.argv.slice(2).map(flag => flag.slice(2).split(/=(.*)/)))
const files = ['token-auth-file', 'service-account-key-file', 'authentication-config']
const missing = files.filter(name => !existsSync(flags[name] ?? ''))
if (missing.length > 0) {
  console.error('no such file: ' + missing.map(name => '--' + name + '=' + flags[name]).join(' '))
  process.exit(7)
}
const own = import.meta.dirname
writeFileSync(own + '/pid', String(process.pid))
const [token] = readFileSync(flags['token-auth-file'], 'utf8').split(',')
let asked = 0
const tls = { key: readFileSync(own + '/server.key'), cert: readFileSync(own + '/server.crt') }
createServer(tls, (request, response) => {
  asked++
  const isKnown = request.headers.authorization === 'Bearer ' + token
  response.statusCode = !isKnown ? 401 : asked === 1 ? 500 : 200
  response.end(JSON.stringify({ asked, flags }))
}).listen(Number(flags['secure-port']), flags['bind-address'], () => {
  console.log('serving on ' + flags['secure-port'])
  copyFileSync(own + '/ca.crt', flags['cert-dir'] + '/apiserver.crt')
})
`

beforeEach(async () => {
  folder = temporaryDirectory()
  folder.write('start.mjs', await documentedStart())
  folder.write('tokens.csv', `${token},admin,admin,system:masters\n`)
  folder.write('signing.key', 'key')
  const authority = await createAuthority('test')
  const { certificate, key } = await authority.forServer()
  folder.write('server.crt', certificate)
  folder.write('server.key', key)
  folder.write('ca.crt', authority.certificate)
  const program = folder.write('kube-apiserver.mjs', standIn)
  chmodSync(program, 0o755)
  vi.stubEnv('KUBE_APISERVER', program)
  vi.stubEnv('ETCD', 'http://127.0.0.1:1')
})

afterEach(() => {
  vi.unstubAllEnvs()
  folder.remove()
})

const flag = '--authentication-config=authentication.yaml'
const setup = (flags: string[]) => ({
  files: [{ name: 'authentication.yaml', text: 'kind: AuthenticationConfiguration\n' }],
  flags,
})
const like = { url: 'https://127.0.0.1:1', token }
const command = () => [process.execPath, join(folder.path, 'start.mjs')]

it('starts a server, returns its log, and leaves no process behind', async () => {
  const server = await startByCommand(command(), setup([flag]), like)
  const pid = Number(readFileSync(join(folder.path, 'pid'), 'utf8'))
  try {
    const { certificateAuthority = '' } = server.connection
    expect(readFileSync(certificateAuthority, 'utf8')).toContain('BEGIN CERTIFICATE')
    expect(server.connection.url).toMatch(/^https:\/\/127\.0\.0\.1:2\d{4}$/)
    expect(await server.log()).toMatch(/^serving on 2\d{4}$/m)
    expect(isRunning(pid)).toBe(true)
  } finally {
    await server.stop()
  }
  await expect.poll(() => isRunning(pid)).toBe(false)
})

it('ends with the server, and reports its last lines', async () => {
  const start = startByCommand(command(), setup(['--authentication-config=absent.yaml']), like)

  await expect(start).rejects.toThrow(/ended with 7; .*\nno such file: --authentication-config=/)
})

it('reports a missing kube-apiserver', async () => {
  vi.stubEnv('KUBE_APISERVER', '/no/such/kube-apiserver')

  await expect(startByCommand(command(), setup([flag]), like)).rejects.toThrow(
    /ended with 1.*\n.*ENOENT/,
  )
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
