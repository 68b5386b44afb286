// Writes replies to the socket at the pace of the client.

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { constants, Http2ServerResponse } from 'node:http2'
import { setImmediate } from 'node:timers/promises'

import type { LiveFrames, Reply, RequestClient, StreamingBody } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'
import { logFailure } from '../api/log-failure.ts'

type Connection = { response: ServerResponse; client: RequestClient; parts: Parts }

/** Writes a reply at the pace of its client. Resolves when the response has been written. */
export async function sendReply(
  { status, headers, body }: Reply,
  { response, client, parts }: Connection,
): Promise<void> {
  if (Buffer.isBuffer(body)) {
    // A 304 must not claim that the unchanged body is empty, and a 204 has no length.
    const length = status === 304 || status === 204 ? {} : { 'Content-Length': body.length }
    response.writeHead(status, { ...headers, ...length })
    endWith(body, response)
    if (response.writableLength > 0) cutWhenStuck(response, parts)
    return
  }
  response.writeHead(status, headers)
  if ('backlog' in body) return stream(body, response, client, parts)
  cutWhenStuck(response, parts)
  await whole(response, async () => {
    for await (const batch of body) {
      // A batch is empty when encoding the next one takes longer than one turn.
      if (batch.length > 0 && !response.write(batch)) await drained(response, client)
      // A socket may accept a batch immediately. The pause lets other requests run.
      await setImmediate()
      if (client.hasLeft) return
    }
    response.end()
  })
}

// Up to this size a copy of a body is cheaper than a second write.
const copiedBytesMax = 16 * 1024

/**
 * Ends a response with a body. Node sends headers and a text in one write, and a buffer in another.
 */
function endWith(body: Buffer, response: ServerResponse): void {
  const isCopied = body.length <= copiedBytesMax && !(response instanceof Http2ServerResponse)
  if (isCopied) response.end(body.toString('latin1'), 'latin1')
  else response.end(body)
}

/** Writes the frames of a stream when they are produced. A slow client delays no other client. */
async function stream(
  { backlog, endSignal }: StreamingBody,
  response: ServerResponse,
  client: RequestClient,
  { clock, limits }: Parts,
) {
  const late = () =>
    clock.deadline(limits.endWaitMs, client.signal).addEventListener('abort', () => cut(response))
  endSignal.onEnd(late)
  response.flushHeaders()
  await whole(response, async () => {
    const live = await writeBacklog(backlog, response, client)
    if (live) await sendLive(live, response, client)
    if (!client.hasLeft) response.end()
  })
}

/** Returns the live frames, unless the stream is over or its client has disconnected. */
async function writeBacklog(
  backlog: StreamingBody['backlog'],
  response: ServerResponse,
  client: RequestClient,
): Promise<LiveFrames | undefined> {
  for (;;) {
    const result = await backlog.next()
    if (result.done) return result.value
    if (!response.write(result.value)) await drained(response, client)
    if (client.hasLeft) {
      await backlog.return?.()
      return undefined
    }
  }
}

function sendLive(
  live: LiveFrames,
  response: ServerResponse,
  client: RequestClient,
): Promise<void> {
  const { resume, ended } = live.sendTo(frames => response.write(frames))
  response.on('drain', resume).on('close', live.cut)
  if (client.hasLeft) live.cut()
  return ended
}

/** Runs `write`. A failure cuts the response, because its headers have already been sent. */
async function whole(response: ServerResponse, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    logFailure('stream', error)
    cut(response)
  }
}

/** Cuts a response that its client does not read within the time limit. */
function cutWhenStuck(response: ServerResponse, { limits }: Pick<Parts, 'limits'>): void {
  response.setTimeout(limits.answerWaitMs, () => cut(response))
}

/** Ends a response so that its client sees that it is incomplete. */
function cut(response: ServerResponse): void {
  if (response instanceof Http2ServerResponse) response.stream.close(constants.NGHTTP2_CANCEL)
  else response.destroy()
}

async function drained(response: ServerResponse, client: RequestClient): Promise<void> {
  try {
    await once(response, 'drain', { signal: client.signal })
  } catch (error) {
    // `once` rejects when the client disconnects, which is no error.
    if (!client.hasLeft) throw error
  }
}
