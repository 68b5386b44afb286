import { logFailure } from '../api/log-failure.ts'
import type { Controller, Parts } from '../parts/parts.ts'

// A change takes effect within this time.
const intervalMs = 10_000

/** Reads the files that a server follows every ten seconds. Faults are logged. */
export function followFiles({
  followedFiles,
  clock,
  log,
}: Pick<Parts, 'followedFiles' | 'clock' | 'log'>): Controller {
  let cancel = () => {}
  let checking: Promise<void> = Promise.resolve()
  let isOver = false

  async function check(): Promise<void> {
    for (const file of followedFiles) {
      const fault = await file.check()
      if (fault !== undefined) log(fault)
    }
  }

  function wait(): void {
    cancel = clock.after(intervalMs, () => {
      checking = check()
        .catch(error => logFailure('reading files of flags again', error))
        .finally(() => isOver || wait())
    })
  }

  if (followedFiles.length > 0) wait()
  return {
    whenIdle: () => checking,
    close: () => {
      isOver = true
      cancel()
    },
  }
}
