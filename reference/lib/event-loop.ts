// Lets long-running work yield to the event loop. Node runs all immediates that are due in one
// turn: sixty requests that each pause after some milliseconds would still block other work for
// sixty times as long. So the waiters here are resumed one per turn.

const waiting: (() => void)[] = []

/**
 * Resolves in a later turn of the event loop, one waiter per turn, in the order of the calls. An
 * immediate that is set while I/O is processed still runs in the current turn, so the first waiter
 * needs two.
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

/** A task that can be suspended and resumed at each of its yields. */
export type ResumableTask<T> = Generator<undefined, T>

/** A task that may also wait: a promise that it yields must be settled before it goes on. */
export type WaitingTask<T> = Generator<Promise<void> | undefined, T>

/** Waits for a promise within a task. */
export function* resolved<T>(promise: Promise<T>): WaitingTask<T> {
  let done: { readonly value: T } | undefined
  yield promise.then(value => void (done = { value }))
  if (!done) throw new Error('a task went on before its promise was settled')
  return done.value
}

/** Runs a task to its end without a pause; for short tasks that need not wait. */
export function runToEnd<T>(task: WaitingTask<T>): T {
  for (;;) {
    const step = task.next()
    if (step.done) return step.value
    if (step.value) throw new Error('expected a task that need not wait')
  }
}

/** The rest of a task that turned out to be long; the caller runs it with pauses. */
export class UnfinishedTask<T> {
  readonly rest: ResumableTask<T>

  constructor(rest: ResumableTask<T>) {
    this.rest = rest
  }
}

/** Runs a task up to its first yield. Returns its result, or the rest of the task. */
export function runUntilYield<T>(task: ResumableTask<T>): T | UnfinishedTask<T> {
  const step = task.next()
  return step.done ? step.value : new UnfinishedTask(task)
}

/** Returns whether the given number of steps has passed since it last returned true. */
export type DueAfterSteps = (steps?: number) => boolean

/** Counts the steps of a task that yields once every `most` steps. */
export function everySteps(most: number): DueAfterSteps {
  let left = most
  return (steps = 1) => {
    left -= steps
    if (left > 0) return false
    left = most
    return true
  }
}

/**
 * Runs a task that may be long. Waits for each promise that it yields, and calls `pause` at each
 * other yield.
 */
export async function runYielding<T>(task: WaitingTask<T>, pause: YieldIfDue): Promise<T> {
  for (;;) {
    const step = task.next()
    if (step.done) return step.value
    const paused = step.value ?? pause()
    if (paused) await paused
  }
}

/** Returns undefined while there is time left; otherwise a promise to await before going on. */
export type YieldIfDue = () => Promise<void> | undefined

/** For tasks that are known to be short. */
export const neverYield: YieldIfDue = () => undefined

/**
 * Yields to the event loop once `turnMs` milliseconds have passed since the last yield. A step is
 * never interrupted, and its length depends on sizes that a client chose.
 */
export function yieldAfter(turnMs: number): YieldIfDue {
  let startedMs = performance.now()
  async function rest(): Promise<void> {
    await yieldToEventLoop()
    startedMs = performance.now()
  }
  return () => (performance.now() - startedMs < turnMs ? undefined : rest())
}
