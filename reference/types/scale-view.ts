// The Scale subresource, which all scalable workloads share (PATH-010).

import { valueInvalid } from '../api/status-causes.ts'
import assert from 'node:assert/strict'

import { type ApiObject, isJsonObject, type JsonObject } from '../api/object.ts'
import { apiVersionOf, type Resource, type View } from '../api/resource.ts'
import { invalidObject } from '../api/status.ts'
import { scaleManagedFields } from '../apply/scale-managed-fields.ts'
import { selectorText } from '../selectors/selector-text.ts'

/** Returns the Scale view of a workload: desired replicas, current replicas and selector. */
export const scaleViewOf = (of: Resource): View => ({
  storedResource: of,
  toView: show,
  fromView: take,
  managedFields: scaleManagedFields({
    paths: { [apiVersionOf(of)]: replicasPath },
    apiVersion: apiVersionOf(of),
  }),
})

const replicasPath = 'spec.replicas'

// Metadata that identifies the object. A Scale shows no other metadata.
const shared = ['name', 'namespace', 'uid', 'resourceVersion', 'creationTimestamp']

function show({ metadata, spec, status }: ApiObject): ApiObject {
  const { replicas: wanted = 1, selector } = isJsonObject(spec) ? spec : {}
  const { replicas: seen = 0 } = isJsonObject(status) ? status : {}
  const identity = Object.entries(metadata).filter(([member]) => shared.includes(member))
  const text = selectorText(selector)
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: Object.fromEntries(identity),
    // A Scale omits zero values.
    spec: { ...(wanted !== 0 && { replicas: wanted }) },
    status: { replicas: seen, ...(text !== '' && { selector: text }) },
  }
}

function take(scale: ApiObject, current: ApiObject | undefined): ApiObject {
  assert(current, 'a scale is written only where its workload is')
  const replicas = replicasIn(scale)
  if (replicas < 0) throw negative(scale, replicas)
  const { metadata, spec } = current
  return {
    ...current,
    metadata: { ...metadata },
    spec: { ...(isJsonObject(spec) && spec), replicas },
  }
}

/** Returns the desired replicas. An absent value means 0. */
function replicasIn({ spec }: JsonObject): number {
  const { replicas } = isJsonObject(spec) ? spec : {}
  return typeof replicas === 'number' ? replicas : 0
}

const negative = ({ metadata }: ApiObject, replicas: number) =>
  invalidObject({ group: 'autoscaling', kind: 'Scale', name: metadata.name ?? '' }, [
    valueInvalid('spec.replicas', replicas, 'must be greater than or equal to 0'),
  ])
