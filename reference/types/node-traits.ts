import { type ApiObject, type JsonObject, objectIn, objectsIn } from '../api/object.ts'

const effect = 'NoSchedule'

/** A new node takes no pods until somebody says that it is ready; no taint leaves nodes as they are. */
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

/** What the node agent reports is there from the start, and says nothing. */
function withEmpty(status: JsonObject): JsonObject {
  const { daemonEndpoints, nodeInfo } = status
  const endpoint = objectIn(objectIn(daemonEndpoints).kubeletEndpoint)
  return {
    ...status,
    daemonEndpoints: { kubeletEndpoint: { Port: 0, ...endpoint } },
    nodeInfo: { ...emptyInfo, ...objectIn(nodeInfo) },
  }
}

/** What an agent would tell of itself. */
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
