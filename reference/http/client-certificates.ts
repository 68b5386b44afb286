// Requests certificates of clients over TLS, and reads those that they send.

import { constants, type X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Http2ServerRequest } from 'node:http2'
import { type SecureContextOptions, TLSSocket } from 'node:tls'

import type { ClientCertificates } from '../api/request.ts'

/** The TLS options by which a server requests a certificate, without requiring one. */
export const clientCertificateOptions = (authorities: readonly X509Certificate[]) =>
  ({
    requestCert: true,
    rejectUnauthorized: false,
    ca: authorities.map(authority => authority.toString()),
    // A resumed session would have neither the intermediate certificates nor the current verdict.
    secureOptions: constants.SSL_OP_NO_TICKET,
  }) satisfies SecureContextOptions & Record<string, unknown>

// A client may send any number of certificates.
const chainMax = 10

// Node returns the intermediate certificates only to the first caller.
const byConnection = new WeakMap<object, ClientCertificates>()

/** Returns the certificates that the client of a request has sent; undefined if none. */
export function clientCertificatesOf(request: IncomingMessage): ClientCertificates | undefined {
  const connection = connectionOf(request)
  const known = byConnection.get(connection)
  if (known) return known
  const { socket } = request
  if (!(socket instanceof TLSSocket)) return undefined
  const chain: X509Certificate[] = []
  for (
    let next = socket.getPeerX509Certificate();
    next && chain.length < chainMax;
    next = next.issuerCertificate
  )
    chain.push(next)
  if (chain.length === 0) return undefined
  const sent = { chain, fault: faultOf(socket) }
  byConnection.set(connection, sent)
  return sent
}

/** The socket of an HTTP/2 request is a proxy, which each request has anew. */
const connectionOf = (request: IncomingMessage): object =>
  request instanceof Http2ServerRequest ? (request.stream.session ?? request) : request.socket

// The chain ends at an authority of the server that another one has issued. The other checks of
// TLS have passed, and genuine servers trust such an authority.
const endsAtIntermediate = 'UNABLE_TO_GET_ISSUER_CERT'

function faultOf({ authorized, authorizationError }: TLSSocket): string | undefined {
  // The types say that it is an Error, but it is the code of one.
  const code = String(authorizationError ?? 'not verified')
  return authorized || code === endsAtIntermediate ? undefined : code
}
