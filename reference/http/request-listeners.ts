// Converts requests of Node to requests of the pipeline, and replies and refusals to responses.

import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { constants, Http2ServerResponse } from 'node:http2'
import type { Socket } from 'node:net'

import type { AuditTrail, IncomingRequest, Reply, RequestClient } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'
import { Refusal } from '../api/refusal.ts'
import type { RequestTrace } from '../api/tracing.ts'
import { openTrail } from '../audit/audit-trail.ts'
import { openTrace } from '../tracing/request-trace.ts'
import { internalError } from '../api/status.ts'
import { discardRest, readBody } from './body.ts'
import { clientCertificatesOf } from './client-certificates.ts'
import { compressReply } from './compress-reply.ts'
import { framingFault } from './framing.ts'
import { type LargeBodies, largeBodies } from './large-bodies.ts'
import { LeanKoa } from './lean-koa.ts'
import type { RequestListeners, Upgrade } from './listen.ts'
import { logFailure } from '../api/log-failure.ts'
import { ResponseClient } from './response-client.ts'
import { sendReply } from './send-reply.ts'
import { serveRequest } from '../pipeline/serve-request.ts'
import { refusalForStorageError } from './storage-refusals.ts'
import { type PipelinedExchange, runPipelined, hasPendingAnswers } from './request-pipelining.ts'
import { serveWebSocket, readToken } from './websocket.ts'
import { shuttingDownReply } from './shutting-down-reply.ts'

/** Creates the request and upgrade listeners of one server. */
export function requestListeners(parts: Parts): RequestListeners {
  const koa = new LeanKoa()
  const large = largeBodies(parts.limits)
  // Errors are answered and logged here; Koa would also log clients that disconnect.
  koa.silent = true
  koa.use(context => {
    context.respond = false
    return handle({ request: context.req, response: context.res }, large, parts)
  })
  const answer = koa.callback()
  const request: RequestListener = (request, response) => {
    // After a connection was cut off, the parser still emits requests from the last read.
    if (request.socket.destroyed) return
    void runPipelined({ request, response }, parts.limits, () => answer(request, response))
  }
  if (!parts.dialect.servesWebSocketWatches) return { request }
  return {
    request,
    upgrade: (...[request, socket, head]) =>
      void handleUpgrade({ request, socket, head }, large, parts).catch((error: unknown) => {
        // An unhandled rejection would end the process.
        logFailure('upgrade', error)
        socket.destroy()
      }),
  }
}

/** Handles an upgrade request, which ends as a WebSocket or with an ordinary response. */
async function handleUpgrade(upgrade: Upgrade, large: LargeBodies, parts: Parts): Promise<void> {
  const { request, socket } = upgrade
  socket.on('error', () => {})
  // The protocol must not change while earlier requests of the connection are unanswered.
  if (hasPendingAnswers(socket)) return void socket.destroy()
  readToken(request.headers)
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  // Node forwards these events to the response of a request, but not to that of an upgrade.
  socket.on('drain', () => response.emit('drain'))
  socket.on('timeout', () => response.emit('timeout'))
  // Close the connection even if the client never closes its side.
  response.once('finish', () => socket.destroySoon())
  await handle({ request, response, upgrade }, large, parts)
}

async function handle(
  { request, response, upgrade }: PipelinedExchange & { upgrade?: Upgrade },
  large: LargeBodies,
  parts: Parts,
): Promise<void> {
  const client = new ResponseClient(response)
  if (closingSockets.has(request.socket)) return
  const fault = framingFault(request, parts.limits)
  if (fault) endConnection(request, response)
  if (fault && request.httpVersionMajor < 2) closingSockets.add(request.socket)
  const read = () => readBody(request, parts.limits, large)
  const audit = parts.audit && trailOf(request, parts.audit, parts)
  const trace = parts.tracing && traceOf(request, parts.tracing, parts)
  const http = incoming(request, client, {
    body: audit ? audit.reads(read) : read,
    audit,
    trace,
  })
  const found = fault
    ? refusalReply(fault, http, parts)
    : (shuttingDownReply(http, parts) ?? (await replyTo(http, parts)))
  large.leave(request)
  const said = audit ? await audit.answers(found) : found
  try {
    if (upgrade && said.isWatch) {
      await serveWebSocket(said, { response, upgrade, parts })
      // A reset, which is an error as well, ends the request like any close.
      if (audit && !request.socket.destroyed)
        await new Promise<void>(resolve => void request.socket.once('close', () => resolve()))
      return
    }
    const reply = await answered(() => compressReply(said, http, parts), http, parts)
    if (client.hasLeft) return
    if (!request.complete) await finishBody(request, response, parts)
    if (parts.lifecycle.phase === 'closing') endConnection(request, response)
    const headers = { ...ofEvery(http, parts), ...reply.headers, ...ofWarnings(reply, parts) }
    return await sendReply({ ...reply, headers }, { response, client, parts })
  } finally {
    trace?.completed(said.status)
    if (audit) await audit.completed()
  }
}

// Connections that end after the present response. The parser still emits requests from the bytes
// after a refused request, which the sender may not have meant as requests.
const closingSockets = new WeakSet<Socket>()

/** Returns the headers of every response. */
function ofEvery({ headers, audit }: IncomingRequest, parts: Parts): Reply['headers'] {
  return {
    'Audit-Id': audit?.id ?? auditIdOf(headers, parts),
    // All times that a client sees come from one clock: it compares creation times with this header
    // (OBJ-026).
    Date: httpDate(parts.clock.now()),
    'Cache-Control': 'no-cache, private',
  }
}

const auditIdLengthMax = 64

// The text of the last second, because formatting a date takes as long as finding an object.
let shownSecond = Number.NaN
let shownDate = ''

/** Returns the text of a time in milliseconds, to the second. */
function httpDate(ms: number): string {
  const second = Math.floor(ms / 1000)
  if (second !== shownSecond) shownDate = new Date(ms).toUTCString()
  shownSecond = second
  return shownDate
}

/** Returns the id that the client has chosen for its request, or a new one. */
const auditIdOf = (headers: IncomingRequest['headers'], { ids }: Parts): string =>
  [headers['audit-id']].flat()[0]?.slice(0, auditIdLengthMax) ?? ids.uid()

function trailOf(
  request: IncomingMessage,
  audit: NonNullable<Parts['audit']>,
  parts: Parts,
): AuditTrail {
  const { method = '', headers, socket } = request
  const uri = targetOf(request)
  const id = auditIdOf(headers, parts)
  const path = uri.split('?', 1)[0] ?? ''
  return openTrail(
    { id, uri, method, path, headers, address: socket.remoteAddress ?? '' },
    audit,
    parts,
  )
}

function traceOf(
  request: IncomingMessage,
  tracing: NonNullable<Parts['tracing']>,
  parts: Parts,
): RequestTrace {
  const { method = '', headers } = request
  const target = targetOf(request)
  const [path = ''] = target.split('?', 1)
  return openTrace({ method, path, target, headers }, { ...parts, tracing })
}

/** Returns the path and the query. A request through a proxy may have an absolute URL. */
const targetOf = ({ url = '' }: IncomingMessage): string => url.replace(/^https?:\/\/[^/?]*/i, '')

/** Formats all warnings of a response under one size limit. */
function ofWarnings({ warnings = [] }: Reply, { stages }: Parts): Reply['headers'] {
  const lines = stages.warningHeaders(warnings)
  return lines.length > 0 ? { Warning: lines } : {}
}

function incoming(
  request: IncomingMessage,
  client: RequestClient,
  { body, audit, trace }: Pick<IncomingRequest, 'body' | 'audit' | 'trace'>,
): IncomingRequest {
  const { method = '', headers, rawHeaders } = request
  const target = targetOf(request)
  const [path = ''] = target.split('?', 1)
  return {
    method,
    path,
    query: new URLSearchParams(target.slice(path.length)),
    headers,
    rawHeaders,
    body,
    client,
    clientCertificates: () => clientCertificatesOf(request),
    audit,
    trace,
  }
}

const replyTo = (http: IncomingRequest, parts: Parts): Promise<Reply> =>
  answered(() => serveRequest(http, parts), http, parts)

/** Returns the reply of `make`, or the reply for its error. */
async function answered(
  make: () => Promise<Reply>,
  http: IncomingRequest,
  parts: Parts,
): Promise<Reply> {
  try {
    return await make()
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalForStorageError(error)
    if (refusal) return refusalReply(refusal, http, parts)
    // If the client has disconnected while sending a body, there is nothing to log.
    if (!http.client.hasLeft) {
      logFailure(`${http.method} ${http.path}`, error)
      http.audit?.failed()
    }
    return refusalReply(internalError(), http, parts)
  }
}

const plainText = {
  'Content-Type': 'text/plain; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
}

function refusalReply(
  { code, body, warnings }: Refusal,
  http: IncomingRequest,
  parts: Parts,
): Reply {
  if (typeof body === 'string') {
    return { status: code, headers: plainText, body: Buffer.from(body) }
  }
  const seconds = body.details?.retryAfterSeconds
  const form = parts.stages.statusFormatFor(http, parts)
  return {
    status: code,
    headers: {
      'Content-Type': form.mediaType,
      ...(seconds !== undefined && { 'Retry-After': String(seconds) }),
      ...(code === 403 && { 'X-Content-Type-Options': 'nosniff' }),
    },
    warnings,
    body: parts.stages.encode.document(body, form, parts),
  }
}

/**
 * Reads and discards the rest of a body, within limits, so that the client can finish writing and
 * read the response. Beyond the limits the connection, or the HTTP/2 stream, ends with the
 * response.
 */
async function finishBody(request: IncomingMessage, response: ServerResponse, { limits }: Parts) {
  await discardRest(request, { bytesMax: limits.bodyBytesMax, waitMs: limits.discardWaitMs })
  if (request.complete) return
  endConnection(request, response)
  if (!(response instanceof Http2ServerResponse)) return
  const { stream } = response
  stream.once('finish', () => stream.close(constants.NGHTTP2_NO_ERROR))
}

/** Ends an HTTP/1.1 connection after the response. */
function endConnection(request: IncomingMessage, response: ServerResponse): void {
  if (request.httpVersionMajor < 2) response.setHeader('Connection', 'close')
}
