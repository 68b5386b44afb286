// Deletes pods that nobody else will: ended ones beyond a number, those of nodes that are gone, and
// deleted ones that were never on a node.

import { type ApiObject, objectIn } from '../../api/object.ts'
import type { Controller, Parts } from '../../parts/parts.ts'
import { builtInType, deleteObject } from '../controller-writes.ts'
import { startReconciler } from '../reconciler.ts'

const intervalMs = 20_000
/** For how long a node must be gone before its pods are. */
const quarantineMs = 40_000

/**
 * Starts the controller `pod-garbage-collector-controller`, which looks every 20 s. Of the pods
 * that have ended, at most `threshold` stay (CM-068).
 */
export function startPodCollection(threshold: number, parts: Parts): Controller {
  const pods = builtInType('', 'Pod', parts)
  const nodes = builtInType('', 'Node', parts)
  /** Since when a node that pods name has been missing, by name. */
  const missingSince = new Map<string, number>()

  function isOnGoneNode(pod: ApiObject, hasNode: (name: string) => boolean): boolean {
    const node = nodeOf(pod)
    if (node === '' || hasNode(node)) return false
    const since = missingSince.get(node) ?? parts.clock.steady()
    missingSince.set(node, since)
    return parts.clock.steady() - since >= quarantineMs
  }

  return startReconciler(
    {
      name: 'pod-garbage-collector-controller',
      startsWith: ['pods'],
      follows: {
        pods: { resource: pods, keysOf: () => [] },
        nodes: { resource: nodes, keysOf: () => [] },
      },
      reconcile: async (_, known) => {
        if (!pods) return undefined
        const all = known.pods.all()
        const hasNode = (name: string) => known.nodes.get({ namespace: '', name }) !== undefined
        for (const node of missingSince.keys()) if (hasNode(node)) missingSince.delete(node)
        const garbage = new Set([
          ...endedBeyond(threshold, all),
          ...all.filter(pod => isOnGoneNode(pod, hasNode)),
          ...all.filter(pod => pod.metadata.deletionTimestamp !== undefined && nodeOf(pod) === ''),
        ])
        for (const pod of garbage) await deleteObject(pod, pods, parts, { gracePeriodSeconds: 0 })
        return intervalMs
      },
    },
    parts,
  )
}

const nodeOf = ({ spec }: ApiObject): string => String(objectIn(spec).nodeName ?? '')

/** Returns the oldest of the pods that have ended, so that `threshold` are left. */
function endedBeyond(threshold: number, pods: readonly ApiObject[]): ApiObject[] {
  if (threshold <= 0) return []
  const ended = pods.filter(({ status }) => {
    const { phase } = objectIn(status)
    return phase === 'Succeeded' || phase === 'Failed'
  })
  const ageOf = ({ metadata: { creationTimestamp = '', name = '' } }: ApiObject) =>
    `${creationTimestamp} ${name}`
  return ended
    .sort((one, other) => (ageOf(one) < ageOf(other) ? -1 : 1))
    .slice(0, Math.max(0, ended.length - threshold))
}
