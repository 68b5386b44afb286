// Scenarios request watches by `watch=1`. For a server that understands another value alone they
// are rewritten before they are performed, so that a saved case has the value that was sent.

import type { WatchForm } from '../../fixtures/objects/watch-form.ts'
import {
  isAccepts,
  isAwait,
  isClose,
  isControl,
  isDefine,
  isTogether,
  isUntil,
  isWalk,
  isWatch,
} from './scenario.ts'
import type { Request, Scenario, Single, Step } from './scenario.ts'

/** The scenario with every `watch=1` replaced; other values of the parameter stay. */
export function inWatchForm({ steps }: Scenario, form: WatchForm): Scenario {
  const inRequest = (request: Request): Request =>
    request.query?.['watch'] === '1'
      ? { ...request, query: { ...request.query, watch: form } }
      : request

  function inSingle(step: Single): Single {
    if (isWatch(step)) return { ...step, watch: inRequest(step.watch) }
    return isAwait(step) || isClose(step) ? step : inRequest(step)
  }

  function inStep(step: Step): Step {
    if (isTogether(step)) return { together: step.together.map(lane => lane.map(inSingle)) }
    if (isUntil(step)) return { ...step, until: inRequest(step.until) }
    // A walk follows the chunks of a list.
    if (isWalk(step) || isControl(step) || isDefine(step) || isAccepts(step)) return step
    return inSingle(step)
  }

  return { steps: steps.map(inStep) }
}
