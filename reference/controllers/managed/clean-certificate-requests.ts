// Deletes certificate requests that nobody needs any more.

import { X509Certificate } from 'node:crypto'

import { type ApiObject, objectIn } from '../../api/object.ts'
import type { Controller, Parts } from '../../parts/parts.ts'
import { deleteObject } from '../controller-writes.ts'
import { keyOf, placeOf } from '../object-keys.ts'
import { startReconciler } from '../reconciler.ts'
import { certificateRequestType, conditionOf, isIssued } from './certificate-requests.ts'

const hourMs = 3_600_000
/** For how long a request stays after it was decided or has failed, and while it is pending. */
const decidedMs = hourMs
const pendingMs = 24 * hourMs

/** Starts the controller `certificatesigningrequest-cleaner-controller`. */
export function startCertificateRequestCleaning(parts: Parts): Controller {
  const resource = certificateRequestType(parts)
  return startReconciler(
    {
      name: 'certificatesigningrequest-cleaner-controller',
      follows: { requests: { resource, keysOf: request => [keyOf(request)] } },
      reconcile: async (key, known) => {
        const request = known.requests.get(placeOf(key))
        if (!resource || !request) return undefined
        const remainingMs = endOf(request) - parts.clock.now()
        if (remainingMs > 0) return remainingMs
        await deleteObject(request, resource, parts)
        return undefined
      },
    },
    parts,
  )
}

/** Returns when a request is to be deleted, in milliseconds since 1970. */
function endOf(request: ApiObject): number {
  const { metadata, status } = request
  const created = Date.parse(metadata.creationTimestamp ?? '')
  const decidedAt = (type: 'Approved' | 'Denied' | 'Failed') =>
    Date.parse(String(conditionOf(request, type)?.['lastUpdateTime'] ?? ''))
  const ends = [
    ...(['Approved', 'Denied', 'Failed'] as const).map(type => decidedAt(type) + decidedMs),
    ...(isIssued(request) ? [expiryOf(status)] : []),
    ...(conditionOf(request, 'Approved') || conditionOf(request, 'Denied')
      ? []
      : [created + pendingMs]),
  ].filter(time => !Number.isNaN(time))
  return Math.min(...ends, created + 365 * 24 * hourMs)
}

function expiryOf(status: unknown): number {
  const pem = Buffer.from(String(objectIn(status)['certificate']), 'base64').toString()
  try {
    return Date.parse(new X509Certificate(pem).validTo)
  } catch {
    return Number.NaN
  }
}
