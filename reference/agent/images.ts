// Pulls images: one at a time or side by side, at the rate of the registry options, and with
// longer and longer pauses where a pull fails.

import type { Clock } from '../api/clock.ts'
import type { Cri, ImageAuth, SandboxConfig } from './cri.ts'
import type { Container } from './pod.ts'
import { ActFailure } from './act-failure.ts'
import { delays, restartGrowth } from './restart-delays.ts'

export type ImageSettings = {
  /** AGENT-231: one pull at a time. */
  readonly isSerial: boolean
  /** AGENT-222: pulls per second, 0 for no limit, and how many of them at once. */
  readonly qps: number
  readonly burst: number
}

export type Images = {
  /** Pulls the image if the policy of the container says so. Returns the reference to it. */
  readonly ensure: (
    container: Container,
    options: { readonly config: SandboxConfig; readonly pod: string },
  ) => Promise<string>
}

/** Returns the credentials for an image, or undefined to pull without any. */
export type CredentialsFor = (image: string) => Promise<ImageAuth | undefined>

export function imagePuller(
  call: Cri['call'],
  { isSerial, qps, burst }: ImageSettings,
  {
    clock,
    credentialsFor,
  }: { clock: Pick<Clock, 'steady' | 'after'>; credentialsFor: CredentialsFor },
): Images {
  const pauses = delays(restartGrowth, clock.steady)
  const failedAtMs = new Map<string, number>()
  const hasToken = tokens({ qps, burst }, clock.steady)
  const pulling = new Map<string, Promise<string>>()
  let last: Promise<unknown> = Promise.resolve()

  async function pull(image: string, key: string, config: SandboxConfig): Promise<string> {
    const remainingMs = (failedAtMs.get(key) ?? -Infinity) + pauses.delayMs(key) - clock.steady()
    if (remainingMs > 0) {
      const message = `Back-off pulling image "${image}"`
      throw new ActFailure(message, { reason: 'ImagePullBackOff', delayMs: remainingMs })
    }
    try {
      if (!hasToken()) throw new Error('pull QPS exceeded')
      const auth = await credentialsFor(image)
      const request = { image: { image }, sandboxConfig: config, ...(auth && { auth }) }
      const { imageRef } = await call('PullImage', request, { timeoutMs: 0 })
      pauses.forget(key)
      return imageRef
    } catch (error) {
      pauses.grow(key)
      failedAtMs.set(key, clock.steady())
      const message = `pulling ${image}: ${error instanceof Error ? error.message : String(error)}`
      throw new ActFailure(message, { reason: 'ErrImagePull', delayMs: pauses.delayMs(key) })
    }
  }

  const inLine = (work: () => Promise<string>): Promise<string> => {
    if (!isSerial) return work()
    const mine = last.then(work, work)
    last = mine.catch(() => {})
    return mine
  }

  return {
    async ensure({ image, imagePullPolicy }, { config, pod }) {
      const policy = imagePullPolicy ?? usualPolicy(image)
      if (policy !== 'Always') {
        const { image: present } = await call('ImageStatus', { image: { image } })
        if (present !== null) return present.id
        if (policy === 'Never') {
          const message = `Container image "${image}" is not present with pull policy of Never`
          throw new ActFailure(message, { reason: 'ErrImageNeverPull' })
        }
      }
      const key = `${pod} ${image}`
      if (policy === 'Always') return inLine(() => pull(image, key, config))
      // Pods that start together need the image once.
      const shared = pulling.get(image) ?? inLine(() => pull(image, key, config))
      pulling.set(image, shared)
      return shared.finally(() => pulling.delete(image))
    },
  }
}

const usualPolicy = (image: string): 'Always' | 'IfNotPresent' =>
  /:latest$|^[^:@]*(?::\d+\/[^:@]*)?$/.test(image) ? 'Always' : 'IfNotPresent'

function tokens({ qps, burst }: { qps: number; burst: number }, steadyMs: () => number) {
  let left = burst
  let filledAtMs = steadyMs()
  return (): boolean => {
    if (qps <= 0) return true
    const nowMs = steadyMs()
    left = Math.min(burst, left + ((nowMs - filledAtMs) / 1000) * qps)
    filledAtMs = nowMs
    if (left < 1) return false
    left -= 1
    return true
  }
}
