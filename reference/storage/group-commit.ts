// Many writers, one write to the disk at a time: what arrives while one is under way shares the
// next, so that a hundred commits pay for one sync.

type Waiting<T> = { item: T | undefined; done(): void; failed(refusal: unknown): void }

export type GroupCommit<T> = {
  /** Resolves once the item is kept and published; rejects when it was discarded. */
  add(item: T): Promise<void>
  /** Resolves once everything that was added before is kept, and one more write has been made. */
  sync(): Promise<void>
  /** Resolves when the fate of everything that was added before is known. */
  settled(): Promise<void>
}

/**
 * Items are kept and published in the order in which they were added. When `keep` fails, everything
 * that is not published is discarded, since each item builds on those before it.
 */
export function groupCommit<T>(by: {
  keep(items: T[]): Promise<void>
  publish(item: T): void
  discard(): void
}): GroupCommit<T> {
  let waiting: Waiting<T>[] = []
  let isRunning = false
  let lastSettled = Promise.resolve()

  function enqueue(item: T | undefined): Promise<void> {
    const fate = new Promise<void>((done, failed) => {
      waiting.push({ item, done, failed })
    })
    lastSettled = fate.catch(() => {})
    // Not at once: what the same turn adds goes into the same write.
    if (!isRunning) queueMicrotask(run)
    isRunning = true
    return fate
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await keepGroup(group)
    }
    isRunning = false
  }

  async function keepGroup(group: Waiting<T>[]): Promise<void> {
    const items = group.flatMap(({ item }) => (item === undefined ? [] : [item]))
    try {
      await by.keep(items)
    } catch (refusal) {
      const discarded = [...group, ...waiting]
      waiting = []
      by.discard()
      for (const { failed } of discarded) failed(refusal)
      return
    }
    for (const item of items) by.publish(item)
    for (const { done } of group) done()
  }

  return {
    add: enqueue,
    sync: () => enqueue(undefined),
    settled: () => lastSettled,
  }
}
