// Starts a real etcd on loopback for tests: the one named in TEST_ASSET_ETCD, the one that was
// built for the genuine kube-apiserver, or the one on the PATH (Debian's etcd-server).

import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findExistingEtcd } from '../../../fixtures/targets/kube-apiserver/build.ts'

export type TestEtcd = {
  /** The server address to pass to a store. */
  url: string
  /** Kills the process, as a crash does. */
  kill(): Promise<void>
  /** Starts it again on the same address with its data, or without any. */
  restart(data?: 'kept' | 'lost'): Promise<void>
  /** Stops the process; its connections stay open, but it answers nothing. */
  freeze(): Promise<void>
  thaw(): void
  close(): Promise<void>
}

const execute = promisify(execFile)

/** Returns the command that starts an etcd, or the reason why there is none. */
export async function findEtcd(): Promise<
  { command: string; version: string } | { missing: string }
> {
  const command = (await findExistingEtcd()) ?? 'etcd'
  try {
    const { stdout } = await execute(command, ['--version'])
    return { command, version: /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? '' }
  } catch {
    return { missing: 'no etcd: name one in TEST_ASSET_ETCD or install etcd-server' }
  }
}

const startMs = 20_000

/**
 * Starts an empty etcd, with additional flags. It ends when the test closes it or this process
 * exits.
 */
export async function startTestEtcd(
  command: string,
  flags: readonly string[] = [],
): Promise<TestEtcd> {
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-etcd-'))
  const [client, peer] = await freePorts()
  const url = `http://127.0.0.1:${client}`
  const args = [
    `--data-dir=${join(directory, 'data')}`,
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-cluster=default=http://127.0.0.1:${peer}`,
    // Short election timeouts, so that tests do not wait long for a leader.
    '--heartbeat-interval=10',
    '--election-timeout=100',
    '--log-level=error',
    ...flags,
  ]
  let running = await start(command, args, url)

  async function kill() {
    process.removeListener('exit', running.kill)
    await running.end()
  }

  return {
    url,
    kill,
    async freeze() {
      running.signal('SIGSTOP')
      // The signal takes a moment to reach all threads of the process.
      while (await isHealthy(url)) await pause(1)
    },
    thaw: () => running.signal('SIGCONT'),
    async restart(data = 'kept') {
      if (data === 'lost') await rm(directory, { recursive: true, force: true })
      running = await start(command, args, url)
    },
    async close() {
      await kill()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function start(command: string, args: string[], url: string) {
  const child = spawn(command, args, { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const deadline = Date.now() + startMs
  while (!(await isHealthy(url))) {
    assert(child.exitCode === null, `etcd ended with ${child.exitCode} before it was ready`)
    assert(Date.now() < deadline, `etcd was not ready after ${startMs} ms`)
    await pause(20)
  }
  return {
    kill,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    async end() {
      kill()
      await exited
    },
  }
}

async function isHealthy(url: string): Promise<boolean> {
  // The connection is refused until etcd listens.
  const signal = AbortSignal.timeout(500)
  const response = await fetch(`${url}/health`, { signal }).catch(() => undefined)
  return response?.status === 200
}

/** Returns two ports that are free at present; etcd cannot choose ports itself. */
async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()] as const
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening')
  const [client, peer] = servers.map(server => {
    const address = server.address()
    assert(typeof address === 'object' && address !== null)
    return address.port
  })
  for (const server of servers) await promisify(server.close.bind(server))()
  assert(client !== undefined && peer !== undefined)
  return [client, peer]
}
