// Turns of the event loop for those who have much to do. Node runs all that was set for the next
// turn in one: sixty requests that each stop after some milliseconds would still hold others up for
// sixty times as long.

const waiting: (() => void)[] = []

/** A turn in which no other of those who wait here goes on, in the order in which they came. */
export function ownTurn(): Promise<void> {
  return new Promise(resolve => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(next)
  })
}

function next(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(next)
}

/** A walk that can be left and taken up again at each of its yields. */
export type Walk<T> = Generator<undefined, T>

/** The end of a walk that is known to be short. */
export function atOnce<T>(walk: Walk<T>): T {
  for (;;) {
    const step = walk.next()
    if (step.done) return step.value
  }
}

/** The end of a walk that may be long: a pause is offered at each of its yields. */
export async function paced<T>(walk: Walk<T>, pause: Pause): Promise<T> {
  for (;;) {
    const step = walk.next()
    if (step.done) return step.value
    const paused = pause()
    if (paused) await paused
  }
}

/** Nothing while there is time, and otherwise what to wait for before going on. */
export type Pause = () => Promise<void> | undefined

/** Of work that is known to be short. */
export const unpaced: Pause = () => undefined

/**
 * Lets others run, but only once somebody has worked for so long (in ms) since they last could.
 * What a step takes depends on the sizes that a client chose; it is never interrupted itself.
 */
export function pace(turnMs: number): Pause {
  let startedMs = performance.now()
  async function rest(): Promise<void> {
    await ownTurn()
    startedMs = performance.now()
  }
  return () => (performance.now() - startedMs < turnMs ? undefined : rest())
}
