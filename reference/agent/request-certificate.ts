// Requests a certificate of the node at the API server.

import { webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import type { Clock } from '../api/clock.ts'
import type { Dialect } from '../api/dialect.ts'
import { objectIn, objectsIn } from '../api/object.ts'
import { loadX509 } from '../lib/certificate-request.ts'
import type { ApiClient } from './api-client.ts'

export type CertificatePair = { readonly certificate: string; readonly key: string }

/** Whether the node shows a certificate to servers, or to the clients of its own server. */
export type CertificatePurpose =
  | { readonly as: 'client' }
  | { readonly as: 'server'; readonly hosts: readonly string[] }

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const pollMs = 1000

/**
 * Makes a key, requests a certificate for it, and waits until somebody has approved and signed it.
 * Rejects if the request is denied or fails, or when the signal fires.
 */
export async function requestCertificate(
  client: ApiClient,
  {
    nodeName,
    dialect,
    clock,
    signal,
    purpose,
  }: {
    nodeName: string
    purpose: CertificatePurpose
    dialect: Dialect
    clock: Pick<Clock, 'after'>
    signal: AbortSignal
  },
): Promise<CertificatePair> {
  const { apiDomain } = dialect
  const { request, key } = await makeRequest(nodeName, purpose)
  const path = `/apis/certificates.${apiDomain}/v1/certificatesigningrequests`
  const domain = dialect.labelDomain ?? apiDomain
  const program = dialect.agentProgram
  const isClient = purpose.as === 'client'
  const made = await client.ask({
    method: 'POST',
    path,
    body: {
      apiVersion: `certificates.${apiDomain}/v1`,
      kind: 'CertificateSigningRequest',
      metadata: { generateName: 'csr-' },
      spec: {
        request: Buffer.from(request).toString('base64'),
        signerName: isClient
          ? `${domain}/kube-apiserver-client-${program}`
          : `${domain}/${program}-serving`,
        usages: ['digital signature', isClient ? 'client auth' : 'server auth'],
      },
    },
  })
  const own = `${path}/${String(objectIn(made['metadata'])['name'])}`
  for (;;) {
    const { status } = await client.ask({ method: 'GET', path: own })
    const { certificate, conditions } = objectIn(status)
    const refusal = objectsIn(conditions).find(({ type }) => type === 'Denied' || type === 'Failed')
    if (refusal) {
      const because = String(refusal['message'] ?? refusal['reason'] ?? '')
      throw new Error(`the certificate was not issued: ${String(refusal['type'])}: ${because}`)
    }
    if (typeof certificate === 'string' && certificate !== '')
      return { certificate: Buffer.from(certificate, 'base64').toString(), key }
    await pause(pollMs, clock, signal)
  }
}

export const pause = (
  ms: number,
  clock: Pick<Clock, 'after'>,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    const stop = () => {
      cancel()
      reject(new Error('the agent is stopped'))
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

async function makeRequest(
  nodeName: string,
  purpose: CertificatePurpose,
): Promise<{ request: string; key: string }> {
  const x509 = await loadX509()
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: [{ O: ['system:nodes'] }, { CN: [`system:node:${nodeName}`] }],
    keys: keys as never,
    signingAlgorithm: algorithm,
    ...(purpose.as === 'server' && {
      extensions: [new x509.SubjectAlternativeNameExtension(purpose.hosts.map(alternativeName))],
    }),
  })
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  return { request: request.toString('pem'), key: pem('PRIVATE KEY', key) }
}

const alternativeName = (host: string) =>
  ({ type: isIP(host) === 0 ? 'dns' : 'ip', value: host }) as const

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
