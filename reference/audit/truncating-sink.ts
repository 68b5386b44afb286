// Truncates events that are too long, and divides lists of them.

import type { AuditSink, AuditSinkContext, AuditTruncation, EncodedEvent } from '../api/audit.ts'
import { type Delivery, lossCounter } from './delivery.ts'

/** Returns a sink that takes events up to a length. What is longer without objects is lost. */
export function truncatingSink(sink: AuditSink, { eventBytesMax }: AuditTruncation): AuditSink {
  let context: AuditSinkContext | undefined
  const tooLong = lossCounter(sink.name, () => context)
  const fits = (event: EncodedEvent) => event.bytes < eventBytesMax
  return {
    ...sink,
    open: async given => {
      context = given
      await sink.open(given)
    },
    write: async (event, shortened) => {
      const kept = fits(event) ? event : shortened()
      if (fits(kept)) return sink.write(kept, shortened)
      tooLong.take()
      tooLong.lose(1, 'an event is too long even without its objects')
      // As in genuine servers, the request goes on.
      return true
    },
    counts: () => {
      const [one, other] = [sink.counts(), tooLong.counts()]
      return { taken: one.taken + other.taken, lost: one.lost + other.lost }
    },
  }
}

/** Returns a delivery that delivers events in lists up to a length, one after the other. */
export const inParts = (whole: Delivery, { batchBytesMax }: AuditTruncation): Delivery => ({
  ...whole,
  deliver: async events => {
    let part: EncodedEvent[] = []
    let bytes = 0
    for (const event of events) {
      if (part.length > 0 && bytes + event.bytes > batchBytesMax) {
        await whole.deliver(part)
        part = []
        bytes = 0
      }
      part.push(event)
      bytes += event.bytes
    }
    if (part.length > 0) await whole.deliver(part)
  },
})
