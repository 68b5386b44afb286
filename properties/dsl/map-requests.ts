// Changes the requests of a scenario.

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

/** Returns the scenario with each of its requests changed. */
export function mapRequests(
  { steps }: Scenario,
  change: (request: RequestStep) => RequestStep,
): Scenario {
  function inSingle(step: SingleStep): SingleStep {
    if (isWatchStep(step)) return { ...step, watch: change(step.watch) }
    return isWaitStep(step) || isCloseStep(step) ? step : change(step)
  }

  function inStep(step: Step): Step {
    if (isConcurrentStep(step))
      return { concurrent: step.concurrent.map(lane => lane.map(inSingle)) }
    if (isPollStep(step)) return { ...step, poll: change(step.poll) }
    if (isPagedListStep(step)) {
      const { pagedList, between } = step
      return {
        pagedList: change(pagedList),
        ...(between && { between: between.map(steps => steps.map(change)) }),
      }
    }
    if (isControlStep(step) || isDefineTypeStep(step) || isConfigCheckStep(step)) return step
    return inSingle(step)
  }

  return { steps: steps.map(inStep) }
}
