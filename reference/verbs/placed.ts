import type { ResourceInfo } from '../api/call.ts'
import type { ApiObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import { badRequest } from '../api/status.ts'

/**
 * The body with the namespace of its path (OBJ-016, OBJ-017); a type without namespaces has none.
 * @throws 400 when the body names another namespace, or another object than the path (WRITE-012)
 */
export function placed(body: ApiObject, info: ResourceInfo, resource: Resource): ApiObject {
  const { namespace: given = '', ...metadata } = body.metadata
  if (info.name !== '') refuseOtherName(body.metadata.name ?? '', info.name)
  if (!resource.isNamespaced) return { ...body, metadata }
  if (given !== '' && given !== info.namespace) {
    throw badRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    )
  }
  return { ...body, metadata: { ...metadata, namespace: info.namespace } }
}

function refuseOtherName(given: string, onPath: string): void {
  if (given === '') {
    throw badRequest(
      `the name of the object (${onPath} based on URL) was undeterminable: name must be provided`,
    )
  }
  if (given === onPath) return
  throw badRequest(
    `the name of the object (${given}) does not match the name on the URL (${onPath})`,
  )
}
