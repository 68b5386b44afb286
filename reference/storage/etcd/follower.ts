// One reader of an etcd watch: its position, and the queue of changes that it has not read yet.

import type { StoreChange, Revision } from '../../api/store.ts'
import type { KeyRange, EtcdWatchEvent } from './messages.ts'

/** A change, or the information that there are no other changes up to a revision. */
export type FollowerStep = { change: StoreChange } | { passed: Revision }

/** A reader of changes, and the state of its etcd watch. */
export type Follower = {
  readonly keys: KeyRange
  /** The revision up to which every change has arrived. */
  position: bigint
  /** Its watch id on the present stream; undefined while it is on none. */
  id: string | undefined
  /** The start revision of its watch on the present stream. */
  start: bigint
  /** The revision at which the present stream created its watch; undefined until then. */
  since: bigint | undefined
  /** The number of progress requests on that stream before its watch. */
  askedBefore: number
  /** The events of a fragmented response whose last fragment has not arrived. */
  parts: EtcdWatchEvent[]
  readonly backlog: Backlog
}

type Backlog = {
  push(step: FollowerStep): void
  /** Ends the backlog after the steps in it: with an error, or without one. */
  end(refusal?: unknown): void
  /** The approximate size of the queued steps in bytes. */
  size(): number
  /** Returns all queued steps; waits until there is one. Undefined when the backlog has ended. */
  take(): Promise<FollowerStep[] | undefined>
}

/** Creates a follower that is on no stream yet. */
export const followerOf = (keys: KeyRange, after: Revision): Follower => ({
  keys,
  position: BigInt(after),
  id: undefined,
  start: 0n,
  since: undefined,
  askedBefore: 0,
  parts: [],
  backlog: backlog(),
})

// The estimated memory of an entry without its value: two keys, two revisions and four objects.
const overhead = 512

function backlog(): Backlog {
  let steps: FollowerStep[] = []
  let size = 0
  let ended: { refusal: unknown } | undefined
  let wake = () => {}

  return {
    push(step) {
      if (ended) return
      steps.push(step)
      size += overhead + bytesOf(step)
      wake()
    },

    end(refusal) {
      ended ??= { refusal }
      wake()
    },

    size: () => size,

    async take() {
      if (steps.length === 0 && !ended) {
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
      if (steps.length > 0) {
        const batch = steps
        steps = []
        size = 0
        return batch
      }
      if (ended?.refusal !== undefined) throw ended.refusal
      return undefined
    },
  }
}

const bytesOf = (step: FollowerStep) =>
  'change' in step ? step.change.entry.value.length + (step.change.previous?.value.length ?? 0) : 0
