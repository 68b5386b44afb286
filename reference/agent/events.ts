// The events that the agent creates about pods, at the rate of the options (NODE-014).

import { randomBytes } from 'node:crypto'
import type { Clock } from '../api/clock.ts'
import { timestamp } from '../api/object.ts'
import type { ApiClient } from './api-client.ts'
import type { Pod } from './pod.ts'
import { rateLimit } from './rate-limit.ts'

export type Events = {
  readonly note: (pod: Pod, reason: string, message: string) => void
  readonly stop: () => Promise<void>
}

export type EventsOptions = {
  readonly client: ApiClient
  readonly nodeName: string
  readonly component: string
  readonly rate: { readonly perSecond: number; readonly burst: number }
  readonly clock: Pick<Clock, 'now' | 'steady' | 'after'>
  readonly log: (line: string) => void
}

// An event that waits longer than the queue is no news.
const queueMax = 1000
const warnings = /^(?:Failed|Unhealthy|BackOff|Err|Out|Evicted|SysctlForbidden)/

export function podEvents(options: EventsOptions): Events {
  const { client, nodeName, component, rate, clock, log } = options
  const limit = rateLimit(rate, clock)
  const queue: { namespace: string; body: ReturnType<typeof eventOf> }[] = []
  let sending: Promise<void> | undefined
  let isStopped = false
  let lastFault = ''

  async function send(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await limit.turn()
      if (isStopped) break
      const path = `/api/v1/namespaces/${next.namespace}/events`
      try {
        await client.ask({ method: 'POST', path, body: next.body, isUncounted: true })
        lastFault = ''
      } catch (error) {
        // Events are of no use later on.
        const fault = (error as Error).message
        if (fault !== lastFault) log(`event ${next.body.reason}: ${fault}`)
        lastFault = fault
      }
    }
    // Not in a `finally` of the caller: an event that comes before it would be left in the queue.
    sending = undefined
  }

  const eventOf = ({ metadata }: Pod, reason: string, message: string) => {
    const { name, namespace, uid } = metadata
    const at = timestamp(clock.now())
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: `${name}.${randomBytes(8).toString('hex')}`, namespace },
      involvedObject: { apiVersion: 'v1', kind: 'Pod', name, namespace, uid },
      reason,
      message: message.slice(0, 1024),
      type: warnings.test(reason) ? 'Warning' : 'Normal',
      source: { component, host: nodeName },
      reportingComponent: component,
      reportingInstance: nodeName,
      firstTimestamp: at,
      lastTimestamp: at,
      count: 1,
    }
  }

  return {
    note(pod, reason, message) {
      if (isStopped || queue.length >= queueMax) return
      queue.push({ namespace: pod.metadata.namespace, body: eventOf(pod, reason, message) })
      sending ??= send()
    },
    async stop() {
      isStopped = true
      queue.length = 0
      limit.end()
      await sending
    },
  }
}
