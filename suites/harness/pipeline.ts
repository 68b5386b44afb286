// How much of a bare client's speed the harness keeps: the same requests, once through the whole
// pipeline (generate, fill, send, record, judge, clean up) and once from a plain loop over undici.
// Prints requests a second of both and their ratio; quote the ratio, machines differ.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Pool } from 'undici'
import { openTarget } from '../../fixtures/targets/open.ts'
import type { History } from '../../properties/history.ts'
import { run } from '../run.ts'
import { checksFor } from '../select.ts'

type Sent = { method: string; path: string; body: string | null }

const lanes = 4
const rounds = 3

/** A reference in a process of its own, so that it costs both sides the same. */
async function startServer(): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, ['dist/bin/touchstone.js', 'serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: /http\S+/.exec(line.toString())?.[0] ?? '', stop: () => child.kill() }
}

async function throughHarness(url: string): Promise<{ rate: number; sent: Sent[] }> {
  const target = await openTarget(url, {})
  const sent: Sent[] = []
  const onHistory = (_: unknown, { exchanges }: History) => {
    for (const { request } of exchanges)
      if (request.path !== '')
        sent.push({ method: request.method, path: request.path, body: request.body ?? null })
  }
  const options = {
    seed: 1,
    runs: 20,
    concurrency: lanes,
    checkMs: 60_000,
    caseMs: 60_000,
    shrinkMs: 0,
    signal: new AbortController().signal,
    onHistory,
  }
  const start = performance.now()
  const { requests } = await run(checksFor('cluster', { sections: [], ids: [] }), target, options)
  return { rate: (requests / (performance.now() - start)) * 1000, sent }
}

async function bare(url: string, sent: Sent[]): Promise<number> {
  const pool = new Pool(url, { connections: 32 })
  await makeNamespaces(pool, sent)
  const queue = sent.values()
  const lane = async () => {
    for (const { method, path, body } of queue) {
      const answer = await pool.request({
        method: method as 'GET',
        path,
        body,
        headers: { 'content-type': 'application/json' },
      })
      await answer.body.text()
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: lanes }, lane))
  const rate = (sent.length / (performance.now() - start)) * 1000
  await pool.close()
  return rate
}

/** The run has swept its namespaces; without them the same requests would be other, cheaper ones. */
async function makeNamespaces(pool: Pool, sent: Sent[]): Promise<void> {
  const names = sent.flatMap(
    ({ path }) => /\/namespaces\/(touchstone-[^/?]+)/.exec(path)?.[1] ?? [],
  )
  for (const name of new Set(names)) {
    const body = JSON.stringify({ metadata: { name } })
    await (await pool.request({ method: 'POST', path: '/api/v1/namespaces', body })).body.dump()
  }
}

const ratios: number[] = []
for (let round = 0; round < rounds; round++) {
  const server = await startServer()
  const { rate, sent } = await throughHarness(server.url)
  const plain = await bare(server.url, sent)
  server.stop()
  ratios.push(rate / plain)
  console.log(
    `harness ${Math.round(rate)} requests/s, bare loop ${Math.round(plain)} requests/s, ratio ${(rate / plain).toFixed(2)}`,
  )
}
console.log(`median ratio ${ratios.sort((a, b) => a - b)[Math.floor(rounds / 2)]?.toFixed(2)}`)
