// A request that is never answered, always answered with 500, or always ended by a closed
// connection, while the server answers others. For most rules this is no evidence. It violates rows
// whose rule is that a path, or a method on a path, is served. A closed connection also violates
// rows whose rule is that the request is refused.

import { setTimeout as pause } from 'node:timers/promises'
import { isConnectionFailure, isTimeOut, TransportError } from '../../fixtures/client/client.ts'
import type { Client } from '../../fixtures/client/client.ts'
import type { Environment } from '../../properties/perform/environment.ts'
import type { Exchange, History } from '../../properties/history/history.ts'
import { verify } from '../../properties/history/observation.ts'
import type { Violation } from '../../properties/history/observation.ts'
import { perform } from '../../properties/perform/perform.ts'
import { isRequestStep } from '../../properties/dsl/scenario.ts'
import type { Scenario } from '../../properties/dsl/scenario.ts'
import type { CheckRunOptions } from './check-run-options.ts'
import { requestedCapabilities } from '../judge/capabilities.ts'
import type { Check } from '../check.ts'
import { referenceOutcomeText } from '../failure/reference-outcome.ts'
import { buildFailure } from '../failure/failure.ts'
import type { Id } from '../generated/catalogue.ts'
import { isNotSent } from './timeout-policy.ts'
import type { ScenarioOrigin } from '../failure/shrink.ts'
import { requestShape } from '../judge/time-outs.ts'
import { isSmall, mustBeRefused, queryWithoutNames } from '../judge/expected-refusals.ts'
import { neverServedMessage } from '../unserved-requests.ts'
import type { NeverServedOutcome, NeverServedRequest } from '../unserved-requests.ts'
import type { Verdict } from '../verdict.ts'

/** Rows whose rule is that requests are served, and the method of these requests. */
const servedBy: Partial<Record<Id, string>> = {
  'PATH-001': 'GET',
  'PATH-002': 'GET',
  'PATH-003': 'GET',
  'PATH-004': 'GET',
  'PATH-005': 'GET',
  'PATH-006': 'GET',
  'PATH-007': 'GET',
  'PATH-012': 'POST',
  'PATH-013': 'PUT',
  'PATH-014': 'PATCH',
  'PATH-015': 'DELETE',
  'APPLY-001': 'PATCH',
}

/** Whether the rule of the check is that requests are served. */
export const isAboutServing = (check: Check): boolean => servedMethod(check) !== undefined

/** The method of the requests that are served if the rule of the check holds. */
export const servedMethod = ({ id }: Check): string | undefined => servedBy[id]

/** The check with the rule that every request is served. */
export const withNeverServedRule = (check: Check): Check => ({
  ...check,
  judge: function* ({ exchanges }) {
    for (const exchange of exchanges) {
      const broken = brokenBy(exchange)
      yield broken ?? { kind: 'held' }
    }
  },
})

/** The violation in a history in which a request is not served. */
export const neverServedViolations = ({ exchanges }: History): Violation[] =>
  exchanges.flatMap(exchange => brokenBy(exchange) ?? []).slice(0, 1)

function brokenBy(exchange: Exchange): Violation | undefined {
  const outcome = outcomeOf(exchange)
  if (outcome === undefined) return undefined
  const got = outcome === 'error' ? '500' : (exchange.problem ?? '')
  const rule = ruleBrokenBy(neverServedRequest(outcome, exchange.request))
  return verify(false, { ...rule, got, at: exchange }) as Violation
}

const neverServedRequest = (
  outcome: NeverServedOutcome,
  request: Exchange['request'],
): NeverServedRequest => ({ outcome, shape: requestShape(request), isApply: isApply(request) })

/** The violated sentence, and what was expected. */
const ruleBrokenBy = (request: NeverServedRequest) => ({
  says: neverServedMessage(request),
  ...expectationOf(request),
})

function expectationOf({
  outcome,
  refusedQuery,
}: NeverServedRequest): Pick<Violation, 'expected' | 'expectedRefusal'> {
  if (outcome === 'error') return { expected: 'a success or a refusal' }
  if (refusedQuery === undefined) return { expected: 'a response' }
  return { expected: 'a refusal (4xx)', expectedRefusal: {} }
}

const isApply = ({ headers }: Exchange['request']): boolean =>
  String(headers['content-type']).startsWith('application/apply-patch+')

function outcomeOf({ answer, problem, request }: Exchange): NeverServedOutcome | undefined {
  if (request.who !== 'admin') return undefined
  // The answer of a watch may be late, but its connection must not be closed.
  if ('watch' in request.query)
    return !answer && lossOf(problem ?? '') === 'closed' ? 'closed' : undefined
  if (answer) return answer.status === 500 ? 'error' : undefined
  return problem === undefined ? undefined : lossOf(problem)
}

const lossOf = (problem: string): 'time-out' | 'closed' | undefined => {
  if (isTimeOut(problem)) return 'time-out'
  // If the server refuses connections, it is not running.
  return isConnectionFailure(problem) && !problem.startsWith('ECONNREFUSED') ? 'closed' : undefined
}

/** A check, and one of its scenarios by which the rule could not be judged. */
export type UnjudgedScenario = {
  origin: ScenarioOrigin
  environment: Environment
  options: CheckRunOptions
  scenario: Scenario
  history: History
  cases: number
}

// As many times as failures are repeated. A request that timed out has already been sent twice.
const timesMin = 5
const timesBefore = 2
// A shorter wait is no proof: a user may set a timeout that is too short for a good server.
const waitMsMin = 3_000
const backoffMs = 1_000
// A server that is slow in general is slow at `/version` as well; a busy one only at times.
const promptMs = 1_000
const promptTries = 3
const repeatMsMax = 4 * 60_000

/**
 * Returns a failing verdict if the rule of the check is that a request is served, and it is not:
 * five times of five, nor as a list with limit 1, while the server answers `/version`. Otherwise
 * undefined.
 */
export async function neverServedVerdict(found: UnjudgedScenario): Promise<Verdict | undefined> {
  const { origin, options, environment, history, cases } = found
  const { check } = origin
  const failingRequest = failingIn(check, history)
  const outcome = failingRequest && outcomeOf(failingRequest.failing)
  if (!outcome) return undefined
  const { failing, mustBeRefused } = failingRequest
  const scenario = smallest(found.scenario, failing.step)
  const { request } = failing
  const neverServed: NeverServedRequest = {
    ...neverServedRequest(outcome, request),
    ...(mustBeRefused ? { refusedQuery: queryWithoutNames(request.path) } : {}),
  }
  const rule = ruleBrokenBy(neverServed)
  const { says, expected } = rule
  const known = options.neverServed ?? new Map<string, Promise<boolean>>()
  const key = mustBeRefused ? `${says} ${check.id} ${failing.step}` : says
  const given = { check, scenario, failing, mustBeRefused, outcome, environment, options }
  const isConfirmed = known.get(key) ?? isNeverServed(given)
  known.set(key, isConfirmed)
  if (!(await isConfirmed)) return undefined
  const onReference = await options.crossCheck?.(withNeverServedRule(check), scenario)
  if (onReference?.outcome === 'fails') return undefined
  const what = { error: '500', closed: 'a closed connection', 'time-out': 'no response' }[outcome]
  const got = `${what}, ${timesMin} of ${timesMin} times; GET /version was answered meanwhile`
  const isWhole = scenario === found.scenario
  const failure = buildFailure({
    ...origin,
    scenario,
    broken: { kind: 'violated', ...rule, got, at: failing.step },
    history: isWhole ? history : { ...history, exchanges: [failing] },
    reruns: { failed: timesMin, of: timesMin },
    access: options.access,
  })
  return {
    id: check.id,
    verdict: 'fail',
    cases,
    observations: 1,
    because: `${says} Expected ${expected}, got ${got}.`,
    failure: onReference ? { ...failure, reference: referenceOutcomeText(onReference) } : failure,
    neverServed,
    requestedCapabilities: requestedCapabilities(history),
  }
}

type Failing = { failing: Exchange; mustBeRefused: boolean }

/**
 * The request of a history that is not served although the rule of the check requires an answer.
 */
function failingIn(check: Check, history: History): Failing | undefined {
  const method = servedBy[check.id]
  const isWrongRefusal = (one: Exchange) =>
    outcomeOf(one) === 'error' && mustBeRefused(check, history, one)
  const unserved = history.exchanges.find(
    one => one.request.method === method && outcomeOf(one) && !isWrongRefusal(one),
  )
  if (unserved) return { failing: unserved, mustBeRefused: false }
  const failing = history.exchanges.find(
    one => outcomeOf(one) === 'closed' && isSmall(one) && mustBeRefused(check, history, one),
  )
  return failing && { failing, mustBeRefused: true }
}

/** A scenario of this request alone, unless it refers to earlier answers. */
function smallest(scenario: Scenario, label: string): Scenario {
  const step = scenario.steps.filter(isRequestStep).find(({ as }) => as === label)
  return step && !JSON.stringify(step).includes('"$seen"') ? { steps: [step] } : scenario
}

type ServingProbe = {
  check: Check
  scenario: Scenario
  failing: Exchange
  /** Whether the rule is that the request is refused. */
  mustBeRefused: boolean
  outcome: NeverServedOutcome
  environment: Environment
  options: CheckRunOptions
}

/** Whether the request is never served. One answer disproves it. */
async function isNeverServed(probe: ServingProbe): Promise<boolean> {
  const { failing, mustBeRefused, outcome, environment, options } = probe
  const { admin } = environment.clients
  const deadline = performance.now() + Math.min(repeatMsMax, options.checkMs)
  const isThere = () => answersPromptly(admin, options)
  if (!admin || !(await isThere())) return false
  const { method, path } = failing.request
  if (method === 'GET' && !mustBeRefused) {
    // A long list may take too long. A list of one object does not.
    const few = `${path}${path.includes('?') ? '&' : '?'}limit=1`
    const again = () => sent(admin, few, options.signal)
    if (!(await isSame(again, outcome, { deadline, options }))) return false
  }
  const isCounted = outcome === 'time-out' && !isNotSent(failing.problem ?? '')
  for (let times = isCounted ? timesBefore : 0; times < timesMin; times++) {
    const again = () => performedAgain(probe)
    if (!(await isSame(again, outcome, { deadline, options }))) return false
    if (!(await isThere())) return false
  }
  if (outcome !== 'closed') return true
  // Repeat once more later, when other work in progress has ended.
  await pause(backoffMs, undefined, { signal: options.signal })
  const again = () => performedAgain(probe)
  return (await isSame(again, outcome, { deadline, options })) && isThere()
}

async function answersPromptly(
  admin: Client | undefined,
  { signal, promptMs: most = promptMs }: CheckRunOptions,
): Promise<boolean> {
  for (let tries = 0; admin && tries < promptTries; tries++) {
    const start = performance.now()
    const isAnswered = ['served', 'error'].includes(await sent(admin, '/version', signal))
    if (!isAnswered) return false
    if (performance.now() - start <= most) return true
  }
  return false
}

type Came = NeverServedOutcome | 'not sent' | 'served'

/**
 * Whether the request has the same outcome again. A request that the policy held back is sent
 * later.
 */
async function isSame(
  send: () => Promise<Came>,
  wanted: NeverServedOutcome,
  { deadline, options }: { deadline: number; options: CheckRunOptions },
): Promise<boolean> {
  const { signal, waitMsMin: least = waitMsMin } = options
  while (performance.now() < deadline) {
    const start = performance.now()
    const came = await send()
    if (came === wanted) return came !== 'time-out' || performance.now() - start >= least
    if (came !== 'not sent') return false
    await pause(backoffMs, undefined, { signal })
  }
  return false
}

async function performedAgain({ check, scenario, failing, environment, options }: ServingProbe) {
  const history = await perform(scenario, environment, options.signal)
  options.onHistory(check, history, scenario)
  const exchange = history.exchanges.find(({ step }) => step === failing.step)
  if (isNotSent(exchange?.problem ?? '')) return 'not sent'
  return (exchange && outcomeOf(exchange)) ?? 'served'
}

async function sent(client: Client, path: string, signal: AbortSignal): Promise<Came> {
  try {
    const { status } = await client.send({ method: 'GET', path }, signal)
    return status === 500 ? 'error' : 'served'
  } catch (problem) {
    if (!(problem instanceof TransportError)) throw problem
    if (isNotSent(problem.message)) return 'not sent'
    return lossOf(problem.message) ?? 'served'
  }
}
