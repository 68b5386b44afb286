import type { ApiObject } from '../api/object.ts'
import type { ObjectPlace } from '../parts/follow-objects.ts'

/** The key of an object in the queue of a controller: its namespace and name. */
export const keyOf = ({ metadata: { namespace = '', name = '' } }: ApiObject): string =>
  `${namespace}/${name}`

/** The place of the object of a key. */
export function placeOf(key: string): ObjectPlace {
  const at = key.indexOf('/')
  return { namespace: key.slice(0, at), name: key.slice(at + 1) }
}
