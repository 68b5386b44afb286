import type { ApiObject } from '../api/object.ts'
import type { ObjectPlace } from '../parts/follow-objects.ts'

/** The objects of a type that a controller has seen. */
export type KnownObjects = {
  readonly get: (place: ObjectPlace) => ApiObject | undefined
  readonly inNamespace: (namespace: string) => readonly ApiObject[]
  readonly all: () => readonly ApiObject[]
}

type Changeable = KnownObjects & {
  /** Keeps an object, and returns what it replaces. */
  readonly put: (object: ApiObject) => ApiObject | undefined
  /** Forgets an object, and returns its last state. */
  readonly remove: (place: ObjectPlace) => ApiObject | undefined
}

/** Creates an empty collection of objects, by namespace and name. */
export function newKnownObjects(): Changeable {
  const byNamespace = new Map<string, Map<string, ApiObject>>()
  const get = ({ namespace, name }: ObjectPlace) => byNamespace.get(namespace)?.get(name)
  return {
    get,
    inNamespace: namespace => [...(byNamespace.get(namespace)?.values() ?? [])],
    all: () => [...byNamespace.values()].flatMap(objects => [...objects.values()]),
    put: object => {
      const { namespace = '', name = '' } = object.metadata
      const before = get({ namespace, name })
      const objects = byNamespace.get(namespace) ?? new Map<string, ApiObject>()
      byNamespace.set(namespace, objects.set(name, object))
      return before
    },
    remove: place => {
      const before = get(place)
      const objects = byNamespace.get(place.namespace)
      objects?.delete(place.name)
      if (objects?.size === 0) byNamespace.delete(place.namespace)
      return before
    },
  }
}
