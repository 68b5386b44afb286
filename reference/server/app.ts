// The socket: bytes become a request, a reply becomes bytes, and refusals become a Status.

import { once } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { constants, Http2ServerResponse } from 'node:http2'
import { setImmediate } from 'node:timers/promises'

import Koa from 'koa'

import type { Incoming, Reply, Stream } from '../api/call.ts'
import type { Parts } from '../api/parts.ts'
import { Refusal } from '../api/refusal.ts'
import { internalError } from '../api/status.ts'
import { discardRest, readBody } from './body.ts'
import { compressed } from './compress.ts'
import { serve } from './serve.ts'
import { answerTooLate } from './shutdown.ts'
import { storageRefusal } from './storage-refusals.ts'

/** What listens to a socket for one server. */
export function app(at: Parts): RequestListener {
  const koa = new Koa()
  // Errors are answered and logged here; Koa would log clients that leave as well.
  koa.silent = true
  koa.use(context => {
    context.respond = false
    return handle(context.req, context.res, at)
  })
  return koa.callback()
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  at: Parts,
): Promise<void> {
  const client = clientOf(response)
  const http = incoming(request, client, at)
  const said = answerTooLate(http, at) ?? (await replyTo(http, at))
  const reply = await compressed(said, http, at)
  if (client.hasLeft) return
  if (!request.complete) await finishBody(request, response, at)
  if (at.life.phase === 'closing') endConnection(request, response)
  const headers = { ...ofEvery(request, at), ...reply.headers }
  return send({ ...reply, headers }, { response, client, at })
}

type Client = {
  readonly hasLeft: boolean
  /** Fires when the client has left, or has its answer. */
  readonly signal: AbortSignal
}

/** Who waits for a response. The signal is made when it is asked for: most requests need none. */
function clientOf(response: ServerResponse): Client {
  let hasLeft = false
  let leaving: AbortController | undefined
  response.once('close', () => {
    hasLeft = true
    leaving?.abort(closed)
  })
  return {
    get hasLeft() {
      return hasLeft
    },
    get signal() {
      leaving ??= new AbortController()
      if (hasLeft) leaving.abort(closed)
      return leaving.signal
    },
  }
}

// Why nothing more is needed for an answer. Made once, for each would carry a stack of its own.
const closed = new DOMException('The response is closed.', 'AbortError')

/** The headers of every answer. */
function ofEvery({ headers }: IncomingMessage, at: Parts): Reply['headers'] {
  const auditId = [headers['audit-id']].flat()[0]?.slice(0, auditIdLengthMax)
  return {
    'Audit-Id': auditId ?? at.ids.uid(),
    // One clock for all that a client sees: it compares creation times with this header (OBJ-026).
    Date: new Date(at.clock.now()).toUTCString(),
    'Cache-Control': 'no-cache, private',
  }
}

const auditIdLengthMax = 64

function incoming(request: IncomingMessage, client: Client, at: Parts): Incoming {
  const { method = '', url = '', headers } = request
  // A request through a proxy may name the whole address.
  const target = url.replace(/^https?:\/\/[^/?]*/i, '')
  const [path = ''] = target.split('?', 1)
  return {
    method,
    path,
    query: new URLSearchParams(target.slice(path.length)),
    headers,
    body: () => readBody(request, at.limits.bodyBytesMax),
    get signal() {
      return client.signal
    },
  }
}

async function replyTo(http: Incoming, at: Parts): Promise<Reply> {
  try {
    return await serve(http, at)
  } catch (error) {
    const refusal = error instanceof Refusal ? error : storageRefusal(error)
    if (refusal) return refusalReply(refusal, http, at)
    // A body that stops in the middle has nobody left to answer.
    if (!http.signal.aborted) process.stderr.write(`${http.method} ${http.path}: ${trace(error)}\n`)
    return refusalReply(internalError(), http, at)
  }
}

const trace = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

const plainText = {
  'Content-Type': 'text/plain; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
}

function refusalReply({ code, body }: Refusal, http: Incoming, at: Parts): Reply {
  if (typeof body === 'string') {
    return { status: code, headers: plainText, body: Buffer.from(body) }
  }
  const seconds = body.details?.retryAfterSeconds
  const form = at.stages.formOfStatus(http, at)
  return {
    status: code,
    headers: {
      'Content-Type': form.mediaType,
      ...(seconds !== undefined && { 'Retry-After': String(seconds) }),
      ...(code === 403 && { 'X-Content-Type-Options': 'nosniff' }),
    },
    body: at.stages.encode.document(body, form, at),
  }
}

/**
 * Lets a client finish a body that nobody will read, within bounds: one that is cut off while it
 * writes may never learn why. Beyond the bounds the connection ends with the answer.
 */
async function finishBody(request: IncomingMessage, response: ServerResponse, { limits }: Parts) {
  await discardRest(request, { bytesMax: limits.bodyBytesMax, waitMs: limits.discardWaitMs })
  if (!request.complete) endConnection(request, response)
}

/** The connection ends with the answer; HTTP/2 has other ways to say so. */
function endConnection(request: IncomingMessage, response: ServerResponse): void {
  if (request.httpVersionMajor === 1) response.setHeader('Connection', 'close')
}

type Connection = { response: ServerResponse; client: Client; at: Parts }

async function send(
  { status, headers, body }: Reply,
  { response, client, at }: Connection,
): Promise<void> {
  if (Buffer.isBuffer(body)) {
    response.writeHead(status, { ...headers, 'Content-Length': body.length }).end(body)
    return
  }
  response.writeHead(status, headers)
  if ('pieces' in body) return stream(body, response, client.signal, at)
  await whole(response, async () => {
    for await (const batch of body) {
      // A batch may be empty: making the next one takes longer than a turn.
      if (batch.length > 0 && !response.write(batch)) await drained(response, client.signal)
      // A socket may take a batch at once, and then the next one follows before anybody else is heard.
      await setImmediate()
      if (client.hasLeft) return
    }
    response.end()
  })
}

/** Writes what comes while it comes; a client that reads slowly delays nobody else. */
async function stream(
  { pieces, ended }: Stream,
  response: ServerResponse,
  left: AbortSignal,
  { clock, limits }: Parts,
) {
  const late = () =>
    clock.deadline(limits.endWaitMs, left).addEventListener('abort', () => cut(response))
  ended.addEventListener('abort', late, { once: true })
  if (ended.aborted) late()
  response.flushHeaders()
  await whole(response, async () => {
    for await (const piece of pieces) {
      if (!response.write(piece)) await drained(response, left)
      if (left.aborted) return
    }
    response.end()
  })
}

/** What has begun cannot become a refusal: that it breaks off says that it is not whole. */
async function whole(response: ServerResponse, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    process.stderr.write(`${trace(error)}\n`)
    cut(response)
  }
}

/** Ends an answer so that its client sees that it is not whole. */
function cut(response: ServerResponse): void {
  if (response instanceof Http2ServerResponse) response.stream.close(constants.NGHTTP2_CANCEL)
  else response.destroy()
}

async function drained(response: ServerResponse, left: AbortSignal): Promise<void> {
  try {
    await once(response, 'drain', { signal: left })
  } catch (error) {
    // Waiting ends by throwing when the client has left.
    if (!left.aborted) throw error
  }
}
