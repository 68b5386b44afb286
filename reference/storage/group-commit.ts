// Batches concurrent writes into one write to the disk. Items that are added during a write share
// the next one, so that a hundred commits pay for one sync.

type Waiting<T> = { item: T | undefined; done(): void; failed(refusal: unknown): void }

/** Combines concurrent items into one durable write. */
export type GroupCommit<T> = {
  /** Resolves once the item is durable and published; rejects when it was discarded. */
  add(item: T): Promise<void>
  /** Resolves once all items added before are durable and one more write has been made. */
  sync(): Promise<void>
  /** Resolves when all items added before are either published or discarded. */
  whenIdle(): Promise<void>
}

/**
 * Persists and publishes items in the order in which they were added. When `persist` fails, every
 * unpublished item is discarded, since each item builds on those before it.
 */
export function groupCommit<T>(by: {
  persist(items: T[]): Promise<void>
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
    // Start in a microtask, so that all items added in the current turn go into one write.
    if (!isRunning) queueMicrotask(run)
    isRunning = true
    return fate
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await persistGroup(group)
    }
    isRunning = false
  }

  async function persistGroup(group: Waiting<T>[]): Promise<void> {
    const items = group.flatMap(({ item }) => (item === undefined ? [] : [item]))
    try {
      await by.persist(items)
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
    whenIdle: () => lastSettled,
  }
}
