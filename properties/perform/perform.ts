// Performs a scenario and records its history. It is total: a dangling reference or a broken
// connection is recorded and the other steps continue, so that any shrunk scenario can be replayed.

import { TransportError } from '../../fixtures/client/client.ts'
import { withinTime } from '../../fixtures/client/within-time.ts'
import { performConfigCheck } from './config-check-step.ts'
import type { Environment } from './environment.ts'
import { cleanUp } from './clean-up.ts'
import { bodyValueAt } from '../history/history.ts'
import type { History } from '../history/history.ts'
import { performDefine } from './shared-definitions.ts'
import { hasTimedOut } from '../history/request-time-out.ts'
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
} from '../dsl/scenario.ts'
import type {
  ControlStep,
  RequestStep,
  Scenario,
  SingleStep,
  Step,
  PagedListStep,
} from '../dsl/scenario.ts'
import {
  resolveRequest,
  recordProblems,
  beginExchange,
  createExecutionContext,
  toRecordedAnswer,
} from './execution-context.ts'
import type { ExecutionContext } from './execution-context.ts'
import { performWait, performClose, performWatch } from './stream-steps.ts'
import { isBookmarkPoll } from '../dsl/bookmark-poll.ts'
import { performPoll } from './poll-step.ts'
import { repeatUntilBookmark } from './writes-until-bookmark.ts'

// A paged list that never ends is a fault of the target. No scenario needs two hundred chunks.
const chunksMax = 200

// Twice the five minutes for which versions and tokens are valid by default (PAGE-006).
const expiryMs = 10 * 60_000

/**
 * Performs one scenario and returns its history. The created objects are deleted before it returns.
 * Rejects only when the signal is aborted.
 */
export async function perform(
  scenario: Scenario,
  environment: Environment,
  signal: AbortSignal,
): Promise<History> {
  const history = await withinTime(environment.caseMs, signal, async either => {
    const execution = createExecutionContext(environment, either)
    try {
      await performSteps(scenario.steps, execution)
      // Without the remaining steps a law might pass, so the history must not be judged.
      if (either.aborted)
        execution.history.spoiled ??= `the scenario took longer than ${environment.caseMs / 1000} s`
    } finally {
      await leaveAll(execution)
      await resetHealthCheck(execution)
      await cleanUp(execution.history, environment)
    }
    return execution.history
  })
  signal.throwIfAborted()
  return history
}

/**
 * Performs steps until a request times out. Its effects are not judged, so nothing is sent after
 * it.
 */
async function performSteps(steps: Step[], execution: ExecutionContext): Promise<void> {
  const { exchanges } = execution.history
  for (const step of steps) {
    const before = exchanges.length
    await performStep(step, execution)
    if (exchanges.slice(before).some(hasTimedOut)) return
  }
}

async function leaveAll({ streams, over, opening }: ExecutionContext): Promise<void> {
  await Promise.all([...streams.values()].map(stream => stream.close()))
  over.abort()
  await Promise.all(opening.map(({ opened }) => opened))
}

async function performStep(step: Step, execution: ExecutionContext): Promise<void> {
  if (execution.signal.aborted) return
  if (isControlStep(step)) return performControl(step, execution)
  if (isPollStep(step)) {
    if (!isBookmarkPoll(step)) return performPoll(step, execution)
    return repeatUntilBookmark(() => record(step.poll, execution), step.untilBookmarkOn, execution)
  }
  if (isDefineTypeStep(step)) return performDefine(step, execution)
  if (isConfigCheckStep(step)) return performConfigCheck(step, execution)
  if (isPagedListStep(step)) return performPagedList(step, execution)
  if (!isConcurrentStep(step)) return performSingle(step, execution)

  const lanes = step.concurrent.map(async (steps, lane) => {
    for (const single of steps) await performSingle(single, execution, lane)
  })
  await Promise.all(lanes)
}

async function performSingle(
  step: SingleStep,
  execution: ExecutionContext,
  lane?: number,
): Promise<void> {
  if (execution.signal.aborted) return
  if (isWatchStep(step)) return performWatch(step, execution, lane)
  if (isWaitStep(step)) return performWait(step, execution)
  if (isCloseStep(step)) return performClose(step, execution)
  return record(step, execution, lane)
}

async function performControl(
  step: ControlStep,
  { environment, history }: ExecutionContext,
): Promise<void> {
  const sentAt = performance.now()
  try {
    await control(step, environment, history)
  } catch (problem) {
    // The control of the target failed, so later answers are no evidence.
    history.spoiled = `${step.control} failed: ${(problem as Error).message}`
  }
  history.exchanges.push({
    step: step.as,
    request: { method: step.control, path: '', query: {}, headers: {}, who: 'admin' },
    sentAt,
    answeredAt: performance.now(),
    problem: 'a control has no answer',
  })
}

async function control(
  step: ControlStep,
  { controls }: Environment,
  history: History,
): Promise<void> {
  const { compact, advance, corrupt, failHealthCheck, expire = compact } = controls
  if (step.control === 'advance') await advance?.(step.ms)
  else if (step.control === 'corrupt') await corrupt?.(pathOf(history, step.object))
  else if (step.control === 'compact') await compact?.()
  else if (step.control === 'failHealthCheck') await failHealthCheck?.set(true)
  else if (expire) await expire()
  else await advance?.(expiryMs)
}

/** Makes the failing health check pass again for the next scenario. */
async function resetHealthCheck({ environment, history }: ExecutionContext): Promise<void> {
  if (!history.exchanges.some(({ request }) => request.method === 'failHealthCheck')) return
  await environment.controls.failHealthCheck?.set(false).catch((problem: Error) => {
    history.spoiled ??= `failHealthCheck failed: ${problem.message}`
  })
}

/** Returns the path of the object that an answer showed. */
function pathOf(history: History, label: string): string {
  const shown = history.exchanges.findLast(({ step }) => step === label)
  const name = shown && bodyValueAt(shown, '/metadata/name')
  if (!shown || typeof name !== 'string') throw new Error(`${label} shows no object`)
  const { method, path } = shown.request
  return method === 'POST' ? `${path}/${name}` : path
}

/** Follows `metadata.continue` from chunk to chunk. The token is sent unchanged. */
async function performPagedList(
  { pagedList, between = [] }: PagedListStep,
  execution: ExecutionContext,
): Promise<void> {
  let label = pagedList.as
  await record(pagedList, execution)
  for (let chunk = 1; chunk < chunksMax; chunk++) {
    const token = execution.fillings.seen(label) as
      | { metadata?: { continue?: unknown } }
      | undefined
    if (typeof token?.metadata?.continue !== 'string' || token.metadata.continue === '') return

    for (const request of between[chunk - 1] ?? []) await record(request, execution)
    const { resourceVersion: _, resourceVersionMatch: __, ...query } = pagedList.query ?? {}
    label = `${pagedList.as}#${chunk}`
    await record(
      { ...pagedList, as: label, query: { ...query, continue: token.metadata.continue } },
      execution,
    )
  }
}

async function record(
  request: RequestStep,
  execution: ExecutionContext,
  lane?: number,
): Promise<void> {
  const exchange = beginExchange(request, execution, lane)
  await recordProblems(exchange, async () => {
    const { client, wire } = await resolveRequest(exchange, request, execution)
    const answer = await client.send(wire, execution.signal)
    if (!execution.hasRoom(answer.bytes.length)) {
      throw new TransportError('the bodies of this case are too long')
    }
    exchange.answer = toRecordedAnswer(answer)
  })
  exchange.answeredAt = performance.now()
}
