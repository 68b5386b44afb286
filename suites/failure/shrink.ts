// Makes a failing scenario small: first by the generator's own shrinking, then by leaving out
// steps, which works on any scenario, also on a saved or foreign one.

import fc from 'fast-check'
import { isConcurrentStep, isPagedListStep, isWatchStep } from '../../properties/dsl/scenario.ts'
import type { Scenario, Step } from '../../properties/dsl/scenario.ts'
import type { Check } from '../check.ts'
import { seedOf } from '../select/seed.ts'

/** Whether a scenario still breaks the same rule. */
export type StillFails = (scenario: Scenario) => Promise<boolean>

/** Where a failing scenario came from: the root seed, and how many were drawn before it. */
export type ScenarioOrigin = { check: Check; root: number; run: number }

/** The smallest scenario found before the time is up; at worst the given one, as for 0 ms. */
export async function shrink(
  failing: Scenario,
  origin: ScenarioOrigin | undefined,
  stillFails: StillFails,
  timeLimitMs: number,
): Promise<Scenario> {
  if (timeLimitMs === 0) return failing
  const deadline = performance.now() + timeLimitMs
  const byGenerator =
    origin?.check.form === 'property'
      ? await shrinkByGenerator(failing, origin, stillFails, timeLimitMs / 2)
      : failing
  return leaveOutSteps(byGenerator, stillFails, deadline)
}

async function shrinkByGenerator(
  failing: Scenario,
  { check, root, run }: ScenarioOrigin,
  stillFails: StillFails,
  timeLimitMs: number,
): Promise<Scenario> {
  const holds = fc.asyncProperty(check.scenarios, async scenario => !(await stillFails(scenario)))
  const details = await fc.check(holds, {
    seed: seedOf(root, check.id),
    path: String(run),
    numRuns: 1,
    interruptAfterTimeLimit: timeLimitMs,
  })
  return details.counterexample?.[0] ?? failing
}

/** Leaves out one step (or one part of a step) after the other as long as the rule stays broken. */
async function leaveOutSteps(
  failing: Scenario,
  stillFails: StillFails,
  deadline: number,
): Promise<Scenario> {
  let smallest = failing
  // In turns from the last step to the first, until no step of the smallest can go.
  let index = failing.steps.length - 1
  for (let kept = 0; kept < smallest.steps.length; ) {
    if (index < 0) index = smallest.steps.length - 1
    const found = await firstThatFails(smallerAt(smallest, index), stillFails, deadline)
    if (found === 'out of time') return smallest
    // A step that became smaller may become smaller still.
    if (found?.steps.length !== smallest.steps.length) index--
    kept = found ? 0 : kept + 1
    smallest = found ?? smallest
    index = Math.min(index, smallest.steps.length - 1)
  }
  return smallest
}

async function firstThatFails(
  candidates: Iterable<Scenario>,
  stillFails: StillFails,
  deadline: number,
): Promise<Scenario | 'out of time' | undefined> {
  for (const candidate of candidates) {
    if (performance.now() > deadline) return 'out of time'
    if (await stillFails(candidate)) return candidate
  }
  return undefined
}

/**
 * Scenarios with one step, lane, lane's request or interleaved request less; or with what was done
 * at once done in turn, or a reader that keeps up.
 */
function* smallerAt({ steps }: Scenario, index: number): Generator<Scenario> {
  const step = steps[index] as Step
  yield { steps: steps.toSpliced(index, 1) }
  if (isConcurrentStep(step))
    for (const sequential of sequentialOrders(step.together))
      yield { steps: steps.toSpliced(index, 1, ...sequential) }
  for (const smaller of smallerSteps(step)) yield { steps: steps.with(index, smaller) }
}

/** One lane after the other, with each of them first: a fault may need the last one to be ahead. */
const sequentialOrders = <Entry>(sequences: Entry[][]): Entry[][] =>
  sequences.map((first, index) => [first, ...sequences.toSpliced(index, 1)].flat())

function* smallerSteps(step: Step): Generator<Step> {
  if (isConcurrentStep(step)) {
    for (const sequences of withOneLess(step.together))
      if (sequences.length > 1) yield { together: sequences }
    return
  }
  if (isWatchStep(step) && step.reader !== undefined) yield { watch: step.watch }
  if (!isPagedListStep(step)) return
  for (const between of withOneLess(step.between ?? [])) yield { ...step, between }
}

function* withOneLess<Entry>(groups: Entry[][]): Generator<Entry[][]> {
  for (const [index, group] of groups.entries()) {
    if (group.length > 0) yield groups.with(index, [])
    for (const position of group.keys()) yield groups.with(index, group.toSpliced(position, 1))
  }
  for (const index of groups.keys()) if (groups.length > 2) yield groups.toSpliced(index, 1)
}
