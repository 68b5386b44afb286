// A sink whose events are delivered one by one, while their requests wait.

import type { AuditSink, AuditSinkContext, EncodedEvent } from '../api/audit.ts'
import { type Delivery, lossCounter, reasonOf, waitingBytesMax, within } from './delivery.ts'

/** How a sink blocks. */
export type Blocking = {
  /** Whether a request is refused if its first event is not stored. */
  readonly isStrict: boolean
  /** How long a request waits for the delivery of an event, in milliseconds. */
  readonly waitMsMax: number
}

// As many requests wait at most.
const waitingMax = 1_000

/**
 * Creates a sink. Once a delivery takes longer than `waitMsMax`, no request waits until one
 * succeeds, so that a sink that hangs does not stop the server. An event that waits longer is not
 * lost: its delivery goes on.
 */
export function blockingSink(
  name: string,
  delivery: Delivery,
  { isStrict, waitMsMax }: Blocking,
): AuditSink {
  let context: AuditSinkContext | undefined
  const { take, lose, counts } = lossCounter(name, () => context)
  let waiting = 0
  let waitingBytes = 0
  let isHanging = false
  let whenIdle = () => {}

  async function deliver(event: EncodedEvent): Promise<boolean> {
    waiting += 1
    waitingBytes += event.bytes
    try {
      await delivery.deliver([event])
      isHanging = false
      return true
    } catch (problem) {
      lose(1, reasonOf(problem))
      return false
    } finally {
      waiting -= 1
      waitingBytes -= event.bytes
      if (waiting === 0) whenIdle()
    }
  }

  /** Resolves to whether an event has been stored, as far as that is known in time. */
  const inTime = (delivered: Promise<boolean>): Promise<boolean> =>
    new Promise(resolve => {
      const cancel = context?.clock.after(waitMsMax, () => {
        isHanging = true
        resolve(false)
      })
      void delivered.then(isStored => {
        cancel?.()
        resolve(isStored)
      })
    })

  return {
    name,
    open: async given => {
      context = given
      await delivery.open(given)
    },
    write: event => {
      take()
      if (waiting >= waitingMax || waitingBytes + event.bytes > waitingBytesMax) {
        lose(1, 'too many events wait')
        return Promise.resolve(!isStrict)
      }
      const delivered = deliver(event)
      if (isHanging) return Promise.resolve(!isStrict)
      const stored = inTime(delivered)
      return isStrict ? stored : stored.then(() => true)
    },
    close: async () => {
      const idle = new Promise<void>(resolve => (whenIdle = resolve))
      if (waiting > 0) await within(idle, context)
      await within(delivery.close(), context)
    },
    counts,
  }
}
