// Removes images that no container uses when the disk of the images is full (AGENT-191, AGENT-192,
// AGENT-212).

import type { Clock } from '../api/clock.ts'
import type { CriCall, RuntimeImage } from './cri.ts'
import type { Measure } from './measurements.ts'
import type { AgentSettings } from './settings.ts'

export type ImageGc = {
  /** Looks, and removes what has to go. Rejects if the runtime does not answer. */
  readonly collect: () => Promise<void>
  /** Removes all images that nobody uses and that are old enough. */
  readonly collectAll: () => Promise<void>
  readonly stop: () => void
}

export type ImageGcOptions = {
  readonly call: CriCall
  readonly settings: AgentSettings['images']
  readonly measure: Measure
  readonly clock: Pick<Clock, 'steady' | 'after'>
  readonly log: (line: string) => void
}

const periodMs = 300_000

/** Looks at the images every five minutes, as genuine agents do. */
export function imageGc({ call, settings, measure, clock, log }: ImageGcOptions): ImageGc {
  const { highPercent, lowPercent, ageMinMs, pause } = settings
  /** When each image was first seen, and last seen in use. */
  const seen = new Map<string, { firstMs: number; usedMs: number }>()
  let isStopped = false
  let cancel = clock.after(0, turn)

  function turn(): void {
    collect()
      .catch(error => log(`images: ${(error as Error).message}`))
      .finally(() => {
        if (!isStopped) cancel = clock.after(periodMs, turn)
      })
  }

  async function unused(): Promise<RuntimeImage[]> {
    const [{ images }, { containers }] = await Promise.all([
      call('ListImages', {}),
      call('ListContainers', {}),
    ])
    const used = new Set(
      containers.flatMap(({ image, imageRef, imageId }) => [image?.image ?? '', imageRef, imageId]),
    )
    const nowMs = clock.steady()
    const isUsed = ({ id, repoTags, repoDigests, pinned }: RuntimeImage) =>
      pinned || [id, ...repoTags, ...repoDigests].some(name => used.has(name) || name === pause)
    for (const image of images) {
      const before = seen.get(image.id) ?? { firstMs: nowMs, usedMs: 0 }
      seen.set(image.id, isUsed(image) ? { ...before, usedMs: nowMs } : before)
    }
    const ids = new Set(images.map(({ id }) => id))
    for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id)
    const times = ({ id }: RuntimeImage) => seen.get(id) ?? { firstMs: nowMs, usedMs: 0 }
    return images
      .filter(image => !isUsed(image) && nowMs - times(image).firstMs >= ageMinMs)
      .toSorted((a, b) => times(a).usedMs - times(b).usedMs || times(a).firstMs - times(b).firstMs)
  }

  /** Removes images, those that are unused the longest first, until enough is free. */
  async function remove(bytes: number): Promise<number> {
    let freed = 0
    for (const { id, size } of await unused()) {
      if (freed >= bytes) break
      try {
        await call('RemoveImage', { image: { image: id } })
        log(`image ${id}: removed, ${size} bytes`)
        freed += size
      } catch (error) {
        log(`image ${id}: cannot be removed: ${(error as Error).message}`)
      }
    }
    return freed
  }

  async function collect(): Promise<void> {
    // The first sight of images counts for their age, also where nothing is removed.
    await unused()
    const { imagefs, nodefs } = await measure()
    const { capacityBytes, availableBytes } = imagefs ?? nodefs
    const usedPercent = 100 - Math.floor((availableBytes * 100) / capacityBytes)
    if (highPercent === 100 || capacityBytes === 0 || usedPercent < highPercent) return
    const wanted = (capacityBytes * (100 - lowPercent)) / 100 - availableBytes
    const freed = await remove(wanted)
    if (freed < wanted) {
      const rest = Math.ceil(wanted - freed)
      log(`images: the disk is ${usedPercent}% full, and ${rest} bytes more should be free`)
    }
  }

  return {
    collect,
    collectAll: async () => void (await remove(Infinity)),
    stop() {
      isStopped = true
      cancel()
    },
  }
}
