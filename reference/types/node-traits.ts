import { type ApiObject, type JsonObject, objectIn, objectsIn } from '../api/object.ts'

const effect = 'NoSchedule'

/**
 * Adds a taint to new nodes, which keeps pods away until it is removed. Without a key, nodes are
 * not changed.
 */
export const withStartupTaint =
  (key: string | undefined) =>
  (object: ApiObject, old: ApiObject | undefined): ApiObject => {
    if (key === undefined || old) return object
    const spec = objectIn(object.spec)
    const taints = objectsIn(spec.taints)
    const isThere = taints.some(taint => taint.key === key && taint.effect === effect)
    return {
      ...object,
      spec: isThere ? spec : { ...spec, taints: [...taints, { key, effect }] },
      status: withEmpty(objectIn(object.status)),
    }
  }

/** Fills in the empty values of the fields that the node agent reports. */
function withEmpty(status: JsonObject): JsonObject {
  const { daemonEndpoints, nodeInfo } = status
  const endpoint = objectIn(objectIn(daemonEndpoints).kubeletEndpoint)
  return {
    ...status,
    daemonEndpoints: { kubeletEndpoint: { Port: 0, ...endpoint } },
    nodeInfo: { ...emptyInfo, ...objectIn(nodeInfo) },
  }
}

/** The node info before the node agent reports it. */
const emptyInfo = {
  machineID: '',
  systemUUID: '',
  bootID: '',
  kernelVersion: '',
  osImage: '',
  containerRuntimeVersion: '',
  kubeletVersion: '',
  kubeProxyVersion: '',
  operatingSystem: '',
  architecture: '',
}
