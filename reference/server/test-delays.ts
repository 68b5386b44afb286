// Generated delays that decide the order in which awaits continue.

import { setImmediate } from 'node:timers/promises'

import type { Store } from '../api/store.ts'

// A delay of this length also lets I/O and timers run.
export const immediateDelay = 9

/** Returns a function that waits for the next delay of a list. */
export function delaySequence(list: readonly number[]): () => Promise<void> {
  let index = 0
  return async () => {
    const turns = list[index++ % list.length] ?? 0
    if (turns === immediateDelay) return setImmediate()
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
  }
}

export type Delay = () => Promise<void>

/** Wraps a store: each result gets a delay before and after it. */
export function delayedStore(
  store: Store,
  { delay, signal }: { delay: Delay; signal: AbortSignal },
): Store {
  const late = async <T>(act: () => Promise<T>): Promise<T> => {
    await delay()
    const result = await act()
    await delay()
    return result
  }
  return {
    ...store,
    get: key => late(() => store.get(key)),
    range: range => late(() => store.range(range)),
    commit: write => late(() => store.commit(write)),
    revision: () => late(() => store.revision()),
    async *watch(prefix, after, own, pass) {
      for await (const change of store.watch(prefix, after, AbortSignal.any([own, signal]), pass)) {
        await delay()
        yield change
        await delay()
      }
    },
  }
}
