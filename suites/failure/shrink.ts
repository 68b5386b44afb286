// Shrinks a failing scenario: first with the shrinking of its generator, then by leaving out steps,
// which works on any scenario, including saved ones of other releases.

import fc from 'fast-check'
import { isConcurrentStep, isPagedListStep, isWatchStep } from '../../properties/dsl/scenario.ts'
import type { Scenario, Step } from '../../properties/dsl/scenario.ts'
import type { Check } from '../check.ts'
import { seedOf } from '../select/seed.ts'

/** Whether a scenario still breaks the same rule. */
export type StillFails = (scenario: Scenario) => Promise<boolean>

/** The origin of a failing scenario: the root seed, and how many scenarios were drawn before it. */
export type ScenarioOrigin = { check: Check; root: number; drawIndex: number }

/**
 * Returns the smallest failing scenario found within the time limit. With 0 ms it is the given one.
 */
export async function shrink(
  failing: Scenario,
  origin: ScenarioOrigin | undefined,
  stillFails: StillFails,
  timeLimitMs: number,
): Promise<Scenario> {
  if (timeLimitMs === 0) return failing
  const deadline = performance.now() + timeLimitMs
  const byGenerator =
    origin?.check.kind === 'property'
      ? await shrinkByGenerator(failing, origin, stillFails, timeLimitMs / 2)
      : failing
  return leaveOutSteps(await leaveOutRuns(byGenerator, stillFails, deadline), stillFails, deadline)
}

async function shrinkByGenerator(
  failing: Scenario,
  { check, root, drawIndex }: ScenarioOrigin,
  stillFails: StillFails,
  timeLimitMs: number,
): Promise<Scenario> {
  let latest: Promise<boolean> | undefined
  const holds = fc.asyncProperty(check.scenarios, async scenario => {
    latest = stillFails(scenario)
    return !(await latest)
  })
  const details = await fc.check(holds, {
    seed: seedOf(root, check.id),
    path: String(drawIndex),
    numRuns: 1,
    interruptAfterTimeLimit: timeLimitMs,
  })
  // fast-check does not wait for the scenario that it interrupts. The next one uses the same
  // namespaces, and each deletes at its end what it finds there.
  await Promise.allSettled([latest])
  return details.counterexample?.[0] ?? failing
}

// Shorter runs are hardly faster than single steps.
const stepsOfRunMin = 16

/**
 * Leaves out runs of consecutive steps while the rule stays violated: halves, then quarters and so
 * on, because a scenario may have hundreds of steps.
 */
async function leaveOutRuns(
  failing: Scenario,
  stillFails: StillFails,
  deadline: number,
): Promise<Scenario> {
  let smallest = failing
  for (let size = halfOf(failing.steps.length); size >= stepsOfRunMin; size = halfOf(size)) {
    for (let start = smallest.steps.length - size; start >= 0; start -= size) {
      if (performance.now() > deadline) return smallest
      const smaller = { steps: smallest.steps.toSpliced(start, size) }
      if (await stillFails(smaller)) smallest = smaller
    }
  }
  return smallest
}

const halfOf = (count: number): number => Math.floor(count / 2)

/** Leaves out one step (or one part of a step) at a time while the rule stays violated. */
async function leaveOutSteps(
  failing: Scenario,
  stillFails: StillFails,
  deadline: number,
): Promise<Scenario> {
  let smallest = failing
  // Goes from the last step to the first, repeatedly, until no step can be left out.
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
 * Yields scenarios with less: without one step, one concurrent sequence, or one request of a
 * sequence or of those between pages; with concurrent steps performed one after the other; or with
 * a reader that keeps up.
 */
function* smallerAt({ steps }: Scenario, index: number): Generator<Scenario> {
  const step = steps[index] as Step
  yield { steps: steps.toSpliced(index, 1) }
  if (isConcurrentStep(step))
    for (const sequential of sequentialOrders(step.concurrent))
      yield { steps: steps.toSpliced(index, 1, ...sequential) }
  for (const smaller of smallerSteps(step)) yield { steps: steps.with(index, smaller) }
}

/**
 * All sequences one after the other, with each of them first: the fault may need a later one to be
 * first.
 */
const sequentialOrders = <Entry>(sequences: Entry[][]): Entry[][] =>
  sequences.map((first, index) => [first, ...sequences.toSpliced(index, 1)].flat())

function* smallerSteps(step: Step): Generator<Step> {
  if (isConcurrentStep(step)) {
    for (const sequences of withOneLess(step.concurrent))
      if (sequences.length > 1) yield { concurrent: sequences }
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
