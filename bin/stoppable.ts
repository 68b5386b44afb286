// Work that a signal ends in good order: what it made is swept before the process ends.

/** The user ended the command before it was done. */
export class Stopped extends Error {
  override name = 'Stopped'
}

/** Does the work with a signal that fires on SIGINT or SIGTERM; a second one ends the process. */
export async function stoppable<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController()
  const end = (name: string) => stop.abort(new Stopped(`stopped by ${name}`))
  process.once('SIGINT', end).once('SIGTERM', end)
  try {
    return await work(stop.signal)
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end)
  }
}
