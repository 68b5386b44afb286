// The genuine server for a benchmark: started without the users and rights that certifying needs.

import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApiserver } from '../../fixtures/targets/kube-apiserver/apiserver.ts'
import { ensureBinaries } from '../../fixtures/targets/kube-apiserver/build.ts'
import { makeCredentials } from '../../fixtures/targets/kube-apiserver/credentials.ts'
import { startEtcd } from '../../fixtures/targets/kube-apiserver/etcd.ts'

/** A server that listens, in processes of its own. */
export type RunningProcesses = {
  url: string
  certificateAuthority: Buffer
  token: string
  /** All that serve: the genuine server and its etcd are counted together. */
  pids: number[]
  /** From the start of the first process to the first 200 of `/readyz`. */
  startMs: number
  stop(): Promise<void>
}

/**
 * kube-apiserver with etcd, on loopback. Its user is in `system:masters`, who are let in before any
 * other authorizer is asked. A durable one syncs each write to the disk, another one none.
 */
export async function startGenuine({
  isDurable,
}: {
  isDurable: boolean
}): Promise<RunningProcesses> {
  const binaries = await ensureBinaries()
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-bench-genuine-'))
  const credentials = await makeCredentials(directory)
  const before = new Set(children())
  const start = performance.now()
  const dataDir = isDurable ? join(directory, 'data') : undefined
  const etcd = await startEtcd({ command: binaries.etcd, directory, dataDir })
  const { kubeApiserver: command } = binaries
  const started = startApiserver({ command, directory, etcdUrl: etcd.url, credentials })
  const apiserver = await started.catch(async cause => {
    await etcd.close()
    throw cause
  })
  const startMs = performance.now() - start
  return {
    url: apiserver.url,
    certificateAuthority: await readFile(apiserver.certificateAuthority),
    token: credentials.tokens.admin,
    pids: children().filter(pid => !before.has(pid) && isServer(pid)),
    startMs,
    stop: async () => {
      await apiserver.child.stop()
      await etcd.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function children(): number[] {
  const own = `/proc/${process.pid}/task`
  return readdirSync(own).flatMap(task =>
    readFileSync(`${own}/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
}

// Each server has a shell beside it that ends it when we end.
const isServer = (pid: number): boolean =>
  ['kube-apiserver', 'etcd'].includes(readFileSync(`/proc/${pid}/comm`, 'utf8').trim())
