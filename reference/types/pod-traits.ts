// Defaults, initial status and grace period of pods.

import {
  type ApiObject,
  isJsonObject,
  type JsonObject,
  objectIn,
  objectsIn,
} from '../api/object.ts'
import { isSameJson } from '../api/same-json.ts'
import { withMissing } from './schemas/defaulters.ts'

/** Fills in the fields of a pod that pod templates may omit. */
export function podDefaults(object: ApiObject): ApiObject {
  const given = objectIn(object.spec)
  const { initContainers } = given
  const spec = {
    ...given,
    containers: containersOf(given.containers, given),
    ...(initContainers !== undefined && { initContainers: containersOf(initContainers, given) }),
  }
  return { ...object, spec: withMissing(spec, { enableServiceLinks: true }) }
}

/** Prepares a pod at admission: its tolerations, priority and initial status. */
export function preparePod(object: ApiObject, old: ApiObject | undefined): ApiObject {
  const given = objectIn(object.spec)
  const { priority, preemptionPolicy } = objectIn(old?.spec)
  const spec = {
    ...given,
    tolerations: [...objectsIn(given.tolerations), ...missingTolerations(given)],
  }
  const pod = {
    ...object,
    // For a new pod, admission sets them from its priority class.
    spec: withMissing(spec, { priority, preemptionPolicy }),
  }
  return { ...pod, status: { ...pending(pod), ...objectIn(object.status) } }
}

const containersOf = (list: unknown, { hostNetwork }: JsonObject): unknown =>
  Array.isArray(list)
    ? objectsIn(list).map(one => withRequests(hostNetwork === true ? withHostPorts(one) : one))
    : list

/** With `hostNetwork`, each container port is also a port of the node. */
function withHostPorts(container: JsonObject): JsonObject {
  const ports = objectsIn(container.ports)
  if (ports.length === 0) return container
  const hostPorts = ports.map(port => ({
    ...port,
    hostPort: port.hostPort || port.containerPort,
  }))
  return { ...container, ports: hostPorts }
}

const pending = (pod: ApiObject): JsonObject => ({ phase: 'Pending', qosClass: qosClassOf(pod) })

/** Fills in the requests of a container from its limits. */
function withRequests(container: JsonObject): JsonObject {
  const { limits, requests, ...rest } = objectIn(container.resources)
  if (!isJsonObject(limits)) return container
  const asked = { ...limits, ...objectIn(requests) }
  return { ...container, resources: { ...rest, limits, requests: asked } }
}

// How long a pod stays on a node that is not ready or unreachable.
const tolerationSeconds = 300

function missingTolerations({ tolerations }: JsonObject): JsonObject[] {
  const own = objectsIn(tolerations)
  const covers = (key: string) =>
    own.some(one => [key, undefined].includes(textIn(one.key)) && isOfEviction(one))
  return ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']
    .filter(key => !covers(key))
    .map(key => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds }))
}

const isOfEviction = ({ effect }: JsonObject): boolean =>
  ['NoExecute', undefined].includes(textIn(effect))

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Returns the QoS class of a pod. */
function qosClassOf({ spec }: ApiObject): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const { containers, initContainers } = objectIn(spec)
  const all = [...objectsIn(containers), ...objectsIn(initContainers)].map(({ resources }) => {
    const { limits, requests } = objectIn(resources)
    return { limits: counted(limits), requests: counted(requests) }
  })
  const isEmpty = (amounts: JsonObject) => Object.keys(amounts).length === 0
  if (all.every(({ limits, requests }) => isEmpty(limits) && isEmpty(requests))) return 'BestEffort'
  const isSure = all.every(
    ({ limits, requests }) =>
      Object.keys(limits).length === qosAmounts.length && isSameJson(limits, requests),
  )
  return isSure ? 'Guaranteed' : 'Burstable'
}

const qosAmounts = ['cpu', 'memory']

const counted = (amounts: unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(objectIn(amounts)).filter(
      ([name, amount]) => qosAmounts.includes(name) && !/^0+\D*$/.test(String(amount)),
    ),
  )

const graceSecondsMax = 2 ** 31

/**
 * Returns the grace period of a pod in seconds. It is 0 for a pod without a node and for a pod that
 * has ended (DEL-014).
 */
export function podGracePeriodSeconds({ spec, status }: ApiObject): number {
  const { nodeName, terminationGracePeriodSeconds } = objectIn(spec)
  if (!nodeName) return 0
  const { phase } = objectIn(status)
  if (phase === 'Succeeded' || phase === 'Failed') return 0
  const seconds = Number(terminationGracePeriodSeconds ?? 30)
  // A negative period counts as 1 second.
  return seconds < 0 ? 1 : Math.min(seconds, graceSecondsMax)
}
