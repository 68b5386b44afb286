// A sink that collects events and delivers them in batches, which no request waits for.

import type { AuditBatching, AuditSink, AuditSinkContext, EncodedEvent } from '../api/audit.ts'
import { type Delivery, lossCounter, reasonOf, waitingBytesMax, within } from './delivery.ts'

/** How a sink delivers its batches. */
export type BatchDelivery = AuditBatching & {
  /** How many batches are under way at most. */
  readonly concurrency: number
}

/** Creates a sink. What does not fit into its buffer is lost. */
export function batchingSink(
  name: string,
  delivery: Delivery,
  { bufferSize, maxSize, maxWaitMs, throttle, concurrency }: BatchDelivery,
): AuditSink {
  let context: AuditSinkContext | undefined
  const { take, lose, counts } = lossCounter(name, () => context)
  let waiting: EncodedEvent[] = []
  // Of the events that wait, and of those under way.
  let bytes = 0
  let underWay = 0
  let isClosing = false
  let cancelWait: (() => void) | undefined
  let whenIdle = () => {}
  const allowance = throttle && allowanceOf(throttle)

  /** Sends batches that are full, or any if it is time. */
  function send(isDue: boolean): void {
    if (!context) return
    while (waiting.length > 0 && underWay < concurrency && (isDue || waiting.length >= maxSize)) {
      const delayMs = isClosing ? 0 : (allowance?.delayMs(context.clock.steady()) ?? 0)
      if (delayMs > 0) {
        cancelWait?.()
        cancelWait = undefined
        return wait(delayMs, isDue)
      }
      allowance?.take()
      const batch = waiting.slice(0, maxSize)
      waiting = waiting.slice(maxSize)
      void deliver(batch)
    }
    if (waiting.length > 0 && underWay < concurrency) wait(maxWaitMs, true)
  }

  function wait(ms: number, isDue: boolean): void {
    cancelWait ??= context?.clock.after(ms, () => {
      cancelWait = undefined
      send(isDue)
    })
  }

  async function deliver(batch: readonly EncodedEvent[]): Promise<void> {
    underWay += 1
    try {
      await delivery.deliver(batch)
    } catch (problem) {
      lose(batch.length, reasonOf(problem))
    }
    underWay -= 1
    bytes -= bytesOf(batch)
    send(isClosing)
    if (underWay === 0 && waiting.length === 0) whenIdle()
  }

  return {
    name,
    open: async given => {
      context = given
      await delivery.open(given)
    },
    write: event => {
      take()
      if (isClosing || waiting.length >= bufferSize || bytes + event.bytes > waitingBytesMax) {
        lose(1, isClosing ? 'the server closes' : 'the buffer is full')
        return accepted
      }
      bytes += event.bytes
      waiting.push(event)
      if (waiting.length >= maxSize) send(false)
      else wait(maxWaitMs, true)
      return accepted
    },
    close: async () => {
      isClosing = true
      cancelWait?.()
      cancelWait = undefined
      const idle = new Promise<void>(resolve => (whenIdle = resolve))
      send(true)
      if (underWay > 0 || waiting.length > 0) await within(idle, context)
      await within(delivery.close(), context)
    },
    counts,
  }
}

// No request waits for a batch.
const accepted = Promise.resolve(true)

const bytesOf = (events: readonly EncodedEvent[]): number =>
  events.reduce((sum, event) => sum + event.bytes, 0)

/** An allowance of batches that fills up over time. */
function allowanceOf({ qps, burst }: { readonly qps: number; readonly burst: number }) {
  let left = burst
  let atMs: number | undefined
  return {
    /** How long the next batch has to wait, in milliseconds. */
    delayMs: (nowMs: number): number => {
      left = Math.min(burst, left + ((nowMs - (atMs ?? nowMs)) / 1000) * qps)
      atMs = nowMs
      return left >= 1 ? 0 : Math.ceil(((1 - left) / qps) * 1000)
    },
    take: () => void (left -= 1),
  }
}
