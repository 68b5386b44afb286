// The lock file of the agent (AGENT-248): of several agents with one lock file, one runs and the
// others wait. The lock is that of flock(2), which genuine agents take too. Node cannot take it, so
// a `flock` process holds it as long as this process lives.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import type { Clock } from '../api/clock.ts'

export type HeldLock = { readonly release: () => Promise<void> }

/**
 * Waits for the lock. Resolves without one if the signal fires first.
 * @throws Error if the file cannot be locked
 */
export async function takeLock(file: string, signal: AbortSignal): Promise<HeldLock | undefined> {
  if (signal.aborted) return undefined
  const held = spawn('flock', ['--exclusive', file, 'sh', '-c', 'echo locked; exec cat'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>(resolve => held.on('close', () => resolve()))
  const onAbort = () => held.kill('SIGKILL')
  signal.addEventListener('abort', onAbort)
  const errors: Buffer[] = []
  held.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  held.stdin.on('error', () => {})
  try {
    const locked = once(held.stdout, 'data').then(() => true)
    const failed = new Promise<false>((resolve, reject) => {
      held.on('error', cause =>
        reject(new Error(`--lock-file: ${file}: the command flock cannot run`, { cause })),
      )
      held.on('close', () => resolve(false))
    })
    if (await Promise.race([locked, failed])) {
      return {
        async release() {
          held.stdin.end()
          await ended
        },
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
  if (signal.aborted) return undefined
  throw new Error(
    `--lock-file: ${file}: cannot be locked: ${Buffer.concat(errors).toString().trim()}`,
  )
}

const periodMs = 1000

/**
 * Calls `onContention` when another process waits for the lock: its request stands in /proc/locks.
 * Returns a function that ends the search.
 */
export function watchContention(
  file: string,
  clock: Pick<Clock, 'after'>,
  onContention: () => void,
): () => void {
  let isStopped = false
  let cancel = clock.after(periodMs, look)
  function look(): void {
    void isContended(file)
      .catch(() => false)
      .then(found => {
        if (isStopped) return
        if (found) onContention()
        else cancel = clock.after(periodMs, look)
      })
  }
  return () => {
    isStopped = true
    cancel()
  }
}

async function isContended(file: string): Promise<boolean> {
  const { ino } = await stat(file)
  const locks = await readFile('/proc/locks', 'utf8')
  return locks.split('\n').some(line => line.includes('->') && line.includes(`:${ino} `))
}
