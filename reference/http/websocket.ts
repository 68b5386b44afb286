// Serves watches over WebSockets (RFC 6455), as a genuine server does. Messages of clients are
// ignored.

import type { IncomingMessage, ServerResponse } from 'node:http'

import type { WebSocket, WebSocketServer } from 'ws'

import type { Parts } from '../parts/parts.ts'
import type { Reply } from '../api/request.ts'
import type { Upgrade } from './listen.ts'
import { logFailure } from '../api/log-failure.ts'
import { tokenBucket } from './token-bucket.ts'
import { streamPieces } from './stream-pieces.ts'
import { webSocketMessagesIn } from './websocket-messages.ts'

// Messages of clients have no meaning, so a short limit is enough for pings and closes.
const messageBytesMax = 1024

let made: WebSocketServer | undefined

/** Loads the WebSocket library on first use, since most servers never need it. */
async function webSockets(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws')
  made ??= new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: messageBytesMax,
    handleProtocols: ([only]) => only ?? false,
  })
  return made
}

/** Performs the WebSocket handshake, or refuses it, and sends the events of a watch. */
export async function serveWebSocket(
  { headers, body }: Reply,
  { response, upgrade, parts }: { response: ServerResponse; upgrade: Upgrade; parts: Parts },
): Promise<void> {
  const { request, socket, head } = upgrade
  const server = await webSockets()
  if (socket.destroyed) return
  const refusal = handshakeFault(request)
  if (refusal !== undefined) {
    response.writeHead(refusal).end()
    return
  }
  response.detachSocket(socket)
  // Listeners for the close of the response must run when the WebSocket closes.
  socket.once('close', () => response.emit('close'))
  server.handleUpgrade(request, socket, head, client => {
    client.on('error', () => {})
    boundTalk(client, parts)
    void sendAll(client, { body, mediaType: String(headers['Content-Type']) }, parts)
  })
}

/** Returns the status of a refused handshake. Genuine servers require more than RFC 6455. */
function handshakeFault({ headers }: IncomingMessage): 400 | 403 | undefined {
  if (headers['sec-websocket-version'] !== '13') return 400
  if (headers['sec-websocket-protocol']?.includes(',')) return 400
  const { origin = '' } = headers
  return URL.canParse(origin) || origin.startsWith('/') ? undefined : 403
}

const tokenPrefix = 'base64url.bearer.authorization.k8s.io.'

/**
 * Sets `Authorization` from `Sec-WebSocket-Protocol`. Browser clients cannot set headers: they send
 * their token as one of the subprotocols, next to one that the server accepts.
 */
export function readToken(headers: IncomingMessage['headers']): void {
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map(one => one.trim())
  const others = protocols.filter(one => !one.startsWith(tokenPrefix))
  const [token, ...more] = protocols.filter(one => one.startsWith(tokenPrefix))
  if (token === undefined || headers.authorization) return
  const text = Buffer.from(token.slice(tokenPrefix.length), 'base64url').toString()
  const isUsable = more.length === 0 && others.length > 0
  // `-` is a token that no user has.
  headers.authorization = `Bearer ${isUsable && text !== '' ? text : '-'}`
  headers['sec-websocket-protocol'] = others.join(',')
}

/** Limits the rate of messages, pings and pongs; a client that exceeds it is cut off. */
function boundTalk(client: WebSocket, { limits }: Parts): void {
  const talk = tokenBucket(limits.controlFrames)
  const hear = () => {
    if (talk.take() < 0 || client.bufferedAmount > limits.watchQueueBytesMax) client.terminate()
  }
  client.on('message', hear).on('ping', hear).on('pong', hear)
}

async function sendAll(
  client: WebSocket,
  { body, mediaType }: { body: Reply['body']; mediaType: string },
  { clock, limits }: Parts,
): Promise<void> {
  const pieces = 'backlog' in body ? streamPieces(body) : Buffer.isBuffer(body) ? [body] : body
  const gone = new AbortController()
  client.once('close', () => gone.abort())
  const late = () =>
    clock
      .deadline(limits.endWaitMs, gone.signal)
      .addEventListener('abort', () => client.terminate())
  if ('backlog' in body) {
    body.endSignal.onEnd(late)
  }
  try {
    for await (const piece of pieces) {
      await sendPiece(client, webSocketMessagesIn(piece, mediaType), mediaType)
      if (client.readyState !== client.OPEN) return
    }
    client.close(endedNormally)
    late()
  } catch (error) {
    // The stream has begun, so it cannot become a refusal.
    if (client.readyState === client.OPEN) logFailure('watch over a WebSocket', error)
    client.terminate()
  }
}

const endedNormally = 1000

/** Resolves when all messages have been written to the connection. @throws when it is closed */
async function sendPiece(
  client: WebSocket,
  messages: readonly Buffer[],
  mediaType: string,
): Promise<void> {
  const binary = mediaType !== 'application/json'
  await Promise.all(
    messages.map(
      message =>
        new Promise<void>((resolve, reject) => {
          client.send(message, { binary }, error => (error ? reject(error) : resolve()))
        }),
    ),
  )
}
