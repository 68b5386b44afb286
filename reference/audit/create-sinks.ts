import type { AuditSink, AuditSinkSettings } from '../api/audit.ts'
import { batchingSink } from './batching-sink.ts'
import { blockingSink } from './blocking-sink.ts'
import { inParts, truncatingSink } from './truncating-sink.ts'
import { logDelivery } from './log-file.ts'
import { webhookDelivery } from './webhook-delivery.ts'

// A post ends after this time at the latest. A disk that takes longer than a second hangs.
const waitMsMax = { webhook: 30_000, log: 1000 }

// Lines of a file have an order. Batches to a webhook have none.
const concurrency = { webhook: 4, log: 1 }

/** Creates the sinks of a server, which have to be opened. */
export const createSinks = (all: readonly AuditSinkSettings[]): AuditSink[] =>
  all.map(settings => {
    const { kind, mode, batching, truncation } = settings
    const whole = kind === 'log' ? logDelivery(settings) : webhookDelivery(settings)
    const delivery = truncation ? inParts(whole, truncation) : whole
    const isStrict = mode === 'blocking-strict'
    const sink =
      mode === 'batch'
        ? batchingSink(kind, delivery, { ...batching, concurrency: concurrency[kind] })
        : blockingSink(kind, delivery, { isStrict, waitMsMax: waitMsMax[kind] })
    return truncation ? truncatingSink(sink, truncation) : sink
  })
