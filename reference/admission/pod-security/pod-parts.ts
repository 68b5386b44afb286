// Reads pods for the checks of pod security, and words what they find as a genuine server does.

import { type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import type { PodFault, PodLike } from '../../api/pod-security.ts'

export type PodCheck = (pod: PodLike) => PodFault | undefined

/** Returns all containers in the order in which they are checked. */
export const containersOf = ({ spec }: PodLike): JsonObject[] => [
  ...objectsIn(spec.initContainers),
  ...objectsIn(spec.containers),
  ...objectsIn(spec.ephemeralContainers),
]

export const contextOf = (holder: JsonObject): JsonObject => objectIn(holder.securityContext)

export const isWindows = ({ spec }: PodLike): boolean => objectIn(spec.os).name === 'windows'

/** Whether the users of the pod are others than those of its node. */
export const hasOwnUsers = ({ spec }: PodLike): boolean => spec.hostUsers === false

export const quoted = (texts: readonly string[]): string =>
  texts.map(text => `"${text}"`).join(', ')

/** Returns each text once, sorted. */
export const sortedTexts = (texts: readonly string[]): string[] => [...new Set(texts)].sort()

export const numbered = (word: string, count: number): string => (count === 1 ? word : `${word}s`)

/** Returns the names of objects with a noun: `containers "a", "b"`. */
export const named = (noun: string, all: readonly JsonObject[]): string =>
  `${numbered(noun, all.length)} ${quoted(all.map(({ name }) => String(name)))}`

/** Returns what has set a field wrongly: the pod, containers, or both. Empty if nothing has. */
export function settersOf(isOfPod: boolean, containers: readonly JsonObject[]): string {
  const ofContainers = containers.length > 0 ? [named('container', containers)] : []
  return [...(isOfPod ? ['pod'] : []), ...ofContainers].join(' and ')
}

/** Checks a member of the security contexts of a pod and of its containers. */
export function checkContexts(
  pod: PodLike,
  isBad: (context: JsonObject) => boolean,
): { readonly setters: string; readonly contexts: readonly JsonObject[] } {
  const isOfPod = isBad(contextOf(pod.spec))
  const containers = containersOf(pod).filter(container => isBad(contextOf(container)))
  const contexts = [...(isOfPod ? [pod.spec] : []), ...containers].map(contextOf)
  return { setters: settersOf(isOfPod, containers), contexts }
}
