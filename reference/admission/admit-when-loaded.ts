// Requests that come before the stored configuration of admission has been read.

import type { Clock } from '../api/clock.ts'
import type { ResourceRequestInfo } from '../api/request.ts'
import { forbidden } from '../api/status.ts'

// As long as a genuine server waits.
const waitMsMax = 10_000

/** Stored configuration of admission that is being read. */
export type LoadingConfiguration = {
  /**
   * Resolves to whether it has been read: false if the server has closed before, or in ten seconds.
   */
  readonly inTime: () => Promise<boolean>
}

/** Returns how requests wait for configuration. `loaded` resolves to false if the server closes. */
export function loadingConfiguration(
  loaded: Promise<boolean>,
  clock: Pick<Clock, 'after'>,
): LoadingConfiguration {
  return {
    inTime: () =>
      new Promise((resolve, reject) => {
        const cancel = clock.after(waitMsMax, () => resolve(false))
        loaded.then(resolve, reject).finally(cancel)
      }),
  }
}

/**
 * Returns what `find` returns once the configuration has been read. Rejects with a Refusal 403, as
 * a genuine server, if it is not read in time: nothing is admitted without its policies.
 */
export async function whenLoaded<Found>(
  loading: LoadingConfiguration,
  { group, resource, name }: ResourceRequestInfo,
  find: () => Found,
): Promise<Found> {
  if (await loading.inTime()) return find()
  throw forbidden({ group, resource, name, because: 'not yet ready to handle request' })
}
