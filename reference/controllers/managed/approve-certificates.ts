// Approves requests of nodes for client certificates, if their senders may have them.

import { type ApiObject, isJsonObject, objectIn } from '../../api/object.ts'
import { Refusal } from '../../api/refusal.ts'
import type { User } from '../../api/request.ts'
import { readCertificateRequest } from '../../lib/certificate-request.ts'
import type { Controller, Parts } from '../../parts/parts.ts'
import { updateObject } from '../controller-writes.ts'
import { keyOf, placeOf } from '../object-keys.ts'
import { startReconciler } from '../reconciler.ts'
import {
  certificateRequestType,
  clusterSignerOf,
  conditionOf,
  isIssued,
  requestTextOf,
  usagesOf,
  withCondition,
} from './certificate-requests.ts'
import { signingFault } from './node-certificates.ts'

/** Starts the controller `certificatesigningrequest-approving-controller`. */
export function startCertificateApproval(parts: Parts): Controller {
  const resource = certificateRequestType(parts)
  return startReconciler(
    {
      name: 'certificatesigningrequest-approving-controller',
      follows: { requests: { resource, keysOf: request => [keyOf(request)] } },
      reconcile: async (key, known) => {
        const request = known.requests.get(placeOf(key))
        if (!resource || !request || isDecided(request)) return undefined
        const right = await rightNeeded(request, parts)
        if (!right || !(await mayHave(request, right, parts))) return undefined
        const condition = {
          type: 'Approved' as const,
          reason: 'AutoApproved',
          message: `The sender may create certificatesigningrequests/${right}.`,
        }
        await updateObject(
          { resource, subresource: 'approval', ...placeOf(key) },
          current =>
            isDecided(current) ? current : withCondition(current, condition, parts.clock.now()),
          parts,
        )
        return undefined
      },
    },
    parts,
  )
}

const isDecided = (request: ApiObject): boolean =>
  isIssued(request) ||
  conditionOf(request, 'Approved') !== undefined ||
  conditionOf(request, 'Denied') !== undefined

/**
 * Returns the subresource that the sender must be allowed to create: one for a node that renews its
 * own certificate, and another one for all others. Undefined if it is no request of a node.
 */
async function rightNeeded(
  request: ApiObject,
  parts: Parts,
): Promise<'selfnodeclient' | 'nodeclient' | undefined> {
  if (clusterSignerOf(request, parts) !== 'kube-apiserver-client-kubelet') return undefined
  const content = await readCertificateRequest(requestTextOf(request))
  if (!content) return undefined
  if (signingFault('kube-apiserver-client-kubelet', content, usagesOf(request))) return undefined
  return objectIn(request.spec)['username'] === content.commonName ? 'selfnodeclient' : 'nodeclient'
}

async function mayHave(request: ApiObject, right: string, parts: Parts): Promise<boolean> {
  const { dialect, stages } = parts
  const info = {
    on: 'resource',
    path: '',
    verb: 'create',
    group: `certificates.${dialect.apiDomain}`,
    version: '*',
    resource: 'certificatesigningrequests',
    namespace: '',
    name: '',
    subresource: right,
    selectedName: '',
    isAsked: true,
  } as const
  try {
    await stages.authorize(senderOf(request), info, parts)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 403) return false
    throw error
  }
}

function senderOf({ spec }: ApiObject): User {
  const { username, uid, groups, extra } = objectIn(spec)
  const values = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
  return {
    name: String(username ?? ''),
    uid: String(uid ?? ''),
    groups: values(groups),
    ...(isJsonObject(extra) && {
      extra: Object.fromEntries(Object.entries(extra).map(([key, value]) => [key, values(value)])),
    }),
  }
}
