// Starts API servers of the Kubernetes Go libraries: standalone on etcd, and kube-apiserver on kine
// or in another release.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Agent } from 'undici'
import { startApiserver } from '../../../fixtures/targets/kube-apiserver/apiserver.ts'
import { ensureBinaries, ensureEtcd } from '../../../fixtures/targets/kube-apiserver/build.ts'
import { startChild, waitFor } from '../../../fixtures/targets/kube-apiserver/child-process.ts'
import { makeCredentials } from '../../../fixtures/targets/kube-apiserver/credentials.ts'
import { startEtcd } from '../../../fixtures/targets/kube-apiserver/etcd.ts'
import { createSender } from '../../../fixtures/targets/kube-apiserver/send.ts'
import type { Send } from '../../../fixtures/targets/kube-apiserver/send.ts'
import { buildGo } from './build-go.ts'
import { startUrlPrintingProgram } from './url-printing-program.ts'
import type { Absent, PublishedServer } from './url-printing-program.ts'

const readyWithinMs = 60_000

// The options that kine uses by default if no file is configured.
const sqlite =
  '_journal_mode=WAL&_busy_timeout=30000&_synchronous=NORMAL&_txlock=immediate&cache=shared'

/** Starts a program of the module `alone` on a new etcd. `prepare` creates what it needs. */
export async function startAlone(
  name: string,
  directory: string,
  prepare: (admin: Send) => Promise<void> = async () => {},
): Promise<PublishedServer | Absent> {
  const built = await buildGo('alone', name)
  if ('absent' in built) return built
  const command = await ensureEtcd()
  const { tokens, tokenFile } = await makeCredentials(directory)
  const etcd = await startEtcd({ command, directory })
  try {
    const certificates = join(directory, 'certificates')
    const args = [
      tokenFile,
      `--etcd-servers=${etcd.url}`,
      `--cert-dir=${certificates}`,
      `--kubeconfig=${await kubeconfigOfNobody(directory)}`,
    ]
    const server = await startUrlPrintingProgram({ name, command: built.command, args, directory })
    const certificateAuthority = join(certificates, 'apiserver.crt')
    const dispatcher = new Agent({ connect: { ca: await readFile(certificateAuthority) } })
    const admin = createSender({ origin: server.url, dispatcher, token: tokens.admin })
    const holds = async () => (await admin('GET', '/readyz').catch(() => undefined))?.status === 200
    await waitFor({ what: 'readiness', child: server.child, withinMs: readyWithinMs, holds })
    await prepare(admin)
    await dispatcher.destroy()
    const close = async () => {
      await server.close()
      await etcd.close()
    }
    const adminFile = await tokenIn(directory, tokens.admin)
    return { url: server.url, certificateAuthority, tokenFile: adminFile, close }
  } catch (cause) {
    await etcd.close()
    throw cause
  }
}

/** Starts a genuine kube-apiserver on kine. */
export async function startOnKine(directory: string): Promise<PublishedServer | Absent> {
  const built = await buildGo('kine', 'kine')
  if ('absent' in built) return built
  const { kubeApiserver } = await ensureBinaries()
  const etcdUrl = `unix://${join(directory, 'kine.sock')}`
  const kine = await startChild({
    name: 'kine',
    command: built.command,
    args: [
      `--listen-address=${etcdUrl}`,
      `--endpoint=sqlite://${join(directory, 'state.db')}?${sqlite}`,
      '--metrics-bind-address=0',
    ],
    directory,
    isReady: async () =>
      (await readFile(join(directory, 'kine.log'), 'utf8')).includes('available at'),
  })
  return startOn(etcdUrl, { command: kubeApiserver, directory, closeStorage: kine.stop })
}

/** Starts a genuine kube-apiserver of another release on etcd. `name` is its folder and program. */
export async function startRelease(
  name: string,
  version: string,
  directory: string,
): Promise<PublishedServer | Absent> {
  const [major = '', minor = ''] = version.slice(1).split('.')
  const facts = { gitVersion: version, gitMajor: major, gitMinor: minor, gitTreeState: 'clean' }
  // Without these variables, GET /version returns v0.0.0-master.
  const linked = Object.entries(facts).map(
    ([fact, value]) => [`k8s.io/component-base/version.${fact}`, value] as const,
  )
  const built = await buildGo(name, name, Object.fromEntries(linked))
  if ('absent' in built) return built
  const command = await ensureEtcd()
  const etcd = await startEtcd({ command, directory })
  return startOn(etcd.url, { command: built.command, directory, closeStorage: etcd.close })
}

type On = { command: string; directory: string; closeStorage: () => Promise<void> }

/** Starts a kube-apiserver on a storage with the etcd API, which is closed together with it. */
async function startOn(
  etcdUrl: string,
  { command, directory, closeStorage }: On,
): Promise<PublishedServer> {
  try {
    const credentials = await makeCredentials(directory)
    const server = await startApiserver({ command, directory, etcdUrl, credentials })
    const tokenFile = await tokenIn(directory, credentials.tokens.admin)
    const close = async () => {
      await server.child.stop()
      await closeStorage()
    }
    const { url, certificateAuthority } = server
    return { url, certificateAuthority, tokenFile, close }
  } catch (cause) {
    await closeStorage()
    throw cause
  }
}

async function tokenIn(directory: string, token: string): Promise<string> {
  const file = join(directory, 'admin.token')
  await writeFile(file, token, { mode: 0o600 })
  return file
}

/**
 * Writes a kubeconfig for a server that does not exist. The options require a server to delegate
 * to, but all features that would send requests to it are disabled.
 */
async function kubeconfigOfNobody(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true })
  const file = join(directory, 'kubeconfig')
  const name = 'nobody'
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: 'http://127.0.0.1:1' } }],
    users: [{ name, user: {} }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  }
  // JSON is valid YAML.
  await writeFile(file, JSON.stringify(config))
  return file
}
