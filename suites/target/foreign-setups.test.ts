// Servers of setups that a program of a target file starts.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { serveLoopback } from '../../fixtures/client/test-server.ts'
import { redact } from '../../fixtures/client/redact.ts'
import { dialects } from '../../fixtures/dialects/dialect.ts'
import {
  clientCertificatesSetup,
  withCertificate,
} from '../../fixtures/objects/client-certificates.ts'
import type { ClientCertificateSpec } from '../../fixtures/objects/client-certificates.ts'
import { startByCommand } from '../../fixtures/targets/start-command.ts'
import type { ServerSetup, StartedServer } from '../../fixtures/targets/target.ts'
import { onSetup } from '../../properties/dsl/setup-names.ts'
import { createAlternateClients } from './alternate-clients.ts'
import { thisProgram } from '../../fixtures/targets/this-program.ts'
import { createStartedSetups } from './started-setups.ts'

const [command = '', ...words] = thisProgram()

/** Starts `touchstone serve` in a separate process, as a target file may. */
const program = `
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const input = createInterface({ input: process.stdin })
input.once('line', line => {
  const fixed = [...${JSON.stringify(words)}, 'serve', '--dialect=kubernetes', '--port=0']
  const flags = ['--cert-dir=.', ...JSON.parse(line).flags]
  const server = spawn('${command}', [...fixed, ...flags], { stdio: ['ignore', 'pipe', 2] })
  server.stdout.on('data', text => {
    const url = /https:\\S+/.exec(text)?.[0]
    if (url) console.log(JSON.stringify({ url, certificateAuthority: 'apiserver.crt' }))
  })
  input.on('close', () => server.kill('SIGKILL'))
})
`

function clientsOf(start: (setup: ServerSetup) => Promise<StartedServer>) {
  const setups = createStartedSetups({
    dialect: dialects.kubernetes,
    apiDomain: 'k8s.io',
    credentials: { admin: {} },
    controls: { start },
  })
  const alternates = createAlternateClients({ credentials: { admin: {}, anonymous: {} } }, setups)
  onTestFinished(async () => {
    await alternates.close()
    await setups.close()
  })
  const clientBy = (by: ClientCertificateSpec['by']) =>
    alternates.client(
      onSetup(withCertificate(clientCertificatesSetup, { user: 'ada', by })),
      'anonymous',
    )
  return { setups, alternates, clientBy }
}

const review = {
  method: 'POST',
  path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
  body: JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }),
}

it('authenticates by certificates and tokens on a server that a program starts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-foreign-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'start.mjs'), program)
  const { setups, alternates, clientBy } = clientsOf(setup =>
    startByCommand([process.execPath, join(folder, 'start.mjs')], setup, { url: 'http://unused' }),
  )

  const ada = await (await clientBy('authority'))?.send(review)
  expect(ada?.bytes.toString()).toContain('"username":"ada"')
  expect((await (await clientBy('foreign authority'))?.send(review))?.status).toBe(401)
  const plain = await alternates.client(onSetup(clientCertificatesSetup), 'anonymous')
  expect((await plain?.send(review))?.status).toBe(401)
  const token = setups.hosts()?.tokenOf({ issuer: '/plain' })
  const somebody = await plain?.send({ ...review, headers: { authorization: `Bearer ${token}` } })
  expect(somebody?.bytes.toString()).toContain('"username":"somebody"')
}, 60_000)

it('sends no certificate to a server without TLS', async () => {
  const server = await serveLoopback((_, reply) => reply.end())
  onTestFinished(server.close)
  const { clientBy } = clientsOf(async () => ({
    connection: { url: server.url },
    log: async () => '',
    stop: async () => undefined,
  }))

  await expect(clientBy('authority')).rejects.toMatchObject({
    name: 'DanglingReference',
    message: expect.stringContaining('has no TLS'),
  })
})

it('redacts the keys of client certificates, even without their PEM lines', async () => {
  const setups = createStartedSetups({
    dialect: dialects.kubernetes,
    apiDomain: 'k8s.io',
    credentials: { admin: {} },
    controls: {
      start: async () => ({
        connection: { url: 'https://127.0.0.1:1' },
        log: async () => '',
        stop: async () => undefined,
      }),
    },
  })
  onTestFinished(setups.close)
  await setups.start(clientCertificatesSetup)
  const host = setups.hosts()
  const pair = await host?.clientCertificateOf({ user: 'ada', by: 'authority' })
  const [, , line = ''] = pair?.key.split('\n') ?? []
  const known = { ...host, clientCertificateOf: async () => pair } as typeof host
  const alternates = createAlternateClients(
    { credentials: { admin: {} } },
    { ...setups, hosts: () => known },
  )
  onTestFinished(alternates.close)
  const setting = withCertificate(clientCertificatesSetup, { user: 'ada', by: 'authority' })

  expect(redact(line)).toBe(line)
  await alternates.client(onSetup(setting), 'anonymous')
  expect(redact(line)).not.toContain(line)
})
