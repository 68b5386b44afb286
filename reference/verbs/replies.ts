import type { Reply } from '../api/request.ts'
import type { JsonObject } from '../api/object.ts'
import type { ResourceCall } from '../parts/parts.ts'
import { yieldAfter, runYielding, UnfinishedTask } from '../lib/event-loop.ts'
import type { StoredEntry } from '../api/store.ts'

type Answered = {
  readonly status: number
  readonly entry: StoredEntry
  /** Warnings for the client. */
  readonly warnings?: readonly string[]
}

/** Returns the response with a document that is not a stored object, such as a Status. */
export const documentReply = (
  { negotiation, at }: Pick<ResourceCall, 'negotiation' | 'at'>,
  status: number,
  value: JsonObject,
): Reply => ({
  status,
  headers: { 'Content-Type': negotiation.answer.mediaType },
  body: at.stages.encode.document(value, negotiation.answer, at),
})

/** Returns the response with one object. */
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
