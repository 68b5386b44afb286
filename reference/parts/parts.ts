// Everything that a server is made of, as one plain value. Each step of a request is a function in
// it, so a broken or a different server is the same value with one of them replaced.

import type { Flag, FlagRule } from '../config/flags/flag.ts'
import type { Codec } from '../codecs/codec.ts'
import type { ConfigKinds } from '../config/config-kind.ts'
import type { ContinueTokens, ListScope } from '../storage/continue-token.ts'
import type { StoreChange, Key, Revision, Store, StoredEntry, WatchCache } from '../api/store.ts'
import type { ServiceAccountTokens, AllowRule, TokenUser } from '../api/access.ts'
import type { Clock } from '../api/clock.ts'
import type {
  ResponseFormat,
  Negotiation,
  IncomingRequest,
  Reply,
  RequestInfo,
  ResourceRequestInfo,
  User,
} from '../api/request.ts'
import type { Dialect } from '../api/dialect.ts'
import type { FeatureGates } from '../api/feature-gates.ts'
import type { ServerLifecycle, StartHook } from '../api/server-lifecycle.ts'
import type { Limits } from '../api/limits.ts'
import type {
  ListChunk,
  GetPlan,
  ListOptions,
  ListPage,
  ChunkQuery,
  ReadPosition,
  ReadPlan,
  ListConcurrencyLimit,
  ObjectSelector,
} from '../api/list.ts'
import type { ApiObject, JsonObject, TypeMeta } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import type { SettingsPolicy } from '../api/stored-settings.ts'
import type {
  AdmissionAttributes,
  DecodeTarget,
  DeleteOptions,
  DeleteOptionsSource,
  Preconditions,
  WriteOutcome,
  BodyFormat,
  DecodedObject,
  ParsedBody,
  WriteOptionsKind,
  PatchFunction,
  FieldValidationLevel,
  WriteRequest,
} from '../api/write.ts'
import type { UnfinishedTask, ResumableTask } from '../lib/event-loop.ts'
import type {
  ChangeFeed,
  ChangeSource,
  ObjectEvent,
  OpenStreams,
  WatchEvent,
  WatchOptions,
  WatchPlan,
  WatchStart,
} from '../api/watch.ts'
import type { StatusCause } from '../api/status-causes.ts'
import type { MetadataRules, ManagedFieldsRules } from './object-rules.ts'

/** Where objects are kept, and what reads and watches are served from. */
export type StorageParts = {
  readonly store: Store
  /** What may be read instead of the store where a client does not ask for the newest state. */
  readonly watchCache: WatchCache
  readonly continueTokens: ContinueTokens
  /** Follows a source for all who watch it; the same one for every call. */
  readonly changeFeedOf: (source: ChangeSource) => ChangeFeed
  readonly openStreams: OpenStreams
  /** Room for lists that come as a whole. */
  readonly listConcurrencyLimit: ListConcurrencyLimit
  /** Makes an object unreadable, for tests of what a server then does. */
  readonly corruptForTest: (key: Key) => void
}

/** The names on the wire, the served types, and the settings that objects of them are. */
export type TypeParts = {
  readonly dialect: Dialect
  /** The types that are there from the start; `servedTypes` gives all. */
  readonly builtInResources: readonly Resource[]
  /** The types that clients have defined. */
  readonly customTypes: CustomTypes
  /** What becomes of objects that set how the server behaves. */
  readonly settingsPolicy: SettingsPolicy
}

/** How bodies are read and answers written, and how patches change a document. */
export type EncodingParts = {
  /** By media type; the first is the one for clients that do not care. */
  readonly codecs: { readonly [mediaType: string]: Codec }
  /** The kinds of patches, by the media type that selects them (PTCH-001). */
  readonly patchTypes: { readonly [mediaType: string]: PatchFunction }
  /** The media types of an apply, and those in which their bodies are read (APPLY-003 to 006). */
  readonly applyMediaTypes: { readonly [mediaType: string]: string }
}

/** Who the users are and what they may do. */
export type AccessParts = {
  readonly users: readonly TokenUser[]
  readonly allowRules: readonly AllowRule[]
  readonly serviceAccountTokens: ServiceAccountTokens
  /** The answers to questions, by the kind of the question (PATH-030). */
  readonly reviewAnswers: { readonly [kind: string]: ReviewAnswer }
}

/** The configuration that is read: kinds of documents, and the flags of the node agent. */
export type ConfigurationParts = {
  readonly configKinds: ConfigKinds
  readonly agentFlags: { readonly table: readonly Flag[]; readonly rules: readonly FlagRule[] }
}

/** The status of a review; `user` is who asks. @throws InvalidReview */
export type ReviewAnswer = (
  review: ApiObject,
  at: Parts & { readonly user: User },
) => JsonObject | Promise<JsonObject>

/** The rules of objects whatever their type, and what cleans up after them. */
export type ObjectParts = {
  readonly metadataRules: MetadataRules
  readonly managedFieldsRules: ManagedFieldsRules
  readonly namespaceLifecycle: NamespaceLifecycle
  /** Starts what cleans up after objects that are owned or own others (DEL-017). */
  readonly startGarbageCollector: (at: Parts) => Controller
}

/** Start, health and end of the server. */
export type LifecycleParts = {
  readonly lifecycle: ServerLifecycle
  /** What is done when the server has begun to listen, one after the other. */
  readonly startHooks: readonly StartHook<Parts>[]
  readonly healthChecks: readonly HealthCheck[]
  /** The names of health checks that fail whatever they find, for tests of what is told then. */
  readonly failingHealthChecks: Set<string>
}

/** What the server runs with: time, chance, limits, feature gates and the address. */
export type RuntimeParts = {
  readonly clock: Clock
  readonly ids: Ids
  readonly limits: Limits
  /** What is switched on and off. */
  readonly featureGates: FeatureGates
  readonly listen: ListenOptions
}

/** The steps of a request, and the endpoints that serve no resource. */
export type RequestParts = {
  readonly stages: Stages
  readonly verbs: Verbs
  readonly nonResourceEndpoints: readonly NonResourceEndpoint[]
}

/** The whole server as one value. A function takes the named part, or the members, that it uses. */
export type Parts = StorageParts &
  TypeParts &
  EncodingParts &
  AccessParts &
  ConfigurationParts &
  ObjectParts &
  LifecycleParts &
  RuntimeParts &
  RequestParts

export type ListenOptions = {
  readonly port: number
  readonly bindAddress: string
  /** A certificate with its chain, and its key, as PEM; without them there is no TLS. */
  readonly tls?: { readonly cert: string; readonly key: string }
}

type Ids = {
  uid(): string
  /** From 0 to below 1. */
  random(): number
}

/** What goes on in a server without being asked. */
export type Controller = {
  /** Resolves when everything written so far has had its consequences. */
  readonly whenIdle: () => Promise<void>
  readonly close: () => void
}

/** Fails by throwing. `endpoints` says which of the health endpoints run it. */
export type HealthCheck = {
  readonly name: string
  readonly endpoints: readonly string[]
  readonly check: (at: Parts, endpoint: string) => Promise<void>
}

/** A call, on whatever path. */
export type ApiCall = {
  readonly http: IncomingRequest
  readonly user: User
  readonly info: RequestInfo
  readonly negotiation: Negotiation
  readonly at: Parts
}

/** A call on a resource whose type has been found. */
export type ResourceCall = ApiCall & {
  readonly info: ResourceRequestInfo
  readonly resource: Resource
}

/** The steps that all verbs share, in the order in which a request meets them. */
type Stages = {
  readonly authenticate: (http: IncomingRequest, at: Parts) => Promise<User>
  readonly parseRequestInfo: (http: IncomingRequest, dialect: Dialect) => RequestInfo
  /** The user in whose name the request is carried out. @throws 400, 403 */
  readonly impersonate: (
    sender: User,
    http: IncomingRequest,
    info: RequestInfo,
    at: Parts,
  ) => Promise<User>
  readonly authorize: (user: User, info: RequestInfo, at: Parts) => Promise<void>
  readonly route: (info: RequestInfo, at: Parts) => Endpoint
  readonly negotiate: (http: IncomingRequest, endpoint: Endpoint, at: Parts) => Negotiation
  /** What a refusal is written in. */
  readonly statusFormatFor: (http: IncomingRequest, at: Parts) => ResponseFormat
  readonly validationLevel: (
    query: URLSearchParams,
    kind: WriteOptionsKind,
    dialect: Dialect,
  ) => FieldValidationLevel
  readonly warningHeaders: (texts: readonly string[]) => string[]
  readonly decode: (bytes: Buffer, target: DecodeTarget, at: Parts) => ResumableTask<DecodedObject>
  /** The value in a body; next, that as an object of a type. @throws 400 */
  readonly parseBody: (bytes: Buffer, form: BodyFormat, at: Parts) => ParsedBody
  readonly checkBody: (
    document: ParsedBody,
    target: Omit<DecodeTarget, 'mediaType'>,
  ) => ResumableTask<DecodedObject>
  readonly decodeOptions: (source: DeleteOptionsSource, at: Parts) => DeleteOptions
  readonly isDryRun: (query: URLSearchParams, kind: WriteOptionsKind, dialect: Dialect) => boolean
  /** The name by which a write owns what it changes. @throws 422 */
  readonly fieldManager: (http: IncomingRequest, kind: WriteOptionsKind, dialect: Dialect) => string
  readonly admit: (attempt: AdmissionAttributes, at: Parts) => Promise<ApiObject>
  readonly validate: (attempt: AdmissionAttributes) => ResumableTask<readonly StatusCause[]>
  /** Judges the object as it would be stored. Returns warnings for its writer. @throws 403, 422 */
  readonly checkAdmission: (attempt: AdmissionAttributes, at: Parts) => Promise<readonly string[]>
  /** The bytes under which an object of a type is kept, without its revision. */
  readonly encodeStored: (object: ApiObject, resource?: Resource) => Buffer
  /** Whether an object would be kept as these bytes say already. */
  readonly isSameAsStored: (object: ApiObject, value: Buffer, resource: Resource) => boolean
  /** The object in an entry of the store, with its version. */
  readonly decodeStored: (entry: StoredEntry, resource: Resource) => ApiObject
  readonly encode: {
    readonly object: (entry: StoredEntry, wanted: EncodeContext) => Buffer | UnfinishedTask<Buffer>
    readonly list: (list: ListChunk, wanted: EncodeContext) => Buffer | Iterable<Buffer>
    /** A Status, or another document of the server itself. */
    readonly document: (value: JsonObject, form: ResponseFormat, at: Parts) => Buffer
    readonly event: (event: WatchEvent, wanted: EncodeContext, framed: StreamState) => Buffer
  }
}

/** Whose objects are written, and how. */
export type EncodeContext = Pick<ResourceCall, 'resource' | 'at'> & {
  readonly negotiation: Pick<Negotiation, 'answer'>
}

/** What the reader of a stream has got before. */
export type StreamState = {
  /** Whether it knows the columns of a Table: they come once (TABLE-018). */
  readonly hasColumns: boolean
}

/** The steps of each verb; `handle` is the verb itself and calls the others through its parts. */
export type Verbs = {
  readonly get: {
    readonly handle: (call: ResourceCall) => Promise<Reply>
    readonly plan: (query: URLSearchParams, dialect: Dialect) => GetPlan
  }
  readonly list: {
    readonly handle: (call: ResourceCall) => Promise<Reply>
    /** What the query of a call asks for. @throws 400, 410, 422, 504 */
    readonly readChunk: (call: ResourceCall) => Promise<ListPage>
    readonly options: (query: URLSearchParams) => ListOptions
    readonly plan: (options: ListOptions, dialect: Dialect) => ReadPlan
    readonly selector: (options: ListOptions, resource: Resource) => ObjectSelector | undefined
    readonly startPosition: (plan: ReadPlan, scope: ListScope, at: Parts) => ReadPosition
    readonly readPage: (from: ReadPosition, view: ChunkQuery, at: Parts) => Promise<ListPage>
  }
  readonly watch: {
    readonly handle: (call: ResourceCall) => Promise<Reply>
    readonly options: (query: URLSearchParams) => WatchOptions
    readonly plan: (options: WatchOptions, dialect: Dialect) => WatchPlan
    readonly selector: (options: WatchOptions, resource: Resource) => ObjectSelector | undefined
    readonly startPosition: (plan: WatchPlan, at: Parts, signal: AbortSignal) => Promise<WatchStart>
    /** A part of the state that comes first. */
    readonly readPage: (from: ReadPosition, view: ChunkQuery, at: Parts) => Promise<ListPage>
    readonly eventForChange: (
      change: StoreChange,
      isSelected: (entry: StoredEntry) => boolean,
    ) => ObjectEvent | undefined
    /** In milliseconds. */
    readonly lifetimeMs: (options: Pick<WatchOptions, 'timeoutSeconds'>, at: Parts) => number
    /** When the next bookmark is due, in milliseconds from the start of the watch. */
    readonly nextBookmarkMs: (
      time: { elapsedMs: number; lifetimeMs: number },
      intervalMs: number,
    ) => number
  }
  readonly create: {
    readonly handle: (call: ResourceCall) => Promise<Reply>
  }
  readonly update: {
    readonly handle: (call: ResourceCall) => Promise<Reply>
    /** Refuses a write that is based on another version or another object (WRITE-009). */
    readonly checkPreconditions: (body: ApiObject, current: ApiObject, resource: Resource) => void
  }
  readonly patch: { readonly handle: (call: ResourceCall) => Promise<Reply> }
  readonly apply: { readonly handle: (call: ResourceCall) => Promise<Reply> }
  readonly delete: {
    readonly handle: (call: ResourceCall) => Promise<Reply>
    /** A delete request on one object, whoever makes it. */
    readonly write: (
      place: Pick<WriteRequest, 'resource' | 'namespace' | 'name'>,
      options: DeleteOptions,
      at: Parts,
    ) => WriteRequest
    readonly checkPreconditions: (
      options: Preconditions,
      current: ApiObject,
      resource: Resource,
    ) => void
  }
  readonly review: { readonly handle: (call: ResourceCall) => Promise<Reply> }
  readonly evict: { readonly handle: (call: ResourceCall) => Promise<Reply> }
  readonly bind: { readonly handle: (call: ResourceCall) => Promise<Reply> }
  readonly issue: { readonly handle: (call: ResourceCall) => Promise<Reply> }
  readonly log: { readonly handle: (call: ResourceCall) => Promise<Reply> }
  readonly deletecollection: { readonly handle: (call: ResourceCall) => Promise<Reply> }
  /** THE write path. */
  readonly performWrite: (write: WriteRequest, at: Parts) => Promise<WriteOutcome>
  /** Waits until the cache shows a version. @throws 504 */
  readonly waitForRevision: (revision: Revision, at: Parts, signal: AbortSignal) => Promise<void>
}

/** What makes a deleted namespace empty, and keeps it so (DEL-028). */
export type NamespaceLifecycle = {
  /** Refuses new content for a namespace that is absent or terminating. */
  readonly requireActiveNamespace: (attempt: AdmissionAttributes, at: Parts) => Promise<void>
  /** Takes back what was created while its namespace went away. @throws 403, 404 */
  readonly recheckNamespace: (outcome: WriteOutcome, resource: Resource, at: Parts) => Promise<void>
  /** Puts into a new namespace what every one holds. */
  readonly createDefaultContents: (name: string, at: Parts) => Promise<void>
  /** Deletes what a terminating namespace holds, then the namespace if nothing is left. */
  readonly finalizeNamespace: (name: string, at: Parts) => Promise<void>
}

/** What clients define: the types, and who sees to them. */
export type CustomTypes = {
  /** The same list until one of them changes. */
  readonly types: () => readonly Resource[]
  /** Calls `tell` whenever the list is another, until the returned function is called. */
  readonly onChange: (tell: () => void) => () => void
  /** Resolves when what the store held at first is known. */
  readonly whenLoaded: () => Promise<void>
  /** Follows the definitions in the store of a server and does what they ask for. */
  readonly startController: (at: Parts) => Controller
}

/** A path that belongs to no resource. */
export type NonResourceEndpoint = {
  readonly serves: (path: string, at: Parts) => boolean
  /** Plain text is for probes: it comes whatever the method and whatever they accept. */
  readonly returns: 'document' | 'text'
  /** What its document is of; without a type, media types that need one cannot carry it. */
  readonly documentType?: TypeMeta
  /** The type that the document has in the other form that clients may ask for. */
  readonly convertedType?: (apiDomain: string) => TypeMeta
  /** Whether a genuine server gives it whatever the method. */
  readonly acceptsAnyMethod?: boolean
  readonly handle: (call: ApiCall) => Promise<Reply>
}

/** Where a request goes: what it may carry, what comes back, and what serves it. */
export type Endpoint = {
  readonly accepts: 'object' | 'patch' | 'options' | 'nothing'
  /** Text for probes, a document of the server, one object, several, or a stream of events. */
  readonly returns: 'text' | 'document' | 'object' | 'list' | 'watch'
  /** The type of the objects that it answers and takes. */
  readonly resource?: Resource
  /** What a document of the server is of, in its two forms. */
  readonly document?: Pick<NonResourceEndpoint, 'documentType' | 'convertedType'>
  readonly handle: (call: ApiCall) => Promise<Reply>
}
