// Collects spans and sends them in batches, which no request waits for.

import type { Clock } from '../api/clock.ts'
import type { Span, SpanExporter } from '../api/tracing.ts'

/** Sends a batch. Rejects if the collector has not taken it in time. */
export type SpanTransport = {
  readonly send: (spans: readonly Span[]) => Promise<void>
  /** Gives up what is under way. */
  readonly close: () => void
}

// The values of genuine servers. More spans than these are lost, so that a collector that is down
// costs no more memory than they take.
const spansMax = 2048
const batchMax = 512
const delayMs = 1000
// How long a server that ends waits for its collector.
const closeMs = 2000

// A collector that is down is logged once in a while, not with each batch.
const logMs = 60_000

/** The parts of a server that an exporter uses. */
type Context = {
  readonly clock: Pick<Clock, 'after' | 'steady'>
  readonly log: (what: string) => void
}

/** Creates an exporter. One batch at a time is under way. */
export function spanExporter(
  transport: SpanTransport,
  { clock, log }: Context,
): SpanExporter & { readonly counts: () => { waiting: number; lost: number } } {
  let waiting: Span[] = []
  let lost = 0
  let loggedAtMs = -Infinity
  let sending: Promise<void> | undefined
  let cancelWait: (() => void) | undefined
  let isClosed = false

  function lose(count: number, reason: string): void {
    lost += count
    if (clock.steady() - loggedAtMs < logMs) return
    loggedAtMs = clock.steady()
    log(`traces: ${lost} spans lost so far: ${reason}`)
  }

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchMax)
      waiting = waiting.slice(batchMax)
      try {
        await transport.send(batch)
      } catch (problem) {
        lose(batch.length, problem instanceof Error ? problem.message : String(problem))
      }
    }
  }

  /** Sends what waits, unless a batch is under way. */
  function flush(): Promise<void> {
    cancelWait?.()
    cancelWait = undefined
    sending ??= send().finally(() => void (sending = undefined))
    return sending
  }

  return {
    add: span => {
      if (isClosed) return
      if (waiting.length >= spansMax) return lose(1, 'too many wait')
      waiting.push(span)
      if (waiting.length >= batchMax) void flush()
      else cancelWait ??= clock.after(delayMs, () => void flush())
    },
    close: async () => {
      isClosed = true
      let cancel = () => {}
      const late = new Promise<void>(resolve => (cancel = clock.after(closeMs, resolve)))
      await Promise.race([flush(), late])
      cancel()
      if (waiting.length > 0) lose(waiting.length, 'the server closes')
      waiting = []
      transport.close()
    },
    counts: () => ({ waiting: waiting.length, lost }),
  }
}
