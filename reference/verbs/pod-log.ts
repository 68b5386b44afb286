// GET on the log of a pod. No node agent is connected, so there are never logs to read.

import type { Reply } from '../api/request.ts'
import { type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import type { ResourceCall } from '../parts/parts.ts'
import { storeKeyOf, storageResourceOf } from '../api/resource.ts'
import { servedTypes } from '../parts/served-types.ts'
import { badRequest, notFound } from '../api/status.ts'
import { explainedInternalError } from '../api/write-refusals.ts'

/**
 * Returns the log of a container of a pod. A pod without a node has none: 204, without a body.
 * @throws 400 for a container that the pod does not have, 404 for a missing pod or node, 500 for a
 * node, since no agent is connected
 */
export async function readPodLog({ http, info, resource, parts }: ResourceCall): Promise<Reply> {
  const pods = storageResourceOf(resource)
  const entry = await parts.store.get(storeKeyOf(pods, info))
  if (!entry) throw notFound(pods, info.name)
  const spec = objectIn(parts.stages.decodeStored(entry, pods).spec)
  refuseContainer(http.query.get('container') ?? '', spec, info.name)
  const { nodeName } = spec
  if (typeof nodeName !== 'string' || nodeName === '') {
    return { status: 204, headers: {}, body: Buffer.alloc(0) }
  }
  const nodes = servedTypes(parts).find(({ group, kind }) => group === '' && kind === 'Node')
  if (nodes && !(await parts.store.get(storeKeyOf(nodes, { namespace: '', name: nodeName })))) {
    throw notFound(nodes, nodeName)
  }
  throw explainedInternalError(`node ${nodeName}: expected an agent to read logs from, got none`)
}

/**
 * Refuses an unknown container. Without a name, the pod must have a single container. @throws 400
 */
function refuseContainer(wanted: string, spec: JsonObject, pod: string): void {
  const containers = namesIn(spec.containers)
  const first = namesIn(spec.initContainers)
  if (wanted !== '') {
    if ([...containers, ...first, ...namesIn(spec.ephemeralContainers)].includes(wanted)) return
    throw badRequest(`container ${wanted} is not valid for pod ${pod}`)
  }
  if (containers.length === 1) return
  const others = first.length > 0 ? ` or one of the init containers: [${first.join(' ')}]` : ''
  throw badRequest(
    `a container name must be specified for pod ${pod}, ` +
      `choose one of: [${containers.join(' ')}]${others}`,
  )
}

const namesIn = (list: unknown): string[] => objectsIn(list).map(({ name }) => String(name))
