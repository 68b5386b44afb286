// Connections to the webhooks of stored configurations.

import type { Agent } from 'node:https'

import { DialingAgent } from '../egress/dialing-agent.ts'

const idleConnectionsMax = 10
const idleMs = 60_000

/** Returns an agent that keeps connections and trusts a `caBundle`, by default the system. */
export function webhookAgent(caBundle: unknown): Agent {
  const isSet = typeof caBundle === 'string' && caBundle !== ''
  return new DialingAgent({
    keepAlive: true,
    maxFreeSockets: idleConnectionsMax,
    timeout: idleMs,
    // A bundle may hold the certificate of the webhook without that of its issuer: genuine servers
    // trust it, and envtest relies on that.
    allowPartialTrustChain: true,
    ...(isSet && { ca: Buffer.from(caBundle, 'base64').toString() }),
  })
}
