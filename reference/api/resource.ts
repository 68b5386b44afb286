import type { Key } from './store.ts'
import type { NameRule } from './name-rules.ts'
import type { ApiObject, JsonObject } from './object.ts'
import type { Schema } from './schema.ts'
import type { StatusCause } from './status-causes.ts'
import type { Column } from './column.ts'
import type { VersionConversion } from './version-conversion.ts'

/** How a delete treats the dependents of the object (DEL-017). */
export type DeletionPropagation = 'Orphan' | 'Foreground' | 'Background'

/** The names of a type on the wire and in messages, and the verbs that it serves. */
export type ResourceNames = {
  /** Empty for core. */
  group: string
  version: string
  /** The plural, as in paths. */
  resource: string
  singular: string
  kind: string
  listKind: string
  shortNames: readonly string[]
  /** Names for groups of types that include this one, such as `all`. */
  categories: readonly string[]
  isNamespaced: boolean
  verbs: readonly string[]
}

/** The form of the objects of a type: on the wire, in the store, and as rows of a Table. */
export type ResourceSchema = {
  /** The schema of its objects. */
  schema: () => Schema
  /**
   * The schema as written in the definition, `openAPIV3Schema` of its version, for the OpenAPI
   * documents. Built-in types have none.
   */
  openAPIV3Schema?: JsonObject
  /**
   * Decodes a document into an object of the type and lists the paths of dropped fields; by the
   * schema unless set. @throws Refusal 400
   */
  decodeDocument?: (value: JsonObject) => {
    readonly value: JsonObject
    readonly unknown: readonly string[]
  }
  /** The object with the zero values of the type; an empty object unless set. */
  zeroValue?: () => JsonObject
  /**
   * Returns a decoded body with the defaults that its writer owns, for the managed fields. Stored
   * objects get their defaults from `prepare`; fields that only `prepare` sets have no owner.
   */
  defaults?: (object: ApiObject) => ApiObject
  /** Converts an object that was stored earlier to the served version; identity unless set. */
  toServedVersion?: (object: ApiObject) => ApiObject
  /**
   * The version in which objects are stored; `convert` returns an object in it. Types without it
   * have one version.
   */
  storageVersion?: { readonly convert: (object: ApiObject) => ApiObject }
  /**
   * Set on stored types whose objects a webhook converts. Then entries are converted before they
   * are read (`parts.conversion`), and objects before they are stored.
   */
  conversion?: VersionConversion
  /** The columns of its Tables; those of built-in types unless set. */
  columns?: readonly Column[]
  /** Whether items of a list carry their `apiVersion` and `kind` as well. */
  listItemsCarryType?: boolean
  /** Set where a path shows the objects of another type, or a part of them, in a different form. */
  view?: View
}

/** The fields that field selectors of a type may name. */
export type SelectableFields = {
  /** The paths that a field selector may name. */
  selectablePaths: readonly string[]
  /** The message for another path; the usual one unless set. */
  unselectableMessage?: (path: string) => string
  /**
   * Returns the object that those paths are read from, given a stored object; identity unless set.
   */
  toSelectableFields?: (object: ApiObject) => JsonObject
}

/** The rules for writes of objects of the type. */
export type WriteRules = {
  nameRule: NameRule
  /** Whether a PUT without a version replaces whatever is there (WRITE-007). */
  allowsUnconditionalUpdate: boolean
  /** Whether a PUT without a version replaces any existing object (WRITE-007). */
  allowsCreateOnUpdate: boolean
  hasGeneration: boolean
  /** Whether a change of annotations increments the generation as well. */
  generationCountsAnnotations?: boolean
  /**
   * Whether a client may write a field here; others belong to the server or a subresource
   * (WRITE-016).
   */
  isWritable: (field: string) => boolean
  /** The paths that writes leave unchanged, such as `metadata.labels`. */
  resetFields?: readonly string[]
  /** Whether the type accepts a patch media type; all unless set. */
  acceptsPatch?: (mediaType: string) => boolean
  /** Sets defaults and the fields that the server decides; `old` is absent on create. */
  prepare: (object: ApiObject, old: ApiObject | undefined) => ApiObject
  /**
   * The faults of the type's fields; `old` is absent on create. Yields `undefined` where it may
   * pause.
   */
  rules: (object: ApiObject, old: ApiObject | undefined) => Iterable<StatusCause | undefined>
  /** Validation that takes long; `found` holds the faults that `rules` found. */
  validateAsync?: (
    object: ApiObject,
    old: ApiObject | undefined,
    found: readonly StatusCause[],
  ) => Promise<readonly StatusCause[]>
  /** Returns warnings for the writer of an object; `old` is absent on create. */
  warningsFor?: (object: ApiObject, old: ApiObject | undefined) => readonly string[]
  /** Set when the type refuses creates; the reason. */
  createRefusalReason?: string
}

/** How a delete treats an object of the type. */
export type DeletionRules = {
  /** The body of the response to a delete that removed the object (DEL-011). */
  deleteReturns: 'status' | 'object'
  /** The finalizers that must be removed before a deleted object is removed (DEL-004). */
  finalizers: (object: ApiObject) => readonly string[]
  /**
   * How dependents are treated when a delete does not specify it; background unless set (DEL-017).
   */
  defaultPropagation?: DeletionPropagation
  /**
   * How long a deleted object may still run, in seconds; 0 if it is removed immediately (DEL-014).
   */
  gracePeriodSeconds: (object: ApiObject) => number
  /** Returns the object after its first delete request; `marked` is the result for most types. */
  onFirstDelete: (marked: ApiObject, before: ApiObject) => ApiObject
}

/** A served type. Its functions are pure. */
export type Resource = ResourceNames &
  ResourceSchema &
  SelectableFields &
  WriteRules &
  DeletionRules & {
    /** Other ways to read and write the same objects, by the last path segment (PATH-008). */
    subresources: { readonly [name: string]: Resource }
    /**
     * Set where a POST performs an operation instead of a create: nothing is stored (PATH-030,
     * PATH-032, PATH-033). `log` is an operation of GET.
     */
    operation?: 'review' | 'evict' | 'bind' | 'issue' | 'log'
    /** The warning in every response of the type. */
    deprecationWarning?: string
    /** The uid of the custom resource definition; built-in types have none. */
    definitionUid?: string
  }

/**
 * Another form of the objects of a type: of a part, such as the Scale of a Deployment (PATH-010),
 * or of the whole object, such as an older version.
 */
export type View = {
  readonly storedResource: Resource
  readonly toView: (object: ApiObject) => ApiObject
  /** As `toView`, for the start of an update of an object that reads refuse. */
  readonly toViewForUpdate?: (object: ApiObject) => ApiObject
  /** Returns the object after a write in the other form. @throws Refusal */
  readonly fromView: (shown: ApiObject, current: ApiObject | undefined) => ApiObject
  /** Set where the view shows a part, so that `managedFields` must be converted as well. */
  readonly managedFields?: ViewManagedFields
}

/** Converts `managedFields` between an object and a view of a part of it. */
export type ViewManagedFields = {
  readonly toView: (managedFields: unknown) => JsonObject[] | undefined
  readonly fromView: (shown: unknown, managedFields: unknown) => JsonObject[] | undefined
}

/** Returns the type under which the objects are stored. */
export const storageResourceOf = (resource: Resource): Resource =>
  resource.view?.storedResource ?? resource

/** Converts a written object to its stored form; `current` is absent on create. @throws Refusal */
export const objectFromView = (
  { view }: Resource,
  shown: ApiObject,
  current?: ApiObject,
): ApiObject => (view ? view.fromView(shown, current) : shown)

/** Returns the object that an update starts from, in the form of its path. */
export const viewForUpdate = ({ view }: Resource, object: ApiObject): ApiObject =>
  view ? (view.toViewForUpdate ?? view.toView)(object) : object

/** Returns `<group>/<version>`, or only the version for core (OBJ-002, OBJ-003). */
export const apiVersionOf = ({ group, version }: Pick<Resource, 'group' | 'version'>): string =>
  group === '' ? version : `${group}/${version}`

/** Returns the name of a type in messages: `leases.coordination.cluster.example`, `secrets`. */
export const qualifiedResourceName = (name: string, group: string): string =>
  group === '' ? name : `${name}.${group}`

type Place = { namespace: string; name: string }

export function storeKeyOf(type: Resource, { namespace, name }: Place): Key {
  const { group, resource } = storageResourceOf(type)
  return `${group}/${resource}/${namespace}/${name}` as Key
}

/**
 * Returns the common prefix of all keys of a collection; an empty namespace means every namespace.
 */
export function storePrefixOf(type: Resource, namespace: string): string {
  const { group, resource } = storageResourceOf(type)
  return namespace === '' ? `${group}/${resource}/` : `${group}/${resource}/${namespace}/`
}

/**
 * Returns the type whose objects are read and written in the version in which they are stored.
 * Controllers need only the metadata, so a webhook that fails or hangs does not hold them up.
 */
export function asStored(resource: Resource): Resource {
  const { conversion: _conversion, toServedVersion: _toServed, ...type } = resource
  if (!resource.conversion) return resource
  return { ...type, storageVersion: { convert: object => object } }
}

/** Returns the type of the object under a key, as it is stored. */
export function resourceOfKey(key: Key, resources: readonly Resource[]): Resource {
  const [group, name] = key.split('/')
  const found = resources.find(row => row.group === group && row.resource === name && !row.view)
  if (!found) throw new Error(`no type is served for the key ${key}`)
  return asStored(found)
}
