// Pods from an HTTP endpoint (NODE-006, NODE-011), which is asked each period.

import type { Clock } from '../api/clock.ts'
import { exchange } from '../auth/http-exchange.ts'
import { type OnPods, type PodSourceRun, withoutNamesakes } from './pod-source.ts'
import type { ReadManifest } from './read-manifest.ts'

export type HttpSourceOptions = {
  readonly url: string
  /** The values of each further header, in their order. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly periodMs: number
  readonly read: ReadManifest
  readonly onPods: OnPods
  readonly clock: Pick<Clock, 'after' | 'steady'>
  readonly log: (line: string) => void
}

const limits = { bytesMax: 4 * 2 ** 20, timeoutMs: 10_000 }

export function followUrl(options: HttpSourceOptions): PodSourceRun {
  const { url, headers, periodMs, read, onPods, clock, log } = options
  let isStopped = false
  let cancelTimer = () => {}
  let lastText: string | undefined
  let lastFault = ''
  let asking: Promise<void> | undefined

  function report(line: string): void {
    if (line !== lastFault) log(line)
    lastFault = line
  }

  async function ask(): Promise<void> {
    const { status, text } = await exchange(new URL(url), { method: 'GET', headers: sent }, limits)
    if (isStopped) return
    if (status < 200 || status > 299) throw new Error(`expected status 200, got ${status}`)
    if (text === lastText) return
    if (text.length === 0) {
      // An empty answer says that there are no pods, though it is an odd way to say so.
      lastText = text
      onPods([])
      throw new Error('expected a pod or a list of pods, got an empty body')
    }
    const { pods, faults, isUnreadable } = read(Buffer.from(text), { source: 'http', at: url })
    const line = faults.length > 0 ? faults.join('; ') : ''
    if (isUnreadable) throw new Error(line)
    lastText = text
    onPods(withoutNamesakes(pods, report))
    if (line !== '') throw new Error(line)
    lastFault = ''
  }
  const sent = Object.fromEntries(Object.entries(headers).map(([name, all]) => [name, [...all]]))

  function begin(): void {
    const beganMs = clock.steady()
    asking = ask()
      .catch(error => report(`manifests at ${url}: ${(error as Error).message}`))
      .finally(() => {
        if (isStopped) return
        const remainingMs = Math.max(0, periodMs - (clock.steady() - beganMs))
        cancelTimer = clock.after(remainingMs, begin)
      })
  }

  begin()
  return {
    async stop() {
      isStopped = true
      cancelTimer()
      await asking
    },
  }
}
