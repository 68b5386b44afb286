// Checks the framing of a request before it is parsed further: refuses requests that two servers
// could interpret differently, and those that only waste resources.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { Limits } from '../api/limits.ts'
import { failureStatus, type Refusal } from '../api/refusal.ts'
import { quote } from '../api/quote.ts'
import { badRequest } from '../api/status.ts'

/** Returns the refusal of a badly framed request, after which its connection ends; or undefined. */
export function framingFault(
  { httpVersion, rawHeaders, headers, url = '' }: IncomingMessage,
  { headersMax, queryParametersMax }: Pick<Limits, 'headersMax' | 'queryParametersMax'>,
): Refusal | undefined {
  // The parser takes a request line without a version for HTTP/0.9, which has no headers.
  if (httpVersion === '0.9') return badRequest('request line: expected an HTTP version, got none')
  if (rawHeaders.length > 2 * headersMax) return tooManyHeaders(headersMax)
  const hosts = timesIn(rawHeaders, 'host')
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    return badRequest(`Host: expected exactly one header, got ${hosts}`)
  const identity = identityFault(rawHeaders)
  if (identity !== undefined) return badRequest(identity)
  const coding = headers['transfer-encoding'] ?? 'chunked'
  // No other transfer coding is decoded: a compressed body would be read as it was sent.
  if (coding.toLowerCase() !== 'chunked') return badRequest('Transfer-Encoding: expected chunked')
  if (parametersIn(url) > queryParametersMax)
    return badRequest(`query: expected no more than ${queryParametersMax} parameters`)
  return undefined
}

const tooManyHeaders = (most: number): Refusal =>
  failureStatus({ code: 431, message: `headers: expected no more than ${most}` })

/** Counts a header in the raw headers, where names and values alternate. */
function timesIn(rawHeaders: readonly string[], name: string): number {
  let times = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? ''
    if (given.length === name.length && given.toLowerCase() === name) times += 1
  }
  return times
}

// Only one value of these is used, and servers differ in which one.
const singleValued = ['authorization', 'impersonate-user', 'impersonate-uid']

/**
 * Finds faults of the headers that identify the sender: duplicates, and names with `_`, which some
 * servers and proxies treat as `-`.
 */
function identityFault(rawHeaders: readonly string[]): string | undefined {
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? ''
    if (!startsLikeIdentity.test(given)) continue
    const name = given.toLowerCase()
    if (name.startsWith('impersonate_'))
      return `header: expected ${quote(name.replaceAll('_', '-'))}, got ${quote(name)}`
    if (seen.has(name)) return `${name}: expected exactly one header, got more`
    if (singleValued.includes(name)) seen.add(name)
  }
  return undefined
}

const startsLikeIdentity = /^(?:auth|imp)/i

function parametersIn(url: string): number {
  let count = 1
  for (let index = url.indexOf('&'); index >= 0; index = url.indexOf('&', index + 1)) count += 1
  return count
}

/** Refuses CONNECT: the server is no proxy. */
export function refuseTunnel(_request: IncomingMessage, to: Socket | ServerResponse): void {
  // Over HTTP/2, CONNECT is one of many requests on the connection.
  if ('writeHead' in to) return void to.writeHead(405).end()
  to.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  // Close the connection even if the client never closes its side.
  to.destroySoon()
}
