// Rewrites `watch=1`, by which scenarios request watches, for a server that understands only
// another value. This happens before the scenario is performed, so that a saved case contains the
// value that was sent.

import type { WatchForm } from '../../fixtures/objects/watch-form.ts'
import {
  isConfigCheckStep,
  isWaitStep,
  isCloseStep,
  isControlStep,
  isDefineTypeStep,
  isConcurrentStep,
  isPollStep,
  isPagedListStep,
  isWatchStep,
} from './scenario.ts'
import type { RequestStep, Scenario, SingleStep, Step } from './scenario.ts'

/** Returns the scenario with every `watch=1` replaced. Other values of the parameter stay. */
export function withWatchForm({ steps }: Scenario, form: WatchForm): Scenario {
  const inRequest = (request: RequestStep): RequestStep =>
    request.query?.['watch'] === '1'
      ? { ...request, query: { ...request.query, watch: form } }
      : request

  function inSingle(step: SingleStep): SingleStep {
    if (isWatchStep(step)) return { ...step, watch: inRequest(step.watch) }
    return isWaitStep(step) || isCloseStep(step) ? step : inRequest(step)
  }

  function inStep(step: Step): Step {
    if (isConcurrentStep(step))
      return { concurrent: step.concurrent.map(lane => lane.map(inSingle)) }
    if (isPollStep(step)) return { ...step, poll: inRequest(step.poll) }
    // A paged list is never a watch.
    if (
      isPagedListStep(step) ||
      isControlStep(step) ||
      isDefineTypeStep(step) ||
      isConfigCheckStep(step)
    )
      return step
    return inSingle(step)
  }

  return { steps: steps.map(inStep) }
}
