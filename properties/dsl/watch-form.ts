// Rewrites `watch=1`, by which scenarios request watches, for a server that understands only
// another value. This happens before the scenario is performed, so that a saved case contains the
// value that was sent.

import type { WatchForm } from '../../fixtures/objects/watch-form.ts'
import { mapRequests } from './map-requests.ts'
import type { Scenario } from './scenario.ts'

/** Returns the scenario with every `watch=1` replaced. Other values of the parameter stay. */
export const withWatchForm = (scenario: Scenario, form: WatchForm): Scenario =>
  mapRequests(scenario, request =>
    request.query?.['watch'] === '1'
      ? { ...request, query: { ...request.query, watch: form } }
      : request,
  )
