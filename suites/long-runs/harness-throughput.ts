// Measures how much of a bare client's throughput the harness reaches: the same requests once
// through the whole pipeline (generate, fill, send, record, judge, clean up) and once from a plain
// loop over undici. Both run one after the other on a fresh server, so that versions and answers
// are equal. The number of equal answers is printed. Quote the ratio, as machines differ.

import { spawn } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import fc from 'fast-check'
import { Pool } from 'undici'
import { openTarget } from '../../fixtures/targets/open.ts'
import { requestsOf } from '../../properties/dsl/scenario.ts'
import type { Check } from '../check.ts'
import { run } from '../run/run.ts'
import { checksFor } from '../select/select.ts'

type Sent = { method: string; path: string; headers: string[]; body: string | null; code: number }

// Sections whose requests neither wait for a version nor contain a token of another server.
const sections = ['object-fields', 'create-and-update', 'envelopes', 'errors']
// The harness ends a watch when it has seen enough. A plain loop cannot know when.
const checks = checksFor('cluster', { sections, ids: [] }).filter(check => !watches(check))
const rounds = 5

/** A reference in a separate process, so that it costs both sides the same. */
async function startServer(): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, ['dist/bin/touchstone.js', 'serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: /http\S+/.exec(line.toString())?.[0] ?? '', stop: () => child.kill() }
}

type Dispatched = { method: string; path: string; headers: string[]; body: string | null }

/** Records all requests that are sent while `act` runs, with the status codes of their answers. */
async function recording(act: () => Promise<void>): Promise<Sent[]> {
  const sent = new Map<object, Sent>()
  const onCreate = (message: unknown) => {
    const { request } = message as { request: Dispatched }
    const { method, path, headers, body } = request
    sent.set(request, { method, path, headers: [...headers], body, code: 0 })
  }
  const onHeaders = (message: unknown) => {
    const { request, response } = message as { request: object; response: { statusCode: number } }
    const one = sent.get(request)
    if (one) one.code = response.statusCode
  }
  subscribe('undici:request:create', onCreate)
  subscribe('undici:request:headers', onHeaders)
  await act()
  unsubscribe('undici:request:create', onCreate)
  unsubscribe('undici:request:headers', onHeaders)
  return [...sent.values()]
}

/** Runs the checks with the harness. Returns the duration and all requests that it sent. */
async function throughHarness(url: string): Promise<{ ms: number; sent: Sent[] }> {
  let ms = 0
  const sent = await recording(async () => {
    const start = performance.now()
    const target = await openTarget(url, {})
    const options = {
      seed: 1,
      scenarios: 20,
      concurrency: 1,
      checkMs: 60_000,
      caseMs: 60_000,
      shrinkMs: 0,
      signal: new AbortController().signal,
    }
    const { ended } = await run(checks, target, options)
    if (ended) throw ended
    ms = performance.now() - start
  })
  return { ms, sent }
}

async function bare(url: string, sent: Sent[]): Promise<{ ms: number; same: number }> {
  const pool = new Pool(url, { connections: 1 })
  let same = 0
  const start = performance.now()
  for (const { method, path, headers, body, code } of sent) {
    const answer = await pool.request({ method: method as 'GET', path, headers, body })
    await answer.body.text()
    if (answer.statusCode === code) same++
  }
  const ms = performance.now() - start
  await pool.close()
  return { ms, same }
}

const ratios: number[] = []
for (let round = 0; round < rounds; round++) {
  const server = await startServer()
  const harness = await throughHarness(server.url).finally(server.stop)
  const again = await startServer()
  const plain = await bare(again.url, harness.sent).finally(again.stop)
  const { length } = harness.sent
  ratios.push(plain.ms / harness.ms)
  console.log(
    `${length} requests: harness ${rate(length, harness.ms)}, plain loop ${rate(length, plain.ms)}, ` +
      `ratio ${(plain.ms / harness.ms).toFixed(2)}, ` +
      `${((plain.same / length) * 100).toFixed(1)} % answered alike`,
  )
}
console.log(`median ratio ${ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]?.toFixed(2)}`)

function watches({ scenarios }: Check): boolean {
  return fc
    .sample(scenarios, { numRuns: 20, seed: 1 })
    .some(scenario => requestsOf(scenario).some(({ query }) => query?.watch !== undefined))
}

function rate(requests: number, ms: number): string {
  return `${Math.round((requests / ms) * 1000)} requests/s`
}
