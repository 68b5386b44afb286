// Starts the servers that the benchmark compares, each with an empty store.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSignedCertificate } from '../../reference/http/self-signed-certificate.ts'
import { projectRoot } from '../lint/sources.ts'
import { type Api, openApi } from './api.ts'
import { startGenuine, type RunningProcesses } from './genuine-server.ts'

export const sides = ['reference', 'genuine', 'bare', 'before'] as const
export type Side = (typeof sides)[number]

/** `restBytes` is the resident memory of the processes before the measurement. */
export type BenchServer = RunningProcesses & { side: Side; api: Api; restBytes: number }

export type Programs = {
  /** File of the built reference. */
  reference: string
  /** File of the compiled bare server. */
  bare: string
  /** File of a reference that was built from an earlier commit. */
  before?: string | undefined
}

/**
 * Compiles the bare server to JavaScript and returns its file. If Node ran the TypeScript source,
 * the loader would dominate its memory and its start time.
 */
export function compileBare(): string {
  const folder = join(projectRoot, 'node_modules', '.cache', 'touchstone-bench')
  const sources = join(projectRoot, 'suites', 'bench')
  const options = { outDir: folder, rootDir: sources, noCheck: true, declaration: false }
  const project = {
    extends: join(projectRoot, 'tsconfig.json'),
    compilerOptions: options,
    include: [],
    files: [join(sources, 'bare-server.ts')],
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  execFileSync(join(projectRoot, 'node_modules', '.bin', 'tsc'), ['-p', folder], {
    stdio: 'inherit',
  })
  return join(folder, 'bare-server.js')
}

/**
 * Starts one side with an empty store and creates the namespace `bench`. A durable server syncs a
 * write to disk before it acknowledges it.
 */
export async function startServer(
  side: Side,
  programs: Programs,
  { isDurable }: { isDurable: boolean },
): Promise<BenchServer> {
  const running =
    side === 'genuine'
      ? await startGenuine({ isDurable })
      : await startOurs(side, programs, isDurable)
  const api = openApi(running, { connections: 16 })
  await api.send('POST', '/api/v1/namespaces', namespace)
  return {
    ...running,
    side,
    api,
    restBytes: 0,
    stop: async () => {
      await api.close()
      await running.stop()
    },
  }
}

const namespace = JSON.stringify({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'bench' },
})

async function startOurs(
  side: Exclude<Side, 'genuine'>,
  programs: Programs,
  isDurable: boolean,
): Promise<RunningProcesses> {
  const directory = mkdtempSync(join(tmpdir(), `touchstone-bench-${side}-`))
  const { cert, key } = selfSignedCertificate(['127.0.0.1'], Date.now())
  const token = 'bench'
  const file = (name: string, text: string) => {
    writeFileSync(join(directory, name), text, { mode: 0o600 })
    return join(directory, name)
  }
  const [certFile, keyFile] = [file('tls.crt', cert), file('tls.key', key)]
  const users = file('tokens.csv', `${token},admin,admin,system:masters\n`)
  const store = isDurable ? ['--data-dir', directoryIn(directory, 'store')] : []
  const serving = ['serve', '--dialect', 'kubernetes', '--port', '0', ...store]
  const tls = ['--tls-cert-file', certFile, '--tls-private-key-file', keyFile]
  const program = programs[side]
  if (program === undefined) throw new Error(`no program for the side ${side}`)
  const args =
    side === 'bare'
      ? [program, certFile, keyFile]
      : [program, ...serving, ...tls, '--token-auth-file', users]
  const certificateAuthority = readFileSync(certFile)
  const start = performance.now()
  const { url, pid, stop } = await startNode(args, directory)
  const api = openApi({ url, certificateAuthority, token }, { connections: 1 })
  await api.send('GET', '/readyz').finally(api.close)
  const startMs = performance.now() - start
  return { url, certificateAuthority, token, pids: [pid], startMs, stop }
}

function directoryIn(directory: string, name: string): string {
  mkdirSync(join(directory, name))
  return join(directory, name)
}

/** Runs a Node program that prints its URL on the first line of its output. */
async function startNode(args: string[], directory: string) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child, 'spawn')
  const pid = child.pid ?? 0
  // The shell reads the end of its input however this process ends. It then kills the server and
  // removes the directory.
  const script = 'trap "" INT TERM HUP; read _; kill -9 "$0"; rm -rf "$1"'
  const guard = spawn('sh', ['-c', script, String(pid), directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const exited = once(child, 'exit')
  const [line] = (await Promise.race([once(child.stdout, 'data'), exited])) as unknown[]
  if (!Buffer.isBuffer(line)) {
    guard.kill('SIGKILL')
    rmSync(directory, { recursive: true, force: true })
    throw new Error(`${args.join(' ')}: ended before it listened, with ${String(line)}`)
  }
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
    guard.kill('SIGKILL')
    rmSync(directory, { recursive: true, force: true })
  }
  return { pid, url: /https\S+/.exec(line.toString())?.[0] ?? '', stop }
}
