// Starts a server with TLS for one test, with functions to ask who a client is.

import { once } from 'node:events'
import { connect } from 'node:http2'

import { Client } from 'undici'
import { onTestFinished } from 'vitest'

import type { CertificatePair } from '../../fixtures/hosts/authority.ts'
import { selfSignedCertificate } from '../http/self-signed-certificate.ts'
import { defaultParts } from './default-parts.ts'
import type { PartsOptions } from './parts-options.ts'
import { startReference } from './start.ts'

export type Headers = { [name: string]: string | string[] }
type Review = { status: number; user?: { username: string; [member: string]: unknown } }

export const reviews = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const review = JSON.stringify({
  apiVersion: 'authentication.k8s.io/v1',
  kind: 'SelfSubjectReview',
})

/** Starts a server with a self-signed certificate. */
export async function startSecureServer(options: PartsOptions) {
  const tls = selfSignedCertificate(['127.0.0.1'], Date.now())
  const log: string[] = []
  const reference = await startReference(
    defaultParts({ dialect: 'kubernetes', tls, log: line => void log.push(line), ...options }),
  )
  onTestFinished(() => reference.close())
  const tlsOf = (pair?: CertificatePair) => ({
    ca: tls.cert,
    ...(pair && { cert: pair.certificate, key: pair.key }),
  })

  /** Opens a connection with a client certificate, and asks on it who the client is. */
  function connection(pair?: CertificatePair) {
    const client = new Client(reference.url, { connect: tlsOf(pair), allowH2: false })
    onTestFinished(() => client.destroy())
    return async (headers: Headers = {}): Promise<Review> => {
      const { statusCode: status, body } = await client.request({
        method: 'POST',
        path: reviews,
        headers: { 'content-type': 'application/json', ...headers },
        body: review,
      })
      return reviewOf(status, await body.text())
    }
  }

  /** The same over HTTP/2. */
  function http2Connection(pair?: CertificatePair) {
    const session = connect(reference.url, tlsOf(pair))
    onTestFinished(() => session.destroy())
    return async (): Promise<Review> => {
      const stream = session.request({
        ':method': 'POST',
        ':path': reviews,
        'content-type': 'application/json',
      })
      stream.end(review)
      const [headers] = (await once(stream, 'response')) as [{ ':status': number }]
      let text = ''
      for await (const piece of stream) text += String(piece)
      return reviewOf(headers[':status'], text)
    }
  }

  /** Returns the text at a path. */
  async function get(path: string, headers: Headers = {}): Promise<string> {
    const client = new Client(reference.url, { connect: tlsOf(), allowH2: false })
    onTestFinished(() => client.destroy())
    const { body } = await client.request({ method: 'GET', path, headers })
    return body.text()
  }

  return {
    ...reference,
    tls,
    get,
    log,
    connection,
    http2Connection,
    ask: (pair?: CertificatePair, headers?: Headers) => connection(pair)(headers),
  }
}

function reviewOf(status: number, text: string): Review {
  const { status: answer } = JSON.parse(text) as { status: { userInfo?: Review['user'] } }
  return { status, ...(answer.userInfo && { user: answer.userInfo }) }
}
