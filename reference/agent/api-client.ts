// Requests to the API server: in the content type and at the rate of the options.

import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http'
import { Agent as PlainAgent } from 'node:http'
import { Agent as SecureAgent, request as requestSecure } from 'node:https'
import type { WebhookAddress } from '../api/authentication.ts'
import type { Clock } from '../api/clock.ts'
import type { Dialect } from '../api/dialect.ts'
import { isJsonObject, type JsonObject, type TypeMeta } from '../api/object.ts'
import type { Codec } from '../codecs/codec.ts'
import { jsonCodec } from '../codecs/json-codec.ts'
import { protobufCodec } from '../codecs/protobuf-codec.ts'
import { type RateLimit, rateLimit } from './rate-limit.ts'
import { type WatchChange, watchFrames } from './watch-frames.ts'

export type ApiRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: JsonObject
  /** The media type of a patch, which is always JSON. */
  readonly patchType?: string
  /** Heartbeats and events do not count in the rate of the client (NODE-015). */
  readonly isUncounted?: boolean
  readonly timeoutMs?: number
  /** Ends the request, which then rejects. */
  readonly signal?: AbortSignal
}

export type ApiResponse = { readonly status: number; readonly value: JsonObject }

export type ApiClient = {
  /** Rejects if there is no complete response. */
  readonly send: (request: ApiRequest) => Promise<ApiResponse>
  /** The same, and rejects with an ApiError unless the status is a success. */
  readonly ask: (request: ApiRequest) => Promise<JsonObject>
  /** Calls `onChange` for each change. Resolves when the server ends the watch. */
  readonly watch: (
    path: string,
    onChange: (change: WatchChange) => void,
    options: { readonly signal: AbortSignal; readonly onOpen: () => void },
  ) => Promise<void>
  /** Ends the requests that are under way, and refuses further ones. */
  readonly close: () => void
}

export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly value: JsonObject
  constructor({ method, path }: ApiRequest, { status, value }: ApiResponse) {
    const message = String(value['message'] ?? '')
    super(`${method} ${path}: ${status}${message === '' ? '' : ` ${message}`}`)
    this.status = status
    this.value = value
  }
}

export const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof ApiError && statuses.includes(error.status)

export type ApiClientOptions = {
  /** Is asked before each connection, so that new credentials are used. */
  readonly address: () => WebhookAddress
  readonly dialect: Dialect
  readonly contentType: string
  /** Whether responses may be compressed (the gate APIResponseCompression is the server's). */
  readonly rate: { readonly perSecond: number; readonly burst: number }
  readonly clock: Pick<Clock, 'steady' | 'after'>
  readonly userAgent: string
}

const usualTimeoutMs = 10_000
const bytesMax = 256 * 2 ** 20

/** @throws Error for a content type that this client does not have */
export function apiClient(options: ApiClientOptions): ApiClient {
  const { dialect, contentType, clock, userAgent } = options
  const codec = codecOf(contentType, dialect)
  const limit: RateLimit = rateLimit(options.rate, clock)
  const accept = contentType === json ? json : `${contentType},${json}`
  const agents = new Map<string, PlainAgent | SecureAgent>()
  const closing = new AbortController()

  function open(
    { method, path }: Pick<ApiRequest, 'method' | 'path'>,
    headers: Record<string, string>,
    signals: readonly AbortSignal[],
  ): ClientRequest {
    const signal = AbortSignal.any([closing.signal, ...signals])
    const address = options.address()
    const url = new URL(address.url.replace(/\/$/, '') + path)
    const all = {
      ...headers,
      'User-Agent': userAgent,
      ...(address.authorization !== undefined && { Authorization: address.authorization }),
    }
    const isSecure = url.protocol === 'https:'
    const key = JSON.stringify(address)
    const agent = agents.get(key) ?? (isSecure ? secureAgent(address) : new PlainAgent(kept))
    agents.set(key, agent)
    return (isSecure ? requestSecure : requestPlain)(url, { method, headers: all, agent, signal })
  }

  async function send(request: ApiRequest): Promise<ApiResponse> {
    const { body, patchType, isUncounted = false, timeoutMs = usualTimeoutMs } = request
    if (!isUncounted) await limit.turn()
    const sent = body && encoded(body, patchType)
    const headers = { Accept: accept, ...sent?.headers }
    const signals = [AbortSignal.timeout(timeoutMs), ...(request.signal ? [request.signal] : [])]
    const opened = open(request, headers, signals)
    const response = await responseTo(opened, sent?.bytes)
    const bytes = await bytesOf(response)
    return { status: response.statusCode ?? 0, value: decoded(response, bytes, dialect) }
  }

  /** Types without a message, and patches, are written in JSON. */
  function encoded(body: JsonObject, patchType: string | undefined) {
    const type = body as JsonObject & TypeMeta
    const isJson = patchType !== undefined || codec.serves?.(type) === false
    const bytes = (isJson ? jsonCodec : codec).write(body)
    return { bytes, headers: { 'Content-Type': patchType ?? (isJson ? json : contentType) } }
  }

  async function ask(request: ApiRequest): Promise<JsonObject> {
    const response = await send(request)
    if (response.status >= 200 && response.status < 300) return response.value
    throw new ApiError(request, response)
  }

  const watch: ApiClient['watch'] = async (path, onChange, { signal, onOpen }) => {
    await limit.turn()
    const types = accept.split(',').map(type => `${type};stream=watch`)
    const headers = { Accept: contentType === json ? json : `${types[0]},${json}` }
    const response = await responseTo(open({ method: 'GET', path }, headers, [signal]), undefined)
    const status = response.statusCode ?? 0
    if (status !== 200) {
      const value = decoded(response, await bytesOf(response), dialect)
      throw new ApiError({ method: 'GET', path }, { status, value })
    }
    onOpen()
    for await (const change of watchFrames(response, dialect)) onChange(change)
  }

  return {
    send,
    ask,
    watch,
    close() {
      limit.end()
      closing.abort(new Error('the agent is stopped'))
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

const json = 'application/json'
const kept = { keepAlive: true, maxFreeSockets: 4 }

const secureAgent = ({
  certificateAuthority,
  serverName,
  isVerificationSkipped,
  client,
}: WebhookAddress): SecureAgent =>
  new SecureAgent({
    ...kept,
    allowPartialTrustChain: true,
    ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
    ...(serverName !== undefined && { servername: serverName }),
    ...(isVerificationSkipped === true && { rejectUnauthorized: false }),
    ...(client && { cert: client.certificate, key: client.key }),
  })

function codecOf(contentType: string, { protobufType, apiDomain }: Dialect): Codec {
  if (contentType === json) return jsonCodec
  if (contentType === protobufType) return protobufCodec({ mediaType: protobufType, apiDomain })
  throw new Error(
    `--cluster-api-content-type: expected ${json} or ${protobufType}, got ${contentType}`,
  )
}

const responseTo = (request: ClientRequest, body: Buffer | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', reject)
    request.end(body)
  })

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > bytesMax) throw new Error(`expected a response of at most ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A response that is no document, such as that of a proxy, has its text as message. */
function decoded(response: IncomingMessage, bytes: Buffer, dialect: Dialect): JsonObject {
  const type = String(response.headers['content-type'] ?? '')
    .split(';')[0]
    ?.trim()
  const codec = type === dialect.protobufType ? codecOf(type, dialect) : jsonCodec
  try {
    const { value } = codec.read(bytes)
    if (isJsonObject(value)) return value
  } catch {
    // The readers throw on any fault of the document.
  }
  const status = response.statusCode ?? 0
  if (status >= 200 && status < 300 && bytes.length > 0)
    throw new Error(`expected an object in ${json} or ${dialect.protobufType}, got ${type}`)
  return { message: bytes.toString().slice(0, 512) }
}
