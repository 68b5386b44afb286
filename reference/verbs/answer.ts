import type { Reply } from '../api/call.ts'
import type { ResourceCall } from '../api/parts.ts'
import type { Stored } from '../storage/storage.ts'

/** One object as the answer to a call. */
export const answer = (call: ResourceCall, status: number, entry: Stored): Reply => ({
  status,
  headers: { 'Content-Type': call.form.answer },
  body: call.at.stages.encode.object(entry, call.resource),
})
