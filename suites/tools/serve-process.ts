// Runs `touchstone serve` as a separate process.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { projectRoot } from '../lint/sources.ts'
import { thisProgram } from '../../fixtures/targets/this-program.ts'

export type ServeProcess = {
  url: string
  pid: number
  /** The memory of the process in bytes, or undefined if the system does not report it. */
  memory(): Promise<number | undefined>
  /** Sends a signal and waits for the process to exit. Resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** How a server process ended before it served, and its output. */
export type ServeFailure = { code: number | null; says: string }

type ServeOptions = {
  /** The user of the process; the current one unless set. */
  uid?: number
  /** Environment variables in addition to the current ones. */
  env?: Record<string, string>
  /** The umask of the process, in octal; the current one unless set. */
  umask?: string
}

/**
 * Starts a server on a free port of the loopback interface. Resolves when it answers or has ended.
 */
export async function startServe(
  flags: string[],
  { umask, env, ...user }: ServeOptions = {},
): Promise<ServeProcess | ServeFailure> {
  const line = [...thisProgram(), 'serve', '--port', '0', ...flags]
  const shell = umask === undefined ? [] : ['sh', '-c', `umask ${umask}; exec "$0" "$@"`]
  const [command = '', ...args] = [...shell, ...line]
  const options = { cwd: projectRoot, env: { ...process.env, ...env }, ...user }
  const child = spawn(command, args, options)
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const exited = once(child, 'close').then(([code]: (number | null)[]) => {
    process.removeListener('exit', kill)
    return code ?? null
  })
  const { ready, said } = words(child)
  const url = await Promise.race([ready, exited])
  const { pid } = child
  if (typeof url !== 'string' || pid === undefined) return { code: await exited, says: said() }
  return {
    url,
    pid,
    memory: () => memoryOf(pid),
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return exited
    },
  }
}

/** The same for servers that must start. @throws when the server does not start */
export async function startServeOrThrow(
  flags: string[] = [],
  options: ServeOptions = {},
): Promise<ServeProcess> {
  const started = await startServe(flags, options)
  if ('url' in started) return started
  throw new Error(`the server ended with ${started.code}: ${started.says}`)
}

function words({ stdout, stderr }: ChildProcess): { ready: Promise<string>; said(): string } {
  let said = ''
  const ready = new Promise<string>(resolve => {
    for (const stream of [stdout, stderr]) {
      stream?.on('data', (part: Buffer) => {
        said += part.toString()
        const url = /ready at (\S+)/.exec(said)?.[1]
        if (url !== undefined) resolve(url)
      })
    }
  })
  return { ready, said: () => said }
}

async function memoryOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}
