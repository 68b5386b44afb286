// The parents of the control groups of pods (AGENT-252, AGENT-253): the runtime makes the groups
// where the agent says.

import type { Pod } from './pod.ts'
import { qosOf } from './pod-resources.ts'

export type CgroupSettings = {
  /** `cgroupfs` or `systemd`, which names groups differently. */
  readonly driver: string
  /** The group below which all pods are; empty for the choice of the runtime. */
  readonly root: string
  /** Whether pods are sorted by their quality of service. */
  readonly isByQos: boolean
}

/**
 * Returns the function from a pod to the parent of its groups, or to undefined for the choice of
 * the runtime.
 */
export function cgroupParents({ driver, root, isByQos }: CgroupSettings) {
  const above = root.split('/').filter(Boolean)
  return (pod: Pod): string | undefined => {
    if (!isByQos) return root === '' ? undefined : named(above, driver)
    const qos = qosOf(pod).toLowerCase()
    const ofQos = qos === 'guaranteed' ? [] : [qos]
    return named([...above, 'kubepods', ...ofQos, `pod${pod.metadata.uid}`], driver)
  }
}

function named(parts: readonly string[], driver: string): string {
  if (driver !== 'systemd') return `/${parts.join('/')}`
  // systemd takes dashes for levels, so those of a name become underscores.
  const name = parts.map(part => part.replace(/\.slice$/, '').replaceAll('-', '_')).join('-')
  return `${name}.slice`
}
