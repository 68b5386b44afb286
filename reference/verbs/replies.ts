import type { Reply } from '../api/request.ts'
import type { JsonObject } from '../api/object.ts'
import type { ResourceCall } from '../parts/parts.ts'
import { storageResourceOf } from '../api/resource.ts'
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
  { negotiation, parts }: Pick<ResourceCall, 'negotiation' | 'parts'>,
  status: number,
  value: JsonObject,
): Reply => ({
  status,
  headers: { 'Content-Type': negotiation.answer.mediaType },
  body: parts.stages.encode.document(value, negotiation.answer, parts),
})

/** Returns the response with one object. A webhook converts it first if its type has one. */
export function objectReply(call: ResourceCall, answered: Answered): Reply | Promise<Reply> {
  const resource = storageResourceOf(call.resource)
  if (!resource.conversion) return encodedReply(call, answered)
  return call.parts.conversion
    .entriesIn([answered.entry], { resource, results: 'new' }, call.parts)
    .then(([entry = answered.entry]) => encodedReply(call, { ...answered, entry }))
}

function encodedReply(
  call: ResourceCall,
  { status, entry, warnings = [] }: Answered,
): Reply | Promise<Reply> {
  const { negotiation, parts } = call
  const headers = { 'Content-Type': negotiation.answer.mediaType }
  const body = parts.stages.encode.object(entry, call)
  if (!(body instanceof UnfinishedTask)) return { status, headers, warnings, body }
  return runYielding(body.rest, yieldAfter(parts.limits.yieldAfterMs)).then(bytes => ({
    status,
    headers,
    warnings,
    body: bytes,
  }))
}
