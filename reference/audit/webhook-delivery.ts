// Posts events to a webhook.

import type { AuditSinkContext, AuditSinkSettings, EncodedEvent } from '../api/audit.ts'
import { DialingAgent, PlainDialingAgent } from '../egress/dialing-agent.ts'
import { postText, standardPostLimits } from '../auth/webhooks/post-review.ts'
import { repeatPost } from '../auth/webhooks/post-repeatedly.ts'
import type { Delivery } from './delivery.ts'
import { joinPieces } from './encode-event.ts'

type WebhookSettings = Extract<AuditSinkSettings, { kind: 'webhook' }>

const connectionsMax = 16

/** Creates the delivery to a webhook. As in genuine servers, a post is repeated on any failure. */
export function webhookDelivery({ webhook, firstDelayMs }: WebhookSettings): Delivery {
  const isSecure = /^https:/i.test(webhook.url)
  const options = { keepAlive: true, maxSockets: connectionsMax }
  const agent = isSecure ? new DialingAgent(options) : new PlainDialingAgent(options)
  const closing = new AbortController()
  let context: AuditSinkContext | undefined
  return {
    open: async given => void (context = given),
    deliver: async events => {
      if (!context) throw new Error('expected an open sink')
      const { clock, random, listOf, dial } = context
      const body = bodyOf(events, listOf)
      const post = () => postText(webhook, body, { ...standardPostLimits, agent, dial })
      await repeatPost(post, {
        clock,
        random,
        firstDelayMs,
        repeats: 'any failure',
        signal: closing.signal,
      })
    },
    close: async () => {
      closing.abort()
      agent.destroy()
    },
  }
}

// No event contains it.
const placeholder = '\0'

/** Returns the body of a post, in the pieces that its events have. */
function bodyOf(
  events: readonly EncodedEvent[],
  listOf: AuditSinkContext['listOf'],
): readonly Buffer[] {
  const [start = '', end = ''] = listOf([placeholder]).split(placeholder)
  const items = events.flatMap(({ pieces }, index) =>
    index === 0 ? pieces : [separator, ...pieces],
  )
  return joinPieces([Buffer.from(start), ...items, Buffer.from(end)])
}

const separator = Buffer.from(',')
