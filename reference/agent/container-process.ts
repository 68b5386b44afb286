// The process of a container in `process-runtime.ts`, and the log file of its output.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import type { StreamedCommand } from './command-streams.ts'
import { CriError, type ContainerConfig } from './cri.ts'

export type RunningProcess = {
  /** Resolves with the exit code: 128 plus the number of the signal if a signal ended it. */
  readonly ended: Promise<number>
  /** Ends it by SIGTERM, or by SIGKILL after `graceMs`. Resolves when it has ended. */
  readonly stop: (graceMs: number) => Promise<void>
  /** Opens a new file at the path of the log, after the old one was renamed. */
  readonly reopenLog: () => Promise<void>
}

/** What a process takes from the configuration of its container. */
export type ProcessConfig = Pick<
  ContainerConfig,
  'command' | 'args' | 'envs' | 'workingDir' | 'linux'
>

export type ProcessPlace = {
  /** The working directory, unless the container has one. */
  readonly directory: string
  readonly logPath: string
}

/** Starts the command of a container. Rejects with an Error if the command cannot be started. */
export async function startProcess(
  config: ProcessConfig,
  { directory, logPath }: ProcessPlace,
): Promise<RunningProcess> {
  const { command, args } = config
  const [file = '', ...rest] = [...command, ...args]
  const log = await openLog(logPath)
  const child = spawn(file, rest, {
    ...settingOf(config, directory),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group, so that its descendants end with it.
    detached: true,
  })
  const ended = endOf(child)
  try {
    await once(child, 'spawn')
  } catch (error) {
    await log.close()
    throw error
  }
  const written = [log.follow(child.stdout, 'stdout'), log.follow(child.stderr, 'stderr')]
  void Promise.allSettled([ended, ...written]).then(log.close)
  return {
    ended,
    async stop(graceMs) {
      signalGroup(child, graceMs > 0 ? 'SIGTERM' : 'SIGKILL')
      const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs)
      await ended
      clearTimeout(timer)
    },
    reopenLog: log.reopen,
  }
}

const outputBytesMax = 16 * 2 ** 20

/**
 * Runs a command in the environment of a container until it ends. `timeoutMs` 0 is no limit.
 * Rejects with a CriError if the command cannot be started or takes too long.
 */
export function runInContainer(
  [file = '', ...args]: string[],
  { config, directory, timeoutMs }: { config: ProcessConfig; directory: string; timeoutMs: number },
): Promise<{ stdout: Buffer; stderr: Buffer; exitCode: number }> {
  const options = {
    ...settingOf(config, directory),
    maxBuffer: outputBytesMax,
    encoding: 'buffer',
    killSignal: 'SIGKILL',
    timeout: timeoutMs,
  } as const
  return new Promise((resolve, reject) => {
    execFile(file, args, options, (error, stdout, stderr) => {
      if (error === null) return resolve({ stdout, stderr, exitCode: 0 })
      const { code, killed } = error
      if (typeof code === 'number') return resolve({ stdout, stderr, exitCode: code })
      reject(
        killed
          ? new CriError(`${file}: took longer than ${timeoutMs} ms`, deadlineExceeded)
          : new CriError(error.message, invalidArgument),
      )
    })
  })
}

/**
 * Starts a command in the environment of a container, for a client that follows its streams.
 * Rejects with an Error if the command cannot be started.
 */
export async function startStreamed(
  [file = '', ...args]: string[],
  {
    config,
    directory,
    streams,
  }: { config: ProcessConfig; directory: string; streams: StreamsWanted },
): Promise<StreamedCommand> {
  const pipeIf = (isWanted: boolean) => (isWanted ? 'pipe' : 'ignore')
  const { stdin, stdout, stderr } = streams
  const child = spawn(file, args, {
    ...settingOf(config, directory),
    stdio: [pipeIf(stdin), pipeIf(stdout), pipeIf(stderr)],
    detached: true,
  })
  const ended = endOf(child)
  // A command need not read its input to the end.
  child.stdin?.on('error', () => {})
  await once(child, 'spawn')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const kill = () => {
    if (!hasEnded()) signalGroup(child, 'SIGKILL')
  }
  return { child, ended, kill }
}

type StreamsWanted = {
  readonly stdin: boolean
  readonly stdout: boolean
  readonly stderr: boolean
}

// The codes of gRPC.
const invalidArgument = 3
const deadlineExceeded = 4

/** The search path is that of this process, unless the container sets another one. */
const settingOf = (
  { workingDir, envs, linux: { securityContext: user } }: ProcessConfig,
  directory: string,
) => ({
  cwd: workingDir || directory,
  ...(user.runAsUser && { uid: Number(user.runAsUser.value) }),
  ...(user.runAsGroup && { gid: Number(user.runAsGroup.value) }),
  env: {
    PATH: process.env['PATH'],
    ...Object.fromEntries(envs.map(({ key, value }) => [key, value.toString()])),
  },
})

const endOf = (child: ChildProcess): Promise<number> =>
  new Promise(resolve => {
    // Without a listener, a failed start would end this process.
    child.on('error', () => {})
    child.once('exit', (code, signal) => {
      // Descendants that are left would hold its output open.
      signalGroup(child, 'SIGKILL')
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // No process of the group is left.
  }
}

// A longer line is written in parts, as CRI has it.
const partBytesMax = 16 * 1024
const newline = 10

/** Opens a log in the format of CRI: `TIME STREAM F LINE`, or `P` for a part of a line. */
async function openLog(path: string) {
  await mkdir(dirname(path), { recursive: true })
  let file: FileHandle = await open(path, 'a')
  // One after the other, so that no line is lost while the file is replaced.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work)
    last = mine.catch(() => {})
    return mine
  }
  const append = (name: string, tag: 'F' | 'P', line: Buffer) => {
    const head = Buffer.from(`${new Date().toISOString()} ${name} ${tag} `)
    const entry = Buffer.concat([head, line, Buffer.from([newline])])
    // A full disk must not stop the container.
    return inTurn(() => file.appendFile(entry)).catch(() => {})
  }
  return {
    async follow(stream: Readable, name: 'stdout' | 'stderr'): Promise<void> {
      let rest = Buffer.alloc(0)
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        rest = Buffer.concat([rest, chunk])
        for (;;) {
          const end = rest.indexOf(newline)
          const isWhole = end >= 0 && end <= partBytesMax
          if (!isWhole && rest.length <= partBytesMax) break
          const length = isWhole ? end : partBytesMax
          await append(name, isWhole ? 'F' : 'P', rest.subarray(0, length))
          rest = rest.subarray(isWhole ? length + 1 : length)
        }
      }
      if (rest.length > 0) await append(name, 'F', rest)
    },
    reopen: () =>
      inTurn(async () => {
        const next = await open(path, 'a')
        await file.close()
        file = next
      }),
    close: () => inTurn(() => file.close()),
  }
}
