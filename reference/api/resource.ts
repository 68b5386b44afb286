import type { Key } from './store.ts'
import type { NameRule } from './name-rules.ts'
import type { ApiObject, JsonObject } from './object.ts'
import type { Schema } from './schema.ts'
import type { StatusCause } from './status-causes.ts'
import type { Column } from './column.ts'

/** What becomes of the objects that a deleted one owns (DEL-017). */
export type DeletionPropagation = 'Orphan' | 'Foreground' | 'Background'

/** How a type is named on the wire and in messages, and which verbs it serves. */
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
  /** Names for it and others together, such as `all`. */
  categories: readonly string[]
  isNamespaced: boolean
  verbs: readonly string[]
}

/** The form of the objects of a type: on the wire, as they are kept, and as rows of a Table. */
export type ResourceSchema = {
  /** The form of its objects. */
  schema: () => Schema
  /**
   * The schema as whoever defined the type has written it, the `openAPIV3Schema` of its version, for
   * the documents of OpenAPI. Built-in types have none.
   */
  openAPIV3Schema?: JsonObject
  /**
   * How a document becomes an object of the type, with the paths of what was dropped; by its schema
   * unless set. @throws Refusal 400
   */
  decodeDocument?: (value: JsonObject) => {
    readonly value: JsonObject
    readonly unknown: readonly string[]
  }
  /** What is there of an object of the type before anybody has said anything; nothing unless set. */
  zeroValue?: () => JsonObject
  /**
   * What stands in for what a body leaves out, as soon as it is read; whoever writes the body owns
   * it. What the server decides later belongs to nobody.
   */
  defaults?: (object: ApiObject) => ApiObject
  /** What an object that was kept a while ago is today; the same object unless set. */
  toServedVersion?: (object: ApiObject) => ApiObject
  /** Where what is kept says in which version it is: its name, and an object in that version. */
  storageVersion?: { readonly version: string; readonly convert: (object: ApiObject) => ApiObject }
  /** The columns of its Tables; those of built-in types unless set. */
  columns?: readonly Column[]
  /** Whether objects say of which type they are where they are items of a list, too. */
  listItemsCarryType?: boolean
  /** Set where a path shows the objects of another type, or a part of them, in a form of its own. */
  view?: View
}

/** What field selectors of a type may name. */
export type SelectableFields = {
  /** The paths that a field selector may name. */
  selectablePaths: readonly string[]
  /** What is said of another path; as most types say it unless set. */
  unselectableMessage?: (path: string) => string
  /** What those paths lead into, made from an object as it is kept; the object itself unless set. */
  toSelectableFields?: (object: ApiObject) => JsonObject
}

/** What a write of an object of the type may do, and what the server makes of it. */
export type WriteRules = {
  nameRule: NameRule
  /** Whether a PUT without a version replaces whatever is there (WRITE-007). */
  allowsUnconditionalUpdate: boolean
  /** Whether a PUT may create (PATH-022). */
  allowsCreateOnUpdate: boolean
  hasGeneration: boolean
  /** Whether its generation counts changes of its annotations as well. */
  generationCountsAnnotations?: boolean
  /** Whether a client writes a field here; the others are the server's or a subresource's (WRITE-016). */
  isWritable: (field: string) => boolean
  /** The paths that writes leave as they are, whatever they say, such as `metadata.labels`. */
  resetFields?: readonly string[]
  /** Whether it takes a kind of patch, by its media type; it takes all unless set. */
  acceptsPatch?: (mediaType: string) => boolean
  /** Fills what a write leaves to the server; `old` is absent on create. */
  prepare: (object: ApiObject, old: ApiObject | undefined) => ApiObject
  /**
   * What is wrong with the type's own fields; `old` is absent on create. Nothing is yielded where it
   * may pause.
   */
  rules: (object: ApiObject, old: ApiObject | undefined) => Iterable<StatusCause | undefined>
  /** What is wrong that takes a while to find; `found` is what was found wrong by the rules. */
  validateAsync?: (
    object: ApiObject,
    old: ApiObject | undefined,
    found: readonly StatusCause[],
  ) => Promise<readonly StatusCause[]>
  /** What who writes an object is told of it beside; `old` is absent on create. */
  warningsFor?: (object: ApiObject, old: ApiObject | undefined) => readonly string[]
  /** Why nothing new is taken, when that is so. */
  createRefusalReason?: string
}

/** What a delete does to an object of the type. */
export type DeletionRules = {
  /** What answers a delete that removed the object (DEL-011). */
  deleteReturns: 'status' | 'object'
  /** Who still has to clean up before a deleted object is removed (DEL-004). */
  finalizers: (object: ApiObject) => readonly string[]
  /** What becomes of dependents when a delete does not say; they go unless set (DEL-017). */
  defaultPropagation?: DeletionPropagation
  /** How long a deleted object may still work, in seconds; 0 when it need not (DEL-014). */
  gracePeriodSeconds: (object: ApiObject) => number
  /** What a first delete request leaves; `marked` is what it makes of objects of most types. */
  onFirstDelete: (marked: ApiObject, before: ApiObject) => ApiObject
}

/** A served type. Its functions are pure. */
export type Resource = ResourceNames &
  ResourceSchema &
  SelectableFields &
  WriteRules &
  DeletionRules & {
    /** Other ways to read and write the same objects, by the last segment of their paths (PATH-008). */
    subresources: { readonly [name: string]: Resource }
    /**
     * What a POST does here in place of creating: nothing is kept (PATH-030, PATH-032, PATH-033).
     * `log` is what a GET does.
     */
    operation?: 'review' | 'evict' | 'bind' | 'issue' | 'log'
    /** What all who use the type are told beside. */
    deprecationWarning?: string
    /** The uid of the definition that made the type; built-in types have none. */
    definitionUid?: string
  }

/**
 * Another form of the objects of a type: of a part, such as the Scale of a Deployment (PATH-010),
 * or of all, such as an older version.
 */
export type View = {
  readonly storedResource: Resource
  readonly toView: (object: ApiObject) => ApiObject
  /** What a change begins with, where reads are refused what is there. */
  readonly toViewForUpdate?: (object: ApiObject) => ApiObject
  /** The object after what was written in the other form. @throws Refusal */
  readonly fromView: (shown: ApiObject, current: ApiObject | undefined) => ApiObject
  /** Set where the form is of a part, so that who owns what has another form as well. */
  readonly managedFields?: ViewManagedFields
}

/** `managedFields` of an object and those of a part of it, from one to the other. */
export type ViewManagedFields = {
  readonly toView: (managedFields: unknown) => JsonObject[] | undefined
  readonly fromView: (shown: unknown, managedFields: unknown) => JsonObject[] | undefined
}

/** The type whose objects are kept. */
export const storageResourceOf = (resource: Resource): Resource =>
  resource.view?.storedResource ?? resource

/** What is written on a path as an object to keep; `current` is absent on create. @throws Refusal */
export const objectFromView = (
  { view }: Resource,
  shown: ApiObject,
  current?: ApiObject,
): ApiObject => (view ? view.fromView(shown, current) : shown)

/** What a change of an object begins with, in the form of its path. */
export const viewForUpdate = ({ view }: Resource, object: ApiObject): ApiObject =>
  view ? (view.toViewForUpdate ?? view.toView)(object) : object

/** `<group>/<version>`, or only the version for core (OBJ-002, OBJ-003). */
export const apiVersionOf = ({ group, version }: Pick<Resource, 'group' | 'version'>): string =>
  group === '' ? version : `${group}/${version}`

/** How messages name a type: `leases.coordination.cluster.example`, `secrets`. */
export const qualifiedResourceName = (name: string, group: string): string =>
  group === '' ? name : `${name}.${group}`

type Place = { namespace: string; name: string }

export function storeKeyOf(type: Resource, { namespace, name }: Place): Key {
  const { group, resource } = storageResourceOf(type)
  return `${group}/${resource}/${namespace}/${name}` as Key
}

/** What all keys of a collection start with; an empty namespace means every namespace. */
export function storePrefixOf(type: Resource, namespace: string): string {
  const { group, resource } = storageResourceOf(type)
  return namespace === '' ? `${group}/${resource}/` : `${group}/${resource}/${namespace}/`
}

/** The type of the object under a key. */
export function resourceOfKey(key: Key, resources: readonly Resource[]): Resource {
  const [group, name] = key.split('/')
  const found = resources.find(row => row.group === group && row.resource === name && !row.view)
  if (!found) throw new Error(`no type is served for the key ${key}`)
  return found
}
