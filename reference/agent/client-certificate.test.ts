import { webcrypto } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { connect } from 'node:tls'
import * as x509 from '@peculiar/x509'
import { afterEach, expect, test } from 'vitest'
import { createAuthority } from '../../fixtures/hosts/authority.ts'
import { defaultParts, startReference } from '../index.ts'
import { readCertificateRequest } from '../lib/certificate-request.ts'
import { agentBench, closers, freePort, until } from './test-agent.ts'

const closing = closers()
afterEach(closing.close)

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests'

async function server() {
  const api = await startReference(defaultParts({ dialect: 'kubernetes', port: 0 }))
  closing.add(api.close)
  const ask = async (method: string, path: string, body?: object) => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const response = await fetch(`${api.url}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': type } }),
    })
    return JSON.parse(await response.text())
  }
  /** Signs each request that has no certificate yet. */
  async function sign(validMs: number): Promise<number> {
    const { items } = await ask('GET', requests)
    for (const { metadata, spec, status } of items) {
      if (status?.certificate) continue
      const request = new x509.Pkcs10CertificateRequest(
        Buffer.from(spec.request, 'base64').toString(),
      )
      const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
      const certificate = await x509.X509CertificateGenerator.create({
        subject: request.subject,
        issuer: 'CN=authority',
        publicKey: request.publicKey,
        signingKey: keys.privateKey as never,
        signingAlgorithm: algorithm,
        notBefore: new Date(Date.now() - 1000),
        notAfter: new Date(Date.now() + validMs),
      })
      const text = Buffer.from(certificate.toString('pem')).toString('base64')
      const patched = { status: { certificate: text } }
      await ask('PATCH', `${requests}/${metadata.name}/status`, patched)
    }
    return items.length
  }
  return { api, ask, sign }
}

test('without its configuration the agent requests a certificate, and rotates it', async () => {
  x509.cryptoProvider.set(webcrypto as never)
  const bench = await agentBench(closing, { dialect: 'kubernetes' })
  const { api, ask, sign } = await server()
  const bootstrap = join(bench.directory, 'bootstrap')
  await writeFile(
    bootstrap,
    JSON.stringify({
      clusters: [{ name: 'a', cluster: { server: api.url } }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: '' } }],
      'current-context': 'a',
    }),
  )
  const file = join(bench.directory, 'kubeconfig')
  await bench.start(
    `--kubeconfig=${file}`,
    `--bootstrap-kubeconfig=${bootstrap}`,
    '--rotate-certificates',
  )
  await until(async () => (await ask('GET', requests)).items.length === 1, 'a request')
  expect((await ask('GET', '/api/v1/nodes')).items).toEqual([])

  await sign(5000)
  await until(async () => (await ask('GET', '/api/v1/nodes')).items.length === 1, 'a node')
  const { users } = JSON.parse(await readFile(file, 'utf8'))
  const pair = join(bench.directory, 'pki', 'kubelet-client-current.pem')
  expect(users[0].user).toEqual({ 'client-certificate': pair, 'client-key': pair })
  const first = await readFile(pair, 'utf8')
  expect(first).toMatch(/BEGIN CERTIFICATE[^]*BEGIN PRIVATE KEY/)

  await until(async () => (await sign(600_000)) === 2, 'a second request')
  await until(async () => (await readFile(pair, 'utf8')) !== first, 'a second certificate')
})

test('the certificate of the server is requested too, and served when it is issued', async () => {
  x509.cryptoProvider.set(webcrypto as never)
  const bench = await agentBench(closing, { dialect: 'kubernetes' })
  const { api, ask, sign } = await server()
  const file = join(bench.directory, 'kubeconfig')
  await writeFile(
    file,
    JSON.stringify({
      clusters: [{ name: 'a', cluster: { server: api.url } }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: '' } }],
      'current-context': 'a',
    }),
  )
  const port = await freePort()
  const callers = await createAuthority('callers')
  const caller = await callers.forClient({ name: 'caller' })
  const authority = join(bench.directory, 'callers.pem')
  await writeFile(authority, callers.certificate)
  const flags = [
    `--kubeconfig=${file}`,
    `--port=${port}`,
    '--address=127.0.0.1',
    `--client-ca-file=${authority}`,
    '--anonymous-auth=false',
  ]
  const agent = await bench.start(...flags, '--rotate-server-certificates')
  await until(async () => (await ask('GET', requests)).items.length === 1, 'a request')
  const [{ spec }] = (await ask('GET', requests)).items
  expect(spec).toMatchObject({
    signerName: 'kubernetes.io/kubelet-serving',
    usages: ['digital signature', 'server auth'],
  })
  const { names } = (await readCertificateRequest(
    Buffer.from(spec.request, 'base64').toString(),
  )) ?? { names: [] }
  expect(names).toContainEqual({ type: 'dns', value: 'node' })
  expect(await issuerAt(port)).toBeUndefined()

  await sign(600_000)
  await until(async () => (await issuerAt(port)) === 'authority', 'the certificate')
  // The authority of callers stays the one of the flag.
  expect(await statusAt(port, caller)).toBe(200)
  expect(await statusAt(port)).toBe(401)

  await agent.stop()
  await bench.start(...flags, '--rotate-server-certificates')
  expect(await issuerAt(port)).toBe('authority')
  expect((await ask('GET', requests)).items).toHaveLength(1)
})

/** Returns the issuer of the certificate of a server; undefined if no connection can be made. */
const issuerAt = (port: number): Promise<string | undefined> =>
  new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().issuer.CN))
      socket.destroy()
    })
    socket.on('error', () => resolve(undefined))
  })

const statusAt = (
  port: number,
  caller?: { certificate: string; key: string },
): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/healthz', rejectUnauthorized: false }
    request({
      ...options,
      agent: false,
      ...(caller && { cert: caller.certificate, key: caller.key }),
    })
      .on('response', response => {
        response.resume()
        resolve(response.statusCode)
      })
      .on('error', reject)
      .end()
  })
