// Counts pods that run at the same time.

import type { RuntimeCall } from '../../../fixtures/objects/runtime-record.ts'

const ends = ['StopPodSandbox', 'RemovePodSandbox']

/**
 * Returns the largest number of pods that were running at once. A pod runs from the call that runs
 * its sandbox until one that ends it. Pods are distinguished by name.
 */
export function readyAtOnce(calls: RuntimeCall[]): number {
  const running = new Set<string>()
  let most = 0
  for (const { method, pod, error } of calls) {
    if (pod === undefined || error !== undefined) continue
    if (method === 'RunPodSandbox') running.add(pod)
    if (ends.includes(method)) running.delete(pod)
    most = Math.max(most, running.size)
  }
  return most
}
