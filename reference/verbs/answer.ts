import type { Reply } from '../api/call.ts'
import type { ResourceCall } from '../api/parts.ts'
import type { Stored } from '../storage/storage.ts'

type Answered = {
  readonly status: number
  readonly entry: Stored
  /** What the client is told beside. */
  readonly warnings?: readonly string[]
}

/** One object as the answer to a call. */
export function answer(call: ResourceCall, { status, entry, warnings = [] }: Answered): Reply {
  const { resource, form, at } = call
  const headers = warnings.length > 0 && { Warning: at.stages.warningHeaders(warnings) }
  return {
    status,
    headers: { 'Content-Type': form.answer, ...headers },
    body: at.stages.encode.object(entry, resource),
  }
}
