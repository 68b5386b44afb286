import { webcrypto } from 'node:crypto'
import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import * as x509 from '@peculiar/x509'
import { expect, it, onTestFinished } from 'vitest'
import type { JwtConfig } from '../../api/authentication.ts'
import { createAuthority, type CertificatePair } from '../../../fixtures/hosts/authority.ts'
import { httpsFetcher } from './fetch-document.ts'
import { claimsWith, issuerKey, signedToken, startedAuthenticator } from './test-issuer.ts'

const bytesMax = 10_000
const key = issuerKey('a')
const patient = httpsFetcher({ bytesMax, timeoutMs: 5_000 })
const impatient = httpsFetcher({ bytesMax, timeoutMs: 300 })

type Respond = (response: ServerResponse, url: string, path: string) => void

/** Starts a host of one issuer, whose responses the test chooses. */
async function host(respond: Respond, pair?: CertificatePair) {
  const authority = await createAuthority('hostile')
  const { certificate, key: privateKey } = pair ?? (await authority.forServer())
  const paths: string[] = []
  const listener: RequestListener = (request, response) => {
    paths.push(request.url ?? '')
    respond(response, url, request.url ?? '')
  }
  const server = createServer({ cert: certificate, key: privateKey }, listener)
  server.listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = (certificateAuthority: string): JwtConfig => ({
    issuer: { url, certificateAuthority, audiences: ['touchstone'] },
    claimMappings: { username: { claim: 'sub', prefix: '' } },
  })
  return {
    url,
    paths,
    config: config(pair ? certificate : authority.certificate),
    ofAuthority: config,
  }
}

const token = (url: string) => signedToken(claimsWith({}, url), key)

const documents: Respond = (response, url, path) =>
  response.end(
    JSON.stringify(
      path === '/keys' ? { keys: [key.jwk] } : { issuer: url, jwks_uri: `${url}/keys` },
    ),
  )

/** Responds as given to requests for one of the documents, and well to the other. */
const badly =
  (isBad: (path: string) => boolean, respond: Respond): Respond =>
  (response, url, path) =>
    (isBad(path) ? respond : documents)(response, url, path)

const slowly: Respond = response => {
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}

const tooLate = /aborted|timeout/

const attacks: [name: string, respond: Respond, message: RegExp][] = [
  ['HTML', response => response.end('<html>'), /expected a JSON/],
  [
    'a switch of protocols',
    response => response.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end(),
    /switch of protocols/,
  ],
  ['an array', response => response.end('[]'), /expected a JSON/],
  ['an error', response => response.writeHead(500).end('{}'), /expected status 200, got 500/],
  [
    'a redirect',
    (response, url) => response.writeHead(302, { location: `${url}/elsewhere` }).end(),
    /expected status 200, got 302/,
  ],
  ['10 MB', response => response.end('x'.repeat(10_000_000)), /at most 10000 bytes/],
  [
    '10 MB of keys',
    response => response.end(`{"keys":[${JSON.stringify(key.jwk)}${',{}'.repeat(3_300_000)}]}`),
    /at most 10000 bytes/,
  ],
  ['one byte after the other', slowly, tooLate],
  ['nothing', () => undefined, tooLate],
  ['half a document, and waits', response => response.write('{'), tooLate],
  [
    'half a document, and closes',
    response =>
      response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy()),
    /aborted|hang up|ECONNRESET/,
  ],
  ['nothing, and closes', response => response.destroy(), /hang up|ECONNRESET/],
  ['something else than HTTP', response => response.socket?.end('hello'), /Parse Error/],
]

it.each([
  ...attacks.map(([name, ...rest]) => [name, 'discovery', ...rest] as const),
  ...attacks.map(([name, ...rest]) => [name, '/keys', ...rest] as const),
])('refuses tokens of an issuer that sends %s for %s', async (_, place, respond, message) => {
  const isKeys = place === '/keys'
  const { url, config, paths } = await host(badly(path => (path === '/keys') === isKeys, respond))
  const fetchDocument = message === tooLate ? impatient : patient
  const { authenticate, log } = startedAuthenticator(config, { fetchDocument })

  const found = await authenticate(token(url))
  expect(found).toEqual({ fault: expect.stringMatching(message) })
  expect(found).toEqual({ fault: expect.stringContaining(`${url}/`) })
  expect(paths).not.toContain('/elsewhere')
  if (!isKeys) expect(log).toEqual([expect.stringMatching(message)])
})

it.each([
  ['another issuer', { issuer: 'https://b' }, /expected issuer/],
  ['an issuer with a slash', { issuer: 'URL/' }, /expected issuer/],
  ['no issuer', {}, /expected issuer .* got nothing/],
  ['no keys', { issuer: 'URL' }, /jwks_uri/],
  ['keys over HTTP', { issuer: 'URL', jwks_uri: 'http://127.0.0.1:1/' }, /jwks_uri/],
  ['keys in a file', { issuer: 'URL', jwks_uri: 'file:///etc/hostname' }, /jwks_uri/],
  ['keys at no URL', { issuer: 'URL', jwks_uri: 'https://' }, /jwks_uri/],
])('refuses tokens of an issuer whose document names %s', async (_, document, message) => {
  const { url, config } = await host((response, own) =>
    response.end(JSON.stringify(document).replace('URL', own)),
  )
  const { authenticate } = startedAuthenticator(config, { fetchDocument: patient })

  expect(await authenticate(token(url))).toEqual({ fault: expect.stringMatching(message) })
})

/** Makes a certificate for loopback that signs itself and has expired. */
async function expiredPair(): Promise<CertificatePair> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  x509.cryptoProvider.set(webcrypto as never)
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=127.0.0.1',
    notBefore: new Date(Date.now() - 7_200_000),
    notAfter: new Date(Date.now() - 3_600_000),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
  })
  const exported = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  return {
    certificate: certificate.toString('pem'),
    key: x509.PemConverter.encode(exported, 'PRIVATE KEY'),
  }
}

it('sends no request to a host with an expired certificate', async () => {
  const { url, config, paths } = await host(documents, await expiredPair())
  const { authenticate } = startedAuthenticator(config, { fetchDocument: patient })

  expect(await authenticate(token(url))).toEqual({ fault: expect.stringMatching(/has expired/) })
  expect(paths).toEqual([])
})

it('sends no request to a host whose certificate is from an unknown authority', async () => {
  const { url, config, ofAuthority, paths } = await host(documents)
  const { certificate } = await createAuthority('another')
  const { issuer, ...others } = config
  for (const one of [
    ofAuthority(certificate),
    { ...others, issuer: { ...issuer, certificateAuthority: undefined } },
  ]) {
    const { authenticate } = startedAuthenticator(one as JwtConfig, { fetchDocument: patient })
    expect(await authenticate(token(url))).toEqual({ fault: expect.stringMatching(/certificate/) })
  }
  expect(paths).toEqual([])
})

it('retries a failed discovery with the first token after ten seconds', async () => {
  let isDown = true
  let steady = 0
  const { url, config, paths } = await host((response, own, path) =>
    isDown ? response.writeHead(500).end() : documents(response, own, path),
  )
  const { authenticate, log } = startedAuthenticator(config, {
    fetchDocument: patient,
    clock: { now: () => 1_800_000_000_000, steady: () => steady },
  })
  const down = { fault: expect.stringContaining('expected status 200, got 500') }

  expect(await authenticate(token(url))).toEqual(down)
  steady = 9_999
  for (let count = 0; count < 50; count++) expect(await authenticate(token(url))).toEqual(down)
  expect(paths).toHaveLength(1)
  steady = 10_000
  expect(await authenticate(token(url))).toEqual(down)
  expect(paths).toHaveLength(2)
  isDown = false
  steady = 20_000
  expect(await authenticate(token(url))).toMatchObject({ name: 'somebody' })
  expect(log).toHaveLength(2)
})
