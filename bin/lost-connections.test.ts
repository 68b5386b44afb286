// A server whose connections are reset now and then gets the same verdicts as an undisturbed one.

import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { referenceTarget } from '../fixtures/targets/reference-target.ts'
import { temporaryDirectory } from '../fixtures/targets/test-files.ts'
import type { ConformanceReport } from '../reports/report.ts'
import { runCli } from './test-cli.ts'

const directory = temporaryDirectory()
afterAll(directory.remove)

it('gives the same results although connections are reset', { timeout: 120_000 }, async () => {
  const target = await referenceTarget()
  onTestFinished(target.close)
  const token = directory.write('token', String(target.credentials.admin.token))
  const proxy = await resetting(target.connection.url, 267)

  const sections = ['paging', 'get', 'create-and-update'].flatMap(slug => ['--section', slug])
  const flags = ['--token-file', token, '--smoke', '--report-dir', directory.path, ...sections]
  const { code } = await runCli('certify', proxy.url, ...flags)

  const text = readFileSync(join(directory.path, 'report.json'), 'utf8')
  const { summary, requirements } = JSON.parse(text) as ConformanceReport
  const unexpected = requirements.filter(row =>
    ['fail', 'flaky', 'inconclusive', 'error'].includes(row.verdict),
  )
  expect(unexpected.map(({ id, because }) => `${id}: ${because}`)).toEqual([])
  expect(code).toBe(0)
  expect(summary.pass).toBeGreaterThan(15)
  expect(proxy.resets()).toBeGreaterThanOrEqual(4)
})

// Far more resets than one in a hundred connections, because few kept-alive connections would ever
// be reset at that rate. The seed draws resets that are at least 150 pieces apart.
const piecesToReset = 400

/** Starts a proxy that resets a connection at every four hundredth piece on average. */
async function resetting(url: string, seed: number) {
  const upstream = new URL(url)
  const random = drawsOf(seed)
  let resets = 0
  const server = createServer(client => {
    const behind = connect(Number(upstream.port), upstream.hostname)
    const pass = (from: Socket, to: Socket) => {
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
      from.on('data', piece => {
        if (random() * piecesToReset >= 1) return void to.write(piece)
        resets++
        client.resetAndDestroy()
        behind.destroy()
      })
    }
    pass(client, behind)
    pass(behind, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, resets: () => resets }
}

/** Returns a generator of numbers from 0 to 1 that depend only on the seed. */
function drawsOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
