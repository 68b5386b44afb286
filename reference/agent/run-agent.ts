// Runs an agent: takes its lock, does its work and ends it.

import { mkdir } from 'node:fs/promises'
import type { AgentSetup } from './agent-setup.ts'
import { type AgentEnd, startWork } from './agent-work.ts'
import { needsBootstrap } from './client-certificate.ts'
import { takeLock, watchContention } from './lock-file.ts'

export type AgentRun = { readonly ended: Promise<AgentEnd>; readonly stop: () => Promise<void> }

/** Starts an agent. Rejects with an Error about the flag that prevents it. */
export async function runAgent(setup: AgentSetup): Promise<AgentRun> {
  const { settings, clock, log } = setup
  const stopping = new AbortController()
  let end: (how: AgentEnd) => void = () => {}
  const finished = new Promise<AgentEnd>(resolve => {
    end = resolve
  })
  await mkdir(settings.rootDirectory, { recursive: true, mode: 0o750 }).catch(cause => {
    throw new Error(`--root-dir: ${settings.rootDirectory}: ${(cause as Error).message}`, { cause })
  })
  // The lock comes before everything else: an agent that waits for it does nothing.
  const { file } = settings.lock
  const working = (file === '' ? Promise.resolve(undefined) : takeLock(file, stopping.signal)).then(
    async lock => {
      if (stopping.signal.aborted) return async () => lock?.release()
      const stopWork = await startWork(setup, { end, signal: stopping.signal }).catch(
        async cause => {
          await lock?.release()
          throw cause
        },
      )
      const stopWatch =
        file !== '' && settings.lock.endsOnContention
          ? watchContention(file, clock, () => {
              log('another process waits for the lock file')
              end({ code: 0 })
            })
          : () => {}
      return async () => {
        stopWatch()
        await stopWork()
        await lock?.release()
      }
    },
  )
  // An agent that waits for the lock or for its first certificate has started all the same.
  const waits = file !== '' || (!setup.isStandalone && (await needsBootstrap(settings.api)))
  if (!waits) await working
  else
    working.catch(cause => {
      if (stopping.signal.aborted) return
      log((cause as Error).message)
      end({ code: 1 })
    })
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    stopping.abort()
    await (await working.catch(() => undefined))?.()
    end({ code: 0 })
  }
  return {
    ended: finished.then(async how => {
      await stop()
      return how
    }),
    stop,
  }
}
