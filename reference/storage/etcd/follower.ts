// One reader of a watch: where it is, and what has come for it and is not yet read.

import type { StoreChange, Revision } from '../../api/store.ts'
import type { KeyRange, EtcdWatchEvent } from './messages.ts'

/** A change, or that there is no other up to a revision. */
export type FollowerStep = { change: StoreChange } | { passed: Revision }

export type Follower = {
  readonly keys: KeyRange
  /** Everything up to here has come. */
  position: bigint
  /** Its name on the present stream; undefined while it is on none. */
  id: string | undefined
  /** The first revision that it asked the present stream for. */
  start: bigint
  /** The revision at which the present stream took it up; undefined until then. */
  since: bigint | undefined
  /** How often progress was asked for on that stream before. */
  askedBefore: number
  /** The parts of an answer of which more is to come. */
  parts: EtcdWatchEvent[]
  readonly backlog: Backlog
}

type Backlog = {
  push(step: FollowerStep): void
  /** Ends it behind what has come: with a refusal, or quietly. */
  end(refusal?: unknown): void
  /** Bytes that wait, roughly. */
  size(): number
  /** All that has come since the last time; waits for something. Undefined when it has ended. */
  take(): Promise<FollowerStep[] | undefined>
}

/** A reader that is on no stream yet. */
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

// What an entry takes beside its value: two keys, two revisions and four objects.
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
