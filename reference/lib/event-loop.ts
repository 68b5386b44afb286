// Turns of the event loop for those who have much to do. Node runs all that was set for the next
// turn in one: sixty requests that each stop after some milliseconds would still hold others up for
// sixty times as long.

const waiting: (() => void)[] = []

/**
 * A turn in which no other of those who wait here goes on, in the order in which they came. What is
 * set for the next turn while requests are read still belongs to the one that ends: the next whole
 * turn begins after it.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise(resolve => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(() => setImmediate(next))
  })
}

function next(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(next)
}

/** A walk that can be left and taken up again at each of its yields. */
export type ResumableTask<T> = Generator<undefined, T>

/** The end of a walk that is known to be short. */
export function runToEnd<T>(walk: ResumableTask<T>): T {
  for (;;) {
    const step = walk.next()
    if (step.done) return step.value
  }
}

/** A walk that turned out to be long, for whoever can go on with it in turns. */
export class UnfinishedTask<T> {
  readonly rest: ResumableTask<T>

  constructor(rest: ResumableTask<T>) {
    this.rest = rest
  }
}

/** What a walk ends with if it has no yield, and otherwise the rest of it. */
export function runUntilYield<T>(walk: ResumableTask<T>): T | UnfinishedTask<T> {
  const step = walk.next()
  return step.done ? step.value : new UnfinishedTask(walk)
}

/** Whether so many steps have been counted since it last said so. */
export type DueAfterSteps = (steps?: number) => boolean

/** Counts the steps of a walk that yields once in so many of them. */
export function everySteps(most: number): DueAfterSteps {
  let left = most
  return (steps = 1) => {
    left -= steps
    if (left > 0) return false
    left = most
    return true
  }
}

/** The end of a walk that may be long: a pause is offered at each of its yields. */
export async function runYielding<T>(walk: ResumableTask<T>, pause: YieldIfDue): Promise<T> {
  for (;;) {
    const step = walk.next()
    if (step.done) return step.value
    const paused = pause()
    if (paused) await paused
  }
}

/** Nothing while there is time, and otherwise what to wait for before going on. */
export type YieldIfDue = () => Promise<void> | undefined

/** Of work that is known to be short. */
export const neverYield: YieldIfDue = () => undefined

/**
 * Lets others run, but only once somebody has worked for so long (in ms) since they last could.
 * What a step takes depends on the sizes that a client chose; it is never interrupted itself.
 */
export function yieldAfter(turnMs: number): YieldIfDue {
  let startedMs = performance.now()
  async function rest(): Promise<void> {
    await yieldToEventLoop()
    startedMs = performance.now()
  }
  return () => (performance.now() - startedMs < turnMs ? undefined : rest())
}
