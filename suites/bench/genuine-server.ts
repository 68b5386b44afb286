// Starts kube-apiserver and etcd for a benchmark, without the users and RBAC rules that
// certification needs.

import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApiserver } from '../../fixtures/targets/kube-apiserver/apiserver.ts'
import { ensureBinaries } from '../../fixtures/targets/kube-apiserver/build.ts'
import { makeCredentials } from '../../fixtures/targets/kube-apiserver/credentials.ts'
import { startEtcd } from '../../fixtures/targets/kube-apiserver/etcd.ts'

/** A running server with its own processes. */
export type RunningProcesses = {
  url: string
  certificateAuthority: Buffer
  token: string
  /** All server processes. For the genuine server, these are kube-apiserver and etcd. */
  pids: number[]
  /** Time from the start of the first process to the first 200 response of `/readyz`. */
  startMs: number
  stop(): Promise<void>
}

/**
 * Starts kube-apiserver with etcd on loopback. The token's user is in `system:masters`, a group
 * that is authorized before any other authorizer runs. If `isDurable` is true, etcd syncs each
 * write to disk. Otherwise it never syncs.
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

// Each server has a companion shell that kills it when the benchmark exits. The shells are not
// counted.
const isServer = (pid: number): boolean =>
  ['kube-apiserver', 'etcd'].includes(readFileSync(`/proc/${pid}/comm`, 'utf8').trim())
