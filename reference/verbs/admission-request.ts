import type { JsonObject } from '../api/object.ts'
import type { AdmissionRequest } from '../api/webhooks.ts'
import type { DeleteOptions } from '../api/write.ts'
import type { ResourceCall } from '../parts/parts.ts'

/** Returns the request of a call as admission sees it; by default with the options of its query. */
export const admissionRequestOf = (
  { user, http, info, resource }: ResourceCall,
  options: JsonObject = queryOptions(http.query),
): AdmissionRequest => ({
  user,
  client: http.client,
  info,
  resource,
  options,
  annotate: http.audit?.annotate,
})

/** Returns the options in the query of a create, update or patch. */
function queryOptions(query: URLSearchParams): JsonObject {
  const dryRun = query.getAll('dryRun').filter(value => value !== '')
  const [manager, level] = [query.get('fieldManager'), query.get('fieldValidation')]
  return {
    ...(dryRun.length > 0 && { dryRun }),
    ...(manager && { fieldManager: manager }),
    ...(level && { fieldValidation: level }),
  }
}

/** Returns the options of a delete as its body has them. */
export function deleteOptionsOf(options: DeleteOptions): JsonObject {
  const { uid, resourceVersion, propagationPolicy, gracePeriodSeconds, isDryRun } = options
  const preconditions = { ...(uid && { uid }), ...(resourceVersion && { resourceVersion }) }
  return {
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(Object.keys(preconditions).length > 0 && { preconditions }),
    ...(propagationPolicy && { propagationPolicy }),
    ...(isDryRun && { dryRun: ['All'] }),
  }
}
