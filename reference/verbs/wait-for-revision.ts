import type { Parts } from '../parts/parts.ts'
import { versionTooLarge } from '../api/status.ts'
import type { Revision } from '../api/store.ts'

/** Waits until the cache shows a version, for at most `revisionWaitMs`. @throws 504 (GET-004) */
export async function waitForRevision(
  revision: Revision,
  at: Parts,
  signal: AbortSignal,
): Promise<void> {
  const done = new AbortController()
  const deadline = at.clock.deadline(
    at.limits.revisionWaitMs,
    AbortSignal.any([signal, done.signal]),
  )
  try {
    if (await at.watchCache.reached(revision, deadline)) return
  } finally {
    done.abort()
  }
  throw versionTooLarge(revision, await at.watchCache.revision())
}
