// Compares the processor time of a GET of an encrypted object with that of a plain one.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { startKmsPlugin } from '../../fixtures/hosts/kms-plugin.ts'
import { ensureBinaries } from '../../fixtures/targets/kube-apiserver/build.ts'
import { startEtcd } from '../../fixtures/targets/kube-apiserver/etcd.ts'
import { cpuMs } from '../bench/usage.ts'
import { startServeOrThrow } from '../tools/serve-process.ts'
import { type LongRun, problemWith } from './storage-engine-runs.ts'

const rounds = 7
const readsPerRound = 1_500
const parallel = 4
const ratioMax = 1.15
const collection = '/api/v1/namespaces/default/configmaps'
const object = JSON.stringify({ metadata: { name: 'a' }, data: { text: 'x'.repeat(1_000) } })

type Reads = { cpu: () => number; read: () => Promise<void>; close: () => Promise<void> }

/**
 * Compares the processor time of servers on one etcd, which decrypt the object at each read: one
 * without encryption, and one for each provider. The median with a provider may be at most 1.15
 * times the median without encryption. The measurements of the servers alternate.
 */
export async function encryptedReads(): Promise<LongRun> {
  const folder = await mkdtemp(join(tmpdir(), 'reads-'))
  const plugin = await startKmsPlugin({
    name: 'one',
    socket: join(folder, 's'),
    record: () => () => {},
  })
  const etcd = await startEtcd({ command: (await ensureBinaries()).etcd, directory: folder })
  const secret = Buffer.alloc(32, 'touchstone').toString('base64')
  const keys = { keys: [{ name: 'one', secret }] }
  const kms = { apiVersion: 'v2', name: 'one', endpoint: plugin.endpoint }
  const providers = { plain: undefined, aesgcm: keys, secretbox: keys, aescbc: keys, kms }
  const servers = new Map<string, Reads>()
  const times = new Map<string, number[]>()
  try {
    for (const [kind, options] of Object.entries(providers)) {
      const flags = [`--etcd-servers=${etcd.url}`, `--etcd-prefix=/${kind}`]
      if (options) flags.push(await encryptionFlag(folder, kind, options))
      servers.set(kind, await startReads(flags))
      times.set(kind, [])
    }
    for (let round = 0; round < rounds; round++)
      for (const [kind, { cpu, read }] of servers) {
        const before = cpu()
        await read()
        // The first round is a warm-up.
        if (round > 0) times.get(kind)?.push(cpu() - before)
      }
  } finally {
    for (const { close } of servers.values()) await close()
    await etcd.close()
    await plugin.stop()
    await rm(folder, { recursive: true })
  }
  return judge(times)
}

function judge(times: Map<string, number[]>): LongRun {
  const plain = median(times.get('plain') ?? [])
  const ratios = [...times].map(([kind, all]) => [kind, median(all) / plain] as const)
  return {
    summary: ratios.map(([kind, ratio]) => `${kind} ${ratio.toFixed(2)}`).join(', '),
    ...problemWith(
      ratios
        .filter(([, ratio]) => ratio > ratioMax)
        .map(([kind, ratio]) => `${kind}: expected at most ${ratioMax}, got ${ratio.toFixed(2)}`),
    ),
  }
}

const median = (all: number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? NaN

async function encryptionFlag(folder: string, kind: string, options: object): Promise<string> {
  const path = join(folder, `${kind}.yaml`)
  const document = {
    apiVersion: 'apiserver.config.cluster.example/v1',
    kind: 'EncryptionConfiguration',
    resources: [{ resources: ['configmaps'], providers: [{ [kind]: options }] }],
  }
  await writeFile(path, JSON.stringify(document), { mode: 0o600 })
  return `--encryption-provider-config=${path}`
}

async function startReads(flags: string[]): Promise<Reads> {
  const { url, pid, stop } = await startServeOrThrow(flags)
  const pool = new Pool(url, { connections: parallel })
  const send = async (method: 'GET' | 'POST', path: string, body: string | null) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await pool.request({ method, path, headers, body })
    await answer.body.dump()
    if (answer.statusCode >= 400) throw new Error(`${method} ${path}: ${answer.statusCode}`)
  }
  const readPart = async () => {
    for (let nth = 0; nth < readsPerRound / parallel; nth++)
      await send('GET', `${collection}/a`, null)
  }
  await send('POST', collection, object)
  return {
    cpu: () => cpuMs([pid]),
    read: async () => void (await Promise.all(Array.from({ length: parallel }, readPart))),
    close: async () => {
      await pool.destroy()
      await stop()
    },
  }
}
