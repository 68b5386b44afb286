// Stops a server, and records its responses until it has ended.

import { setTimeout as pause } from 'node:timers/promises'
import { createClient, defaultClientLimits } from '../../fixtures/client/client.ts'
import type { Client, Credential } from '../../fixtures/client/client.ts'
import type { EndingSample } from '../../fixtures/objects/endings.ts'
import type { StartedServer } from '../../fixtures/targets/target.ts'

const readyMs = 20_000
const pauseMs = 100
// A server that does not end is stopped after this time.
const endMs = 15_000
const limits = { ...defaultClientLimits, answerMs: 5000, retriesMax: 0 }

/** The samples before and after the request to end. Those before have the time 0. */
export type ObservedEnding = { before: EndingSample; samples: EndingSample[] }

/** Observes a server until it has ended, with the credentials of an administrator. */
export async function observeEnding(
  server: StartedServer,
  credential: Credential | undefined,
): Promise<ObservedEnding> {
  const client = createClient(server.connection, credential, limits)
  try {
    const before = await readySample(client)
    const startedAt = performance.now()
    let hasEnded = false
    const ended = server.stop(endMs).finally(() => (hasEnded = true))
    const samples: EndingSample[] = []
    while (!hasEnded) {
      samples.push(await sampleOf(client, startedAt))
      await Promise.race([ended, pause(pauseMs)])
    }
    await ended
    return { before, samples }
  } finally {
    await client.close()
  }
}

/** Returns the first sample of a ready server, or the last one before the deadline. */
async function readySample(client: Client): Promise<EndingSample> {
  const deadline = performance.now() + readyMs
  for (;;) {
    const sample = { ...(await sampleOf(client, 0)), ms: 0 }
    if (sample.ready === 200 || performance.now() > deadline) return sample
    await pause(pauseMs)
  }
}

async function sampleOf(client: Client, startedAt: number): Promise<EndingSample> {
  const statusOf = async (path: string) => {
    const answer = await client.send({ method: 'GET', path }).catch(() => undefined)
    return answer?.status ?? null
  }
  const [ready, read] = await Promise.all([
    statusOf('/readyz'),
    statusOf('/api/v1/namespaces?limit=1'),
  ])
  return { ms: Math.round(performance.now() - startedAt), ready, read }
}
