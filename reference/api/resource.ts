import type { Key } from '../storage/storage.ts'
import type { NameRule } from './names.ts'
import type { ApiObject } from './object.ts'
import type { Schema } from './schema.ts'
import type { Propagation } from './write.ts'

/** One thing that is wrong with an object or with options, as `details.causes` shows it. */
export type Cause = { reason: string; message: string; field: string }

/** A served type. Its functions are pure. */
export type Resource = {
  /** Empty for core. */
  group: string
  version: string
  /** The plural, as in paths. */
  resource: string
  singular: string
  kind: string
  listKind: string
  shortNames: readonly string[]
  isNamespaced: boolean
  verbs: readonly string[]
  nameRule: NameRule
  /** The form of its objects. */
  schema: () => Schema
  /** The paths that a field selector may name. */
  selectablePaths: readonly string[]
  /** Whether a PUT without a version replaces whatever is there (WRITE-007). */
  allowsUnconditionalUpdate: boolean
  /** Whether a PUT may create (PATH-022). */
  allowsCreateOnUpdate: boolean
  /** What answers a delete that removed the object (DEL-011). */
  deleteAnswers: 'status' | 'object'
  hasGeneration: boolean
  /** Whether a client writes a field here; the others are the server's or a subresource's (WRITE-016). */
  writes: (field: string) => boolean
  /** Other ways to read and write the same objects, by the last segment of their paths (PATH-008). */
  subresources: { readonly [name: string]: Resource }
  /** What a POST does here in place of creating: nothing is kept (PATH-030, PATH-032, PATH-033). */
  operation?: 'review' | 'evict' | 'bind'
  /** Set where a path shows the objects of a type in another form. */
  view?: View
  /** Who still has to clean up before a deleted object is removed (DEL-004). */
  finalizers: (object: ApiObject) => readonly string[]
  /** What becomes of dependents when a delete does not say; they go unless set (DEL-017). */
  propagation?: Propagation
  /** How long a deleted object may still work, in seconds; 0 when it need not (DEL-014). */
  graceSeconds: (object: ApiObject) => number
  /** What else a first delete request changes. */
  whenDeleted: (object: ApiObject) => ApiObject
  /** Fills what a write leaves to the server; `old` is absent on create. */
  prepare: (object: ApiObject, old: ApiObject | undefined) => ApiObject
  /** What is wrong with the type's own fields; `old` is absent on create. */
  rules: (object: ApiObject, old: ApiObject | undefined) => Iterable<Cause>
}

/** Another form of the objects of a type, such as the Scale of a Deployment (PATH-010). */
export type View = {
  readonly of: Resource
  readonly show: (object: ApiObject) => ApiObject
  /** The object after what was written in the other form. @throws Refusal */
  readonly take: (shown: ApiObject, current: ApiObject) => ApiObject
}

/** The type whose objects are kept. */
export const storedAs = (resource: Resource): Resource => resource.view?.of ?? resource

/** `<group>/<version>`, or only the version for core (OBJ-002, OBJ-003). */
export const apiVersionOf = ({ group, version }: Pick<Resource, 'group' | 'version'>): string =>
  group === '' ? version : `${group}/${version}`

/** How messages name a type: `leases.coordination.cluster.example`, `secrets`. */
export const qualified = (name: string, group: string): string =>
  group === '' ? name : `${name}.${group}`

type Place = { namespace: string; name: string }

export const keyOf = ({ group, resource }: Resource, { namespace, name }: Place): Key =>
  `${group}/${resource}/${namespace}/${name}` as Key

/** What all keys of a collection start with; an empty namespace means every namespace. */
export const prefixOf = ({ group, resource }: Resource, namespace: string): string =>
  namespace === '' ? `${group}/${resource}/` : `${group}/${resource}/${namespace}/`

/** The type of the object under a key. */
export function resourceOf(key: Key, resources: readonly Resource[]): Resource {
  const [group, name] = key.split('/')
  const found = resources.find(row => row.group === group && row.resource === name)
  if (!found) throw new Error(`no type is served for the key ${key}`)
  return found
}
