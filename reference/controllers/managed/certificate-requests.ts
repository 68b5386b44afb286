// What the controllers of certificate requests have in common.

import { type ApiObject, objectIn, objectsIn, timestamp } from '../../api/object.ts'
import type { Parts } from '../../parts/parts.ts'
import { builtInType } from '../controller-writes.ts'
import { type ClusterSigner, clusterSigners } from './node-certificates.ts'

/** The type of certificate requests. */
export const certificateRequestType = (parts: Parts) =>
  builtInType(`certificates.${parts.dialect.apiDomain}`, 'CertificateSigningRequest', parts)

/**
 * Returns the signer of the cluster that a request names; undefined if it names another one. The
 * cluster dialect calls the kubelet node agent.
 */
export function clusterSignerOf({ spec }: ApiObject, parts: Parts): ClusterSigner | undefined {
  const { apiDomain, labelDomain = apiDomain, agentProgram } = parts.dialect
  const { signerName } = objectIn(spec)
  return clusterSigners.find(
    signer => signerName === `${labelDomain}/${signer.replace('kubelet', agentProgram)}`,
  )
}

/** The PEM text of a request. */
export const requestTextOf = ({ spec }: ApiObject): string =>
  Buffer.from(String(objectIn(spec)['request'] ?? ''), 'base64').toString()

/** The usages of a request. */
export function usagesOf({ spec }: ApiObject): string[] {
  const { usages } = objectIn(spec)
  return Array.isArray(usages) ? usages.map(String) : []
}

type ConditionType = 'Approved' | 'Denied' | 'Failed'

/** Returns a condition of a request, if it is true. */
export const conditionOf = ({ status }: ApiObject, type: ConditionType) =>
  objectsIn(objectIn(status).conditions).find(
    one => one['type'] === type && one['status'] !== 'False',
  )

/** Whether a request has a certificate. */
export const isIssued = ({ status }: ApiObject): boolean => {
  const { certificate } = objectIn(status)
  return typeof certificate === 'string' && certificate !== ''
}

/** Adds a condition to a request. */
export function withCondition(
  request: ApiObject,
  condition: { type: ConditionType; reason: string; message: string },
  now: number,
): ApiObject {
  const status = objectIn(request.status)
  const time = timestamp(now)
  const added = { ...condition, status: 'True', lastUpdateTime: time, lastTransitionTime: time }
  return { ...request, status: { ...status, conditions: [...objectsIn(status.conditions), added] } }
}
