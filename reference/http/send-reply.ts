// An answer becomes bytes, at the pace of whoever takes them.

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { constants, Http2ServerResponse } from 'node:http2'
import { setImmediate } from 'node:timers/promises'

import type { LiveFrames, Reply, StreamingBody } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'
import { logFailure } from '../api/log-failure.ts'

/** Who waits for an answer. */
export type ReplyClient = {
  readonly hasLeft: boolean
  /** Fires when the client has left, or has its answer. */
  readonly signal: AbortSignal
}

type Connection = { response: ServerResponse; client: ReplyClient; at: Parts }

/** Writes an answer at the pace of its client. */
export async function sendReply(
  { status, headers, body }: Reply,
  { response, client, at }: Connection,
): Promise<void> {
  if (Buffer.isBuffer(body)) {
    // What is not sent again is as long as it was; what is empty by its status has no length.
    const length = status === 304 || status === 204 ? {} : { 'Content-Length': body.length }
    response.writeHead(status, { ...headers, ...length }).end(body)
    if (response.writableLength > 0) cutWhenStuck(response, at)
    return
  }
  response.writeHead(status, headers)
  if ('backlog' in body) return stream(body, response, client.signal, at)
  cutWhenStuck(response, at)
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

/** Writes frames in the step in which they happen; a client that reads slowly delays no other. */
async function stream(
  { backlog, endSignal }: StreamingBody,
  response: ServerResponse,
  left: AbortSignal,
  { clock, limits }: Parts,
) {
  const late = () =>
    clock.deadline(limits.endWaitMs, left).addEventListener('abort', () => cut(response))
  endSignal.onEnd(late)
  response.flushHeaders()
  await whole(response, async () => {
    const live = await writeBacklog(backlog, response, left)
    if (live) await sendLive(live, response, left)
    if (!left.aborted) response.end()
  })
}

/** Returns what follows, unless the stream is over or its client has left. */
async function writeBacklog(
  backlog: StreamingBody['backlog'],
  response: ServerResponse,
  left: AbortSignal,
): Promise<LiveFrames | undefined> {
  for (;;) {
    const result = await backlog.next()
    if (result.done) return result.value
    if (!response.write(result.value)) await drained(response, left)
    if (left.aborted) {
      await backlog.return?.()
      return undefined
    }
  }
}

function sendLive(live: LiveFrames, response: ServerResponse, left: AbortSignal): Promise<void> {
  const { resume, ended } = live.sendTo(frames => response.write(frames))
  response.on('drain', resume).on('close', live.cut)
  if (left.aborted) live.cut()
  return ended
}

/** What has begun cannot become a refusal: that it breaks off says that it is not whole. */
async function whole(response: ServerResponse, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    logFailure('stream', error)
    cut(response)
  }
}

/** What a client does not take is kept for it, but not for ever. */
function cutWhenStuck(response: ServerResponse, { limits }: Pick<Parts, 'limits'>): void {
  response.setTimeout(limits.answerWaitMs, () => cut(response))
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
