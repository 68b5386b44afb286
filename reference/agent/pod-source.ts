// What the sources of pods have in common.

import type { Pod } from './pod.ts'

/** Is told all pods of a source each time that they may have changed. */
export type OnPods = (pods: readonly Pod[]) => void

export type PodSourceRun = { readonly stop: () => Promise<void> | void }

/** Leaves out pods with the name of an earlier one. `faults` is told of them. */
export function withoutNamesakes(
  pods: readonly Pod[],
  fault: (line: string) => void,
): readonly Pod[] {
  const names = new Set<string>()
  return pods.filter(({ metadata: { namespace, name } }) => {
    const full = `${namespace}/${name}`
    if (names.has(full)) fault(`pod ${full}: expected a name of its own, got one that exists twice`)
    return names.size !== names.add(full).size
  })
}
