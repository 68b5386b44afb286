// Stops work on a signal and cleans up before the process ends.

import { constants } from 'node:os'

/** The user stopped the command before it was done. */
export class StoppedByUser extends Error {
  override name = 'StoppedByUser'
}

/**
 * Runs work with a signal that fires on SIGINT or SIGTERM. A second signal ends the process at
 * once, as it would without a handler.
 */
export async function runUntilSignal<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController()
  const onSignal = (name: NodeJS.Signals) => {
    if (stop.signal.aborted) process.exit(128 + constants.signals[name])
    stop.abort(new StoppedByUser(`stopped by ${name}`))
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  try {
    return await work(stop.signal)
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}
