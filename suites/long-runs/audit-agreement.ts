// Holds answers against audit events while many clients write: every answer has one event at its
// end, and no such event lacks an answer. Sinks that hang or fail must not stop requests.

import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { createClient, type Client } from '../../fixtures/client/client.ts'
import { serveLoopback } from '../../fixtures/client/test-server.ts'
import { defaultParts, type PartsOptions, startReference } from '../../reference/index.ts'
import { type LongRun, problemWith } from './storage-engine-runs.ts'

type AuditOptions = NonNullable<PartsOptions['audit']>
type SinkSettings = AuditOptions['sinks'][number]

const writers = 16
const policy: AuditOptions['policy'] = { rules: [{ level: 'RequestResponse' }] }
const batching = { bufferSize: 1000, maxSize: 100, maxWaitMs: 100 }
// The batches of a webhook that are under way at once.
const batchesMax = 4

/** Writes for a time with a sink that works, and compares answers with events. */
export async function auditAgreement(ms: number): Promise<LongRun> {
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-audit-load-'))
  const path = join(directory, 'audit.log')
  // One file, so that all events are in it.
  const sink = { ...logSink(path), bytesMax: 0 }
  try {
    const { answers, lost } = await underLoad(sink, ms)
    let events = 0
    let complete = 0
    const ids = new Set<string>()
    // The file can be longer than any string.
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const { stage, auditID } = JSON.parse(line) as { stage: string; auditID: string }
      events++
      if (stage !== 'ResponseComplete') continue
      complete++
      ids.add(auditID)
    }
    const known = new Set(answers.map(({ id }) => id))
    const found = [
      ...answers.flatMap(({ id }) => (ids.has(id) ? [] : [`${id}: expected an event, got none`])),
      ...[...ids].flatMap(id => (known.has(id) ? [] : [`${id}: expected an answer, got none`])),
      ...(ids.size < complete ? ['expected one event a request, got more'] : []),
      ...(lost > 0 ? [`expected no loss, got ${lost}`] : []),
      ...failuresIn(answers),
    ]
    return { summary: `${answers.length} answers, ${events} events`, ...problemWith(found) }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Writes for a time on a server whose disk is full: every event is lost, and counted. */
export async function auditOnFullDisk(ms: number): Promise<LongRun> {
  const { answers, taken, lost } = await underLoad(logSink('/dev/full'), ms)
  const found = [
    ...failuresIn(answers),
    ...(lost === taken && lost >= answers.length ? [] : [`${lost} of ${taken} events are lost`]),
  ]
  return { summary: `${answers.length} answers, ${lost} events lost`, ...problemWith(found) }
}

/** Writes for a time on a server whose webhook never answers: few events wait. */
export async function auditOfHangingWebhook(ms: number): Promise<LongRun> {
  const host = await serveLoopback(() => {})
  try {
    const { answers, taken, lost } = await underLoad(
      {
        kind: 'webhook',
        webhook: { url: host.url },
        firstDelayMs: 10_000,
        mode: 'batch',
        batching,
      },
      ms,
    )
    const held = taken - lost
    const heldMax = batching.bufferSize + batchesMax * batching.maxSize
    const found = [
      ...failuresIn(answers),
      ...(held > heldMax ? [`expected at most ${heldMax} events in memory, got ${held}`] : []),
    ]
    const summary = `${answers.length} answers, ${lost} of ${taken} events lost`
    return { summary, ...problemWith(found) }
  } finally {
    await host.close()
  }
}

const logSink = (path: string): Extract<SinkSettings, { kind: 'log' }> => ({
  kind: 'log',
  path,
  bytesMax: 100 * 1024 * 1024,
  ageMsMax: 0,
  backupsMax: 0,
  mode: 'blocking',
  batching,
})

type Answer = { readonly id: string; readonly status: number }

const failuresIn = (answers: readonly Answer[]): string[] => [
  ...(answers.length === 0 ? ['expected answers, got none'] : []),
  ...answers.flatMap(({ id, status }) => (status < 500 ? [] : [`${id}: ${status}`])),
]

async function underLoad(sink: SinkSettings, ms: number) {
  const parts = defaultParts({
    dialect: 'kubernetes',
    log: () => {},
    audit: { policy, sinks: [sink] },
  })
  const server = await startReference(parts)
  const client = createClient({ url: server.url })
  const answers: Answer[] = []
  try {
    const endMs = performance.now() + ms
    const write = async (writer: number) => {
      for (let nth = 0; performance.now() < endMs; nth++)
        answers.push(await ask(client, writer, nth))
    }
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  } finally {
    await client.close()
    // Sinks store the rest when the server closes.
    await server.close()
  }
  const [counts = { taken: 0, lost: 0 }] = (parts.audit?.sinks ?? []).map(one => one.counts())
  return { answers, ...counts }
}

/** Sends one request of a round: a creation, a read, a list, a missing object, a deletion. */
async function ask(client: Client, writer: number, nth: number): Promise<Answer> {
  const maps = '/api/v1/namespaces/default/configmaps'
  const name = `w${writer}`
  const body = Buffer.from(JSON.stringify({ metadata: { name }, data: { k: 'v' } }))
  const round = [
    { method: 'POST', path: maps, body },
    { method: 'GET', path: `${maps}/${name}` },
    { method: 'GET', path: `${maps}?limit=2` },
    { method: 'GET', path: `${maps}/none` },
    { method: 'DELETE', path: `${maps}/${name}` },
  ]
  const { status, headers } = await client.send(
    round[nth % round.length] ?? { method: 'GET', path: maps },
  )
  return { id: String(headers['audit-id']), status }
}
