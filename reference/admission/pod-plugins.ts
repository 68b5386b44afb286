// Sets fields of pods from the objects that they refer to: nodes, service accounts, runtime
// classes.

import { type ApiObject, objectIn, objectsIn } from '../api/object.ts'
import { forbidden } from '../api/status.ts'
import { type AdmissionPlugin, storedObject } from './admission-plugin.ts'

const topology = ['topology.kubernetes.io/region', 'topology.kubernetes.io/zone']

/** Copies the topology labels of the node to its pods. */
export const podTopology: AdmissionPlugin = {
  name: 'PodTopologyLabels',
  async mutate({ operation, object, old }, parts) {
    const name = objectIn(object.spec).nodeName
    const isPlaced = operation === 'create' || (old && objectIn(old.spec).nodeName !== name)
    if (operation === 'delete' || !isPlaced || typeof name !== 'string' || name === '') {
      return object
    }
    const node = await storedObject({ group: '', kind: 'Node', name }, parts)
    const { labels = {} } = node?.metadata ?? {}
    const copied = topology.filter(label => Object.hasOwn(labels, label))
    if (copied.length === 0) return object
    const { metadata } = object
    const added = Object.fromEntries(copied.map(label => [label, String(labels[label])]))
    return { ...object, metadata: { ...metadata, labels: { ...metadata.labels, ...added } } }
  },
}

/** Refuses runtime classes, since the server has none. */
export const runtimeClass: AdmissionPlugin = {
  name: 'RuntimeClass',
  async mutate({ operation, resource, object }) {
    const { runtimeClassName, overhead } = objectIn(object.spec)
    if (operation !== 'create') return object
    const refuse = (because: string) =>
      forbidden({ ...resource, name: object.metadata.name ?? '', because })
    if (typeof runtimeClassName === 'string') {
      throw refuse(`pod rejected: RuntimeClass "${runtimeClassName}" not found`)
    }
    if (overhead === undefined) return object
    const because =
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead'
    throw refuse(because)
  },
}

/** Sets the image pull secrets of the service account on pods without any. */
export const serviceAccount: AdmissionPlugin = {
  name: 'ServiceAccount',
  async mutate({ operation, object }, parts) {
    const spec = objectIn(object.spec)
    if (operation !== 'create' || objectsIn(spec.imagePullSecrets).length > 0) return object
    const { namespace = '' } = object.metadata
    const name = accountOf(object)
    const account = await storedObject(
      { group: '', kind: 'ServiceAccount', namespace, name },
      parts,
    )
    const imagePullSecrets = objectsIn(account?.imagePullSecrets)
    return imagePullSecrets.length === 0
      ? object
      : { ...object, spec: { ...spec, imagePullSecrets } }
  },
}

function accountOf({ spec }: ApiObject): string {
  const { serviceAccountName } = objectIn(spec)
  return typeof serviceAccountName === 'string' && serviceAccountName !== ''
    ? serviceAccountName
    : 'default'
}
