// Sends mutated objects to a server in dry runs and returns its verdicts.

import { createClient, TransportError } from '../../../fixtures/client/client.ts'
import type { Client } from '../../../fixtures/client/client.ts'
import { resourcePath } from '../../../fixtures/objects/tested-types.ts'
import type { Target } from '../../../fixtures/targets/target.ts'
import type { TableFields } from '../table-server.ts'
import { applyMutation } from './mutations.ts'
import type { FieldMutation } from './mutations.ts'
import { valueSamples } from './value-samples.ts'
import type { ValueSample } from './value-samples.ts'

export type MutationVerdict = {
  /** The status code. Every success is 200. */
  readonly status: number
  readonly reason?: string
  /** The distinct fields of all causes, sorted. */
  readonly fields?: readonly string[]
  readonly messages?: readonly string[]
}

const concurrency = 8

/**
 * Returns the verdict on each mutation. The creates run before the samples exist. The updates
 * mutate the samples as the server has stored them.
 */
export async function mutationVerdicts(
  target: Target,
  mutations: readonly FieldMutation[],
): Promise<Map<FieldMutation, MutationVerdict>> {
  const client = createClient(target.connection, target.credentials.admin)
  const byId = new Map(valueSamples.map(sample => [sample.id, sample]))
  const found = new Map<FieldMutation, MutationVerdict>()
  const ask = async (mutation: FieldMutation, kept?: Map<string, TableFields>): Promise<void> => {
    const sample = byId.get(mutation.sample)
    if (!sample) throw new Error(`${mutation.sample}: no such sample`)
    const body = applyMutation(kept?.get(sample.id) ?? sample.body, mutation)
    if (!body) return
    const verdict = await sent(client, { sample, body, operation: mutation.operation })
    if (verdict) found.set(mutation, verdict)
  }
  const of = (operation: string) => mutations.filter(one => one.operation === operation)
  try {
    await inLanes(of('create'), mutation => ask(mutation))
    const kept = await keptBy(client)
    await inLanes(of('update'), mutation => ask(mutation, kept))
    return found
  } finally {
    await client.close()
  }
}

/** Creates the samples. @throws if the server rejects one */
async function keptBy(client: Client): Promise<Map<string, TableFields>> {
  const kept = new Map<string, TableFields>()
  const refused: string[] = []
  for (const sample of valueSamples) {
    const { status, body } = await send(client, { sample, body: sample.body, method: 'POST' })
    if (status >= 300) {
      refused.push(`${sample.id}: ${status} ${JSON.stringify(body)}`)
      continue
    }
    delete (body.metadata as TableFields).managedFields
    kept.set(sample.id, body)
  }
  if (refused.length > 0) throw new Error(refused.join('\n'))
  return kept
}

type Sent = { sample: ValueSample; body: TableFields; operation: FieldMutation['operation'] }

/**
 * Returns undefined if the connection breaks, as it does when a value makes a genuine server panic.
 */
async function sent(
  client: Client,
  { sample, body, operation }: Sent,
): Promise<MutationVerdict | undefined> {
  const method = operation === 'create' ? 'POST' : 'PUT'
  try {
    const answer = await send(client, { sample, body, method, query: '?dryRun=All' })
    return verdictOf(answer.status, answer.body)
  } catch (error) {
    if (error instanceof TransportError) return undefined
    throw error
  }
}

type Request = { sample: ValueSample; body: TableFields; method: 'POST' | 'PUT'; query?: string }

async function send(client: Client, { sample, body, method, query = '' }: Request) {
  const { resource, namespace } = sample
  const { name } = sample.body.metadata as TableFields
  const own = method === 'PUT' ? String(name) : undefined
  const answer = await client.send({
    method,
    path: resourcePath(resource, namespace || undefined, own) + query,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: JSON.parse(answer.bytes.toString('utf8')) as TableFields }
}

type Status = {
  reason?: string
  message?: string
  details?: { causes?: { field?: string; message?: string }[] }
}

function verdictOf(status: number, body: TableFields): MutationVerdict {
  if (status < 300) return { status: 200 }
  const { reason = '', message = '', details } = body as Status
  const causes = details?.causes ?? []
  return {
    status,
    reason,
    fields: [...new Set(causes.map(({ field = '' }) => field))].sort(),
    messages: causes.length > 0 ? causes.map(one => one.message ?? '').sort() : [message],
  }
}

async function inLanes<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await act(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
