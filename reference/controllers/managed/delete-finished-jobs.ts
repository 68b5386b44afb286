// Deletes Jobs some time after they have finished, if they say so.

import { type ApiObject, objectIn, objectsIn } from '../../api/object.ts'
import type { Controller, Parts } from '../../parts/parts.ts'
import { builtInType, deleteObject } from '../controller-writes.ts'
import { keyOf, placeOf } from '../object-keys.ts'
import { startReconciler } from '../reconciler.ts'

/** Starts the controller `ttl-after-finished-controller`. */
export function startFinishedJobDeletion(parts: Parts): Controller {
  const resource = builtInType('batch', 'Job', parts)
  return startReconciler(
    {
      name: 'ttl-after-finished-controller',
      follows: { jobs: { resource, keysOf: job => [keyOf(job)] } },
      reconcile: async (key, { jobs }) => {
        const job = jobs.get(placeOf(key))
        const endMs = job && endOf(job)
        if (!resource || !job || endMs === undefined) return undefined
        const remainingMs = endMs - parts.clock.now()
        if (remainingMs > 0) return remainingMs
        await deleteObject(job, resource, parts, { propagationPolicy: 'Foreground' })
        return undefined
      },
    },
    parts,
  )
}

/** Returns when a job is to be deleted, in milliseconds since 1970; undefined for never. */
function endOf({ metadata, spec, status }: ApiObject): number | undefined {
  const { ttlSecondsAfterFinished: seconds } = objectIn(spec)
  if (typeof seconds !== 'number' || metadata.deletionTimestamp !== undefined) return undefined
  const finished = objectsIn(objectIn(status).conditions).find(
    ({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True',
  )
  const since = Date.parse(String(finished?.['lastTransitionTime'] ?? ''))
  return Number.isNaN(since) ? undefined : since + seconds * 1000
}
