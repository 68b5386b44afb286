import type { Parts } from '../parts/parts.ts'
import { versionTooLarge } from '../api/status.ts'
import type { Revision } from '../api/store.ts'

/** Waits until the cache shows a version, for at most `revisionWaitMs`. @throws 504 (GET-004) */
export async function waitForRevision(
  revision: Revision,
  parts: Parts,
  signal: AbortSignal,
): Promise<void> {
  const done = new AbortController()
  const deadline = parts.clock.deadline(
    parts.limits.revisionWaitMs,
    AbortSignal.any([signal, done.signal]),
  )
  try {
    if (await parts.watchCache.waitFor(revision, deadline)) return
  } finally {
    done.abort()
  }
  throw versionTooLarge(revision, await parts.watchCache.revision())
}
