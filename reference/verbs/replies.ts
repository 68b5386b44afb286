import type { Reply } from '../api/request.ts'
import type { JsonObject } from '../api/object.ts'
import type { ResourceCall } from '../parts/parts.ts'
import { yieldAfter, runYielding, UnfinishedTask } from '../lib/event-loop.ts'
import type { StoredEntry } from '../api/store.ts'

type Answered = {
  readonly status: number
  readonly entry: StoredEntry
  /** What the client is told beside. */
  readonly warnings?: readonly string[]
}

/** A document of the server itself as the answer to a call. */
export const documentReply = (
  { negotiation, at }: Pick<ResourceCall, 'negotiation' | 'at'>,
  status: number,
  value: JsonObject,
): Reply => ({
  status,
  headers: { 'Content-Type': negotiation.answer.mediaType },
  body: at.stages.encode.document(value, negotiation.answer, at),
})

/** One object as the answer to a call. */
export function objectReply(
  call: ResourceCall,
  { status, entry, warnings = [] }: Answered,
): Reply | Promise<Reply> {
  const { negotiation, at } = call
  const headers = { 'Content-Type': negotiation.answer.mediaType }
  const body = at.stages.encode.object(entry, call)
  if (!(body instanceof UnfinishedTask)) return { status, headers, warnings, body }
  return runYielding(body.rest, yieldAfter(at.limits.yieldAfterMs)).then(bytes => ({
    status,
    headers,
    warnings,
    body: bytes,
  }))
}
