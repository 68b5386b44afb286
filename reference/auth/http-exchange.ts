// Sends a request to a service that this server is configured with, and reads the whole response.

import { type ClientRequest, type OutgoingHttpHeaders, request as requestPlain } from 'node:http'
import { Agent, request as requestSecure, type RequestOptions } from 'node:https'
import { Readable } from 'node:stream'

import type { Dial } from '../api/egress.ts'
import { inSpan } from '../api/tracing.ts'
import { DialingAgent, PlainDialingAgent } from '../egress/dialing-agent.ts'

/** The limits of one exchange. */
export type ExchangeLimits = { readonly bytesMax: number; readonly timeoutMs: number }

/** A complete response. Redirects are not followed. */
export type ExchangedResponse = {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
}

/**
 * Sends a request on a separate connection, unless the options have an agent. Rejects with an
 * Error if the response is too long, if it is not complete in time, or if the service switches
 * protocols.
 */
export const exchange = (
  url: URL,
  options: ExchangeOptions,
  limits: ExchangeLimits,
): Promise<ExchangedResponse> =>
  inSpan(
    {
      name: `HTTP ${options.method ?? 'GET'}`,
      kind: 'client',
      // A URL may contain a password.
      attributes: { 'server.address': url.host, 'url.path': url.pathname },
    },
    traceparent =>
      send(url, traceparent === undefined ? options : continued(options, traceparent), limits),
  )

/** The options of a request, and its body, which may be in pieces. */
type ExchangeOptions = Omit<RequestOptions, 'headers'> & {
  readonly headers?: OutgoingHttpHeaders
  readonly body?: Buffer | readonly Buffer[]
  /** Makes the connection; without it the connection is direct. */
  readonly dial?: Dial | undefined
}

/** For one connection. */
const ownAgent = ({ protocol }: URL, dial: Dial | undefined): Agent | false => {
  if (!dial) return false
  return protocol === 'https:' ? new DialingAgent() : (new PlainDialingAgent() as Agent)
}

const continued = (options: ExchangeOptions, traceparent: string): ExchangeOptions => ({
  ...options,
  headers: { ...options.headers, traceparent },
})

const send = (
  url: URL,
  { body, ...options }: ExchangeOptions,
  { bytesMax, timeoutMs }: ExchangeLimits,
): Promise<ExchangedResponse> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestSecure : requestPlain
    let isAnswered = false
    const signal = options.signal ?? AbortSignal.timeout(timeoutMs)
    // A request that waits for its connection reports nothing.
    const { dial } = options
    if (dial) signal.addEventListener('abort', () => reject(signal.reason as Error))
    const sent: ClientRequest = request(url, {
      agent: ownAgent(url, dial),
      ...options,
      // Node passes no signal to agents.
      ...(dial && { dial: (host: string, port: number) => dial(host, port, signal) }),
      signal,
    } as RequestOptions)
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The service may close a kept connection at the moment of a request.
      const isStale = sent.reusedSocket && error.code === 'ECONNRESET' && !isAnswered
      if (!isStale) return reject(error)
      const { agent } = options
      const trusted = agent instanceof Agent && {
        ca: options.ca ?? agent.options.ca,
        allowPartialTrustChain: agent.options.allowPartialTrustChain,
      }
      const again = {
        ...options,
        ...trusted,
        agent: ownAgent(url, dial),
        ...(body && { body }),
      }
      send(url, again, { bytesMax, timeoutMs }).then(resolve, reject)
    })
    sent.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('expected a response, got a switch of protocols'))
    })
    sent.on('response', response => {
      isAnswered = true
      const chunks: Buffer[] = []
      let length = 0
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > bytesMax) sent.destroy(new Error(`expected at most ${bytesMax} bytes`))
        else chunks.push(chunk)
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    // A long body is written at the pace of the service.
    if (!body || Buffer.isBuffer(body)) sent.end(body)
    else Readable.from(body).pipe(sent)
  })
