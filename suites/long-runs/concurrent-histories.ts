// Performs many histories of concurrent writers, readers and watches, and judges each by the laws
// that apply: it shows that a storage engine loses nothing under load.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Target } from '../../fixtures/targets/target.ts'
import type { History } from '../../properties/history/history.ts'
import { historyIsLinearizable } from '../../properties/laws/list/linearizable.ts'
import { watchesAgree } from '../../properties/laws/watch/agreement.ts'
import { eventsAreWholeWrites } from '../../properties/laws/watch/atomic.ts'
import { deletedEventsShowLastState } from '../../properties/laws/watch/deletion-payload.ts'
import { errorEventsAreLast } from '../../properties/laws/watch/error-shape.ts'
import { eventsMatchAnswers } from '../../properties/laws/watch/fidelity.ts'
import { listPlusWatchIsLaterList } from '../../properties/laws/watch/informer.ts'
import { resumedWatchRepeatsNothing } from '../../properties/laws/watch/no-time-travel.ts'
import { eventVersionsIncrease } from '../../properties/laws/watch/ordered.ts'
import { watchDeliversEveryChange } from '../../properties/laws/watch/reliable.ts'
import { watchStaysInScope } from '../../properties/laws/watch/scope-isolation.ts'
import { noStateIsDeliveredTwice } from '../../properties/laws/watch/unique.ts'
import type { Judge } from '../../properties/history/observation.ts'
import { perform } from '../../properties/perform/perform.ts'
import type { Scenario } from '../../properties/dsl/scenario.ts'
import { concurrentWriters } from '../../properties/scenarios/list/concurrent.ts'
import { judgementOf } from '../judge/judge.ts'
import { openEnvironments } from '../run/environments.ts'

export type ConcurrentOptions = {
  histories: number
  seed: number
  /** How many histories are performed at the same time. */
  concurrency: number
  /** Milliseconds for one history; a minute unless set. */
  caseMs?: number
  /** The generator of scenarios; `concurrentWriters` unless set. */
  scenarios?: Arbitrary<Scenario>
  /** The laws to judge by; `concurrentLaws` unless set. */
  judgedBy?: Record<string, Judge>
}

/** The results of one law over all histories. */
export type LawTally = {
  /** How often the law was tested. */
  observations: number
  /** Why histories could not be judged by it, and how many had this reason. */
  unmet: Record<string, number>
}

export type ConcurrentOutcome = {
  histories: number
  /** The violations, with the name of the law; empty if there are none. */
  broken: string[]
  /** The results by name of the law. */
  tallies: Record<string, LawTally>
}

const deliversToAll = (...parts: [string, ...string[]]) =>
  watchDeliversEveryChange({ parts, waits: [`${parts.at(-1)} shows marker`], marker: 'marker' })

const watches = ['one', 'all', 'cut', 'rest']

/**
 * The laws that apply to these histories, by name. Some need ordered versions. These laws of
 * watches do not apply: W6 (no watch requests bookmarks), W7 (no watch has a selector), W11 from a
 * state and W12 (all watches start at a version) and W13 (nothing expires).
 */
export const concurrentLaws: Record<string, Judge> = {
  'L1 linearizable': historyIsLinearizable(),
  'L10 informer': listPlusWatchIsLaterList({
    start: 'start',
    watch: 'all',
    wait: 'all shows marker',
    end: 'final-all',
  }),
  'W1 ordered': eventVersionsIncrease(...watches),
  'W2 unique': noStateIsDeliveredTwice(...watches),
  'W3 reliable, one namespace': deliversToAll('one'),
  'W3 reliable, all namespaces': deliversToAll('all'),
  'W4 atomic': eventsAreWholeWrites(...watches),
  'W5 resumable': deliversToAll('cut', 'rest'),
  'W8 deletion payload': deletedEventsShowLastState('all', 'all shows marker'),
  'W9 scope': watchStaysInScope(...watches),
  'W10 agreement': watchesAgree(['one', 'all'], ['one shows marker', 'all shows marker']),
  'W14 errors are last': errorEventsAreLast,
  'W15 fidelity': eventsMatchAnswers(...watches),
  'W16 no time travel': resumedWatchRepeatsNothing({ watch: 'cut', rest: 'rest' }),
}

// A target that breaks off no watch sends no ERROR, so W14 has no observation.
const silentWhenAllIsWell = ['W14 errors are last']

// A working target rarely has histories that cannot be judged. More than this share is a fault.
const unmetShareMax = 0.25

// Scenarios are generated in portions, so that ten thousand are never in memory together.
const portion = 50

/** Performs and judges histories on a target. */
export async function judgeConcurrentHistories(
  target: Target,
  options: ConcurrentOptions,
): Promise<ConcurrentOutcome> {
  const outcome: ConcurrentOutcome = { histories: 0, broken: [], tallies: {} }
  const {
    concurrency,
    caseMs = 60_000,
    scenarios = concurrentWriters(),
    judgedBy = concurrentLaws,
  } = options
  for (const name of Object.keys(judgedBy)) outcome.tallies[name] = { observations: 0, unmet: {} }
  const opened = await openEnvironments(target, { concurrency, caseMs })
  const generated = endless(scenarios, options.seed)
  const { signal } = new AbortController()
  try {
    await Promise.all(
      opened.environments.map(async environment => {
        while (outcome.histories < options.histories) {
          outcome.histories++
          judge(await perform(generated.next().value, environment, signal), judgedBy, outcome)
        }
      }),
    )
  } finally {
    await opened.close()
  }
  return outcome
}

function* endless(scenarios: Arbitrary<Scenario>, seed: number): Generator<Scenario, never> {
  for (let next = seed; ; next++) yield* fc.sample(scenarios, { seed: next, numRuns: portion })
}

function judge(
  history: History,
  judgedBy: Record<string, Judge>,
  { broken, tallies }: ConcurrentOutcome,
): void {
  for (const [name, law] of Object.entries(judgedBy)) {
    const judgement = judgementOf(law, history)
    const tally = (tallies[name] ??= { observations: 0, unmet: {} })
    tally.observations += judgement.testedCount
    for (const { says, expected, got, at } of judgement.violations)
      broken.push(`${name}: ${says} Expected ${expected}, got ${got} (${at})`)
    for (const because of judgement.whyNotJudged)
      tally.unmet[because] = (tally.unmet[because] ?? 0) + 1
  }
}

/** The problems of the target or of the run: laws that were violated or hardly tested. */
export const concurrentProblems = ({ histories, broken, tallies }: ConcurrentOutcome): string[] => [
  ...Object.entries(tallies).flatMap(([name, tally]) => {
    const unmet = unmetIn(tally)
    const because = unmet === 0 ? '' : `: ${reasonsOf(tally)}`
    if (tally.observations === 0 && !silentWhenAllIsWell.includes(name))
      return [`${name}: expected observations, got none in ${histories} histories${because}`]
    return unmet > unmetShareMax * histories
      ? [`${name}: ${unmet} of ${histories} histories said nothing of it${because}`]
      : []
  }),
  ...broken,
]

/** The counts of a run, and why histories could not be judged by a law. */
export function concurrentSummary({ histories, tallies }: ConcurrentOutcome): string {
  const observations = Object.values(tallies).reduce((sum, one) => sum + one.observations, 0)
  const silent = Object.entries(tallies).filter(([, tally]) => unmetIn(tally) > 0)
  return [
    `${histories} histories, ${observations} observations`,
    ...silent.map(([name, tally]) => `${name} unmet ${unmetIn(tally)} times: ${reasonsOf(tally)}`),
  ].join('; ')
}

const unmetIn = ({ unmet }: LawTally): number =>
  Object.values(unmet).reduce((sum, times) => sum + times, 0)

/** The most frequent reasons. There may be as many reasons as histories. */
const reasonsOf = ({ unmet }: LawTally): string =>
  Object.entries(unmet)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([because, times]) => `${because} (${times})`)
    .join(', ')
