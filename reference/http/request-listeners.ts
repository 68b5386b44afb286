// The socket: bytes become a request, a reply becomes bytes, and refusals become a Status.

import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { constants, Http2ServerResponse } from 'node:http2'
import type { Socket } from 'node:net'

import Koa from 'koa'

import type { IncomingRequest, Reply } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'
import { Refusal } from '../api/refusal.ts'
import { internalError } from '../api/status.ts'
import { discardRest, readBody } from './body.ts'
import { compressReply } from './compress-reply.ts'
import { framingFault } from './framing.ts'
import { type LargeBodies, largeBodies } from './large-bodies.ts'
import type { RequestListeners, Upgrade } from './listen.ts'
import { logFailure } from '../api/log-failure.ts'
import { type ReplyClient, sendReply } from './send-reply.ts'
import { serveRequest } from '../pipeline/serve-request.ts'
import { refusalForStorageError } from './storage-refusals.ts'
import { type PipelinedExchange, runPipelined, hasPendingAnswers } from './request-pipelining.ts'
import { serveWebSocket, readToken } from './websocket.ts'
import { shuttingDownReply } from './shutting-down-reply.ts'

/** What listens to a socket for one server. */
export function requestListeners(at: Parts): RequestListeners {
  const koa = new Koa()
  const large = largeBodies(at.limits)
  // Errors are answered and logged here; Koa would log clients that leave as well.
  koa.silent = true
  koa.use(context => {
    context.respond = false
    return handle({ request: context.req, response: context.res }, large, at)
  })
  const answer = koa.callback()
  const request: RequestListener = (request, response) => {
    // Of a connection that was cut off, the parser still gives what was read at once with the rest.
    if (request.socket.destroyed) return
    void runPipelined({ request, response }, at.limits, () => answer(request, response))
  }
  if (!at.dialect.servesWebSocketWatches) return { request }
  return {
    request,
    upgrade: (...[request, socket, head]) =>
      void handleUpgrade({ request, socket, head }, large, at).catch((error: unknown) => {
        // Nobody else would answer for what fails here: the process would end.
        logFailure('upgrade', error)
        socket.destroy()
      }),
  }
}

/** A request that may end as a WebSocket, or with an answer like any other. */
async function handleUpgrade(upgrade: Upgrade, large: LargeBodies, at: Parts): Promise<void> {
  const { request, socket } = upgrade
  socket.on('error', () => {})
  // What a connection is must not change before its client has the answers that it asked for.
  if (hasPendingAnswers(socket)) return void socket.destroy()
  readToken(request.headers)
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  // Node passes these on to the response of a request, but not to that of an upgrade.
  socket.on('drain', () => response.emit('drain'))
  socket.on('timeout', () => response.emit('timeout'))
  // A client that never closes its side must not keep the connection.
  response.once('finish', () => socket.destroySoon())
  await handle({ request, response, upgrade }, large, at)
}

async function handle(
  { request, response, upgrade }: PipelinedExchange & { upgrade?: Upgrade },
  large: LargeBodies,
  at: Parts,
): Promise<void> {
  const client = clientOf(response)
  if (over.has(request.socket)) return
  const fault = framingFault(request, at.limits)
  if (fault) endConnection(request, response)
  if (fault && request.httpVersionMajor < 2) over.add(request.socket)
  const http = incoming(request, client, () => readBody(request, at.limits, large))
  const said = fault
    ? refusalReply(fault, http, at)
    : (shuttingDownReply(http, at) ?? (await replyTo(http, at)))
  large.leave(request)
  if (upgrade && said.isWatch) return serveWebSocket(said, { response, upgrade, at })
  const reply = await answered(() => compressReply(said, http, at), http, at)
  if (client.hasLeft) return
  if (!request.complete) await finishBody(request, response, at)
  if (at.lifecycle.phase === 'closing') endConnection(request, response)
  const headers = { ...ofEvery(request, at), ...reply.headers, ...ofWarnings(reply, at) }
  return sendReply({ ...reply, headers }, { response, client, at })
}

// Connections that end with an answer under way. The parser goes on with what came behind the
// request that is refused, but nobody knows whether its sender meant that to be a request.
const over = new WeakSet<Socket>()

/** Who waits for a response. The signal is made when it is asked for: most requests need none. */
function clientOf(response: ServerResponse): ReplyClient {
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

/** There is one limit for all that an answer tells beside, whoever had it to tell. */
function ofWarnings({ warnings = [] }: Reply, { stages }: Parts): Reply['headers'] {
  const lines = stages.warningHeaders(warnings)
  return lines.length > 0 ? { Warning: lines } : {}
}

function incoming(
  request: IncomingMessage,
  client: ReplyClient,
  body: IncomingRequest['body'],
): IncomingRequest {
  const { method = '', url = '', headers, rawHeaders } = request
  // A request through a proxy may name the whole address.
  const target = url.replace(/^https?:\/\/[^/?]*/i, '')
  const [path = ''] = target.split('?', 1)
  return {
    method,
    path,
    query: new URLSearchParams(target.slice(path.length)),
    headers,
    rawHeaders,
    body,
    get signal() {
      return client.signal
    },
  }
}

const replyTo = (http: IncomingRequest, at: Parts): Promise<Reply> =>
  answered(() => serveRequest(http, at), http, at)

/** What is refused, or fails, is an answer too. */
async function answered(
  make: () => Promise<Reply>,
  http: IncomingRequest,
  at: Parts,
): Promise<Reply> {
  try {
    return await make()
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalForStorageError(error)
    if (refusal) return refusalReply(refusal, http, at)
    // A body that stops in the middle has nobody left to answer.
    if (!http.signal.aborted) logFailure(`${http.method} ${http.path}`, error)
    return refusalReply(internalError(), http, at)
  }
}

const plainText = {
  'Content-Type': 'text/plain; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
}

function refusalReply({ code, body, warnings }: Refusal, http: IncomingRequest, at: Parts): Reply {
  if (typeof body === 'string') {
    return { status: code, headers: plainText, body: Buffer.from(body) }
  }
  const seconds = body.details?.retryAfterSeconds
  const form = at.stages.statusFormatFor(http, at)
  return {
    status: code,
    headers: {
      'Content-Type': form.mediaType,
      ...(seconds !== undefined && { 'Retry-After': String(seconds) }),
      ...(code === 403 && { 'X-Content-Type-Options': 'nosniff' }),
    },
    warnings,
    body: at.stages.encode.document(body, form, at),
  }
}

/**
 * Lets a client finish a body that nobody will read, within bounds: one that is cut off while it
 * writes may never learn why. Beyond the bounds the connection, or the stream, ends with the
 * answer.
 */
async function finishBody(request: IncomingMessage, response: ServerResponse, { limits }: Parts) {
  await discardRest(request, { bytesMax: limits.bodyBytesMax, waitMs: limits.discardWaitMs })
  if (request.complete) return
  endConnection(request, response)
  if (!(response instanceof Http2ServerResponse)) return
  const { stream } = response
  stream.once('finish', () => stream.close(constants.NGHTTP2_NO_ERROR))
}

/** The connection ends with the answer; HTTP/2 has other ways to say so. */
function endConnection(request: IncomingMessage, response: ServerResponse): void {
  if (request.httpVersionMajor < 2) response.setHeader('Connection', 'close')
}
