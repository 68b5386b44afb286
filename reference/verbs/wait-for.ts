import { isAtLeast } from '../api/list.ts'
import type { Parts } from '../api/parts.ts'
import { versionTooLarge } from '../api/status.ts'
import type { Revision } from '../storage/storage.ts'

/** Waits a bounded time until the store has a version. @throws 504 (GET-004) */
export async function waitFor(revision: Revision, at: Parts, signal: AbortSignal): Promise<void> {
  const newest = await at.store.revision()
  if (isAtLeast(newest, revision)) return
  const done = new AbortController()
  const deadline = at.clock.deadline(at.limits.futureWaitMs, AbortSignal.any([signal, done.signal]))
  try {
    for await (const { entry } of at.store.watch('', newest, deadline)) {
      if (isAtLeast(entry.revision, revision)) return
    }
  } finally {
    done.abort()
  }
  throw versionTooLarge(revision, await at.store.revision())
}
