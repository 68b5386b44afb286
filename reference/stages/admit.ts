import type { ApiObject } from '../api/object.ts'
import type { Parts } from '../api/parts.ts'
import { forbidden } from '../api/status.ts'
import type { Attempt } from '../api/write.ts'

/** What the server lets happen although the request is allowed and sound. @throws 403, 404 */
export async function admit(attempt: Attempt, at: Parts): Promise<ApiObject> {
  const { operation, resource, object } = attempt
  if (operation === 'create') await at.namespaces.admitContent(attempt, at)
  const { name = '' } = object.metadata
  if (operation === 'create' && resource.refusesNew !== undefined) {
    throw forbidden({ ...resource, name, because: resource.refusesNew })
  }
  const isNamespace = resource.group === '' && resource.resource === 'namespaces'
  if (operation === 'delete' && isNamespace && at.dialect.namespaces.undeletable.includes(name)) {
    throw forbidden({ ...resource, name, because: 'this namespace may not be deleted' })
  }
  return object
}
