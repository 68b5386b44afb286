// Everything that a server is made of, as one plain value. Each step of a request is a function in
// it, so a broken or a different server is the same value with one of them replaced.

import type { Flag, FlagRule } from '../config/flags/flag.ts'
import type { Codec } from '../codecs/codec.ts'
import type { ConfigKinds } from '../config/config-kind.ts'
import type { ContinueTokens, ListScope } from '../storage/continue-token.ts'
import type { StoreChange, Key, Revision, Store, StoredEntry } from '../storage/storage.ts'
import type { WatchCache } from '../storage/watch-cache.ts'
import type { CustomTypes } from './custom-types.ts'
import type { ServiceAccountTokens, AllowRule, TokenUser } from './access.ts'
import type { Clock } from './clock.ts'
import type {
  ResponseFormat,
  Negotiation,
  IncomingRequest,
  Reply,
  RequestInfo,
  ResourceRequestInfo,
  User,
} from './request.ts'
import type { Dialect } from './dialect.ts'
import type { Endpoint, NonResourceEndpoint } from './endpoint.ts'
import type { FeatureGates } from './feature-gates.ts'
import type { ServerLifecycle, StartHook } from './server-lifecycle.ts'
import type { Limits } from './limits.ts'
import type { ListChunk, GetPlan, ListOptions, ListPage, ChunkQuery, ReadPosition } from './list.ts'
import type { ReadPlan, ListConcurrencyLimit, ObjectSelector } from './list.ts'
import type { ApiObject, JsonObject } from './object.ts'
import type { MetadataRules, NamespaceLifecycle, ManagedFieldsRules } from './object-rules.ts'
import type { StatusCause, Resource } from './resource.ts'
import type { SettingsPolicy } from './stored-settings.ts'
import type {
  AdmissionAttributes,
  DecodeTarget,
  DeleteOptions,
  DeleteOptionsSource,
  Preconditions,
} from './write.ts'
import type { UnfinishedTask, ResumableTask } from '../lib/event-loop.ts'
import type { ChangeFeed, ChangeSource, ObjectEvent, OpenStreams, WatchEvent } from './watch.ts'
import type { WatchOptions, WatchPlan, WatchStart } from './watch.ts'
import type {
  BodyFormat,
  DecodedObject,
  ParsedBody,
  WriteOptionsKind,
  WriteOutcome,
  PatchFunction,
} from './write.ts'
import type { FieldValidationLevel, WriteRequest } from './write.ts'

export type Parts = {
  readonly store: Store
  /** What may be read instead of the store where a client does not ask for the newest state. */
  readonly cache: WatchCache
  readonly tokens: ContinueTokens
  /** Follows a source for all who watch it; the same one for every call. */
  readonly changes: (source: ChangeSource) => ChangeFeed
  readonly streams: OpenStreams
  /** Room for lists that come as a whole. */
  readonly seats: ListConcurrencyLimit
  readonly clock: Clock
  readonly ids: Ids
  readonly dialect: Dialect
  /** The types that are there from the start; `servedTypes` gives all. */
  readonly resources: readonly Resource[]
  /** The types that clients have defined. */
  readonly defined: CustomTypes
  readonly limits: Limits
  /** What is switched on and off. */
  readonly gates: FeatureGates
  /** Makes an object unreadable, for tests of what a server then does. */
  readonly spoil: (key: Key) => void
  /** By media type; the first is the one for clients that do not care. */
  readonly codecs: { readonly [mediaType: string]: Codec }
  /** The kinds of patches, by the media type that selects them (PTCH-001). */
  readonly patches: { readonly [mediaType: string]: PatchFunction }
  /** The media types of an apply, and those in which their bodies are read (APPLY-003 to 006). */
  readonly applies: { readonly [mediaType: string]: string }
  /** The configuration that is read: kinds of documents, and the flags of the node agent. */
  readonly kinds: ConfigKinds
  readonly flags: { readonly table: readonly Flag[]; readonly rules: readonly FlagRule[] }
  readonly users: readonly TokenUser[]
  readonly allow: readonly AllowRule[]
  readonly accountTokens: ServiceAccountTokens
  /** The answers to questions, by the kind of the question (PATH-030). */
  readonly reviews: typeof import('../auth/reviews.ts').reviewAnswers
  /** What is done when the server has begun to listen, one after the other. */
  readonly startHooks: readonly StartHook<Parts>[]
  /** What becomes of objects that set how the server behaves. */
  readonly settings: SettingsPolicy
  readonly healthChecks: readonly HealthCheck[]
  /** The names of health checks that fail whatever they find, for tests of what is told then. */
  readonly ailing: Set<string>
  readonly life: ServerLifecycle
  readonly stages: Stages
  readonly verbs: Verbs
  readonly metadata: MetadataRules
  readonly ownership: ManagedFieldsRules
  readonly namespaces: NamespaceLifecycle
  /** Starts what cleans up after objects that are owned or own others (DEL-017). */
  readonly collector: (at: Parts) => Controller
  readonly endpoints: readonly NonResourceEndpoint[]
  readonly listen: ListenOptions
}

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
  readonly settled: () => Promise<void>
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
  readonly form: Negotiation
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
  readonly describe: (http: IncomingRequest, dialect: Dialect) => RequestInfo
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
  readonly formOfStatus: (http: IncomingRequest, at: Parts) => ResponseFormat
  readonly validationLevel: (
    query: URLSearchParams,
    kind: WriteOptionsKind,
    dialect: Dialect,
  ) => FieldValidationLevel
  readonly warningHeaders: (texts: readonly string[]) => string[]
  readonly decode: (bytes: Buffer, target: DecodeTarget, at: Parts) => ResumableTask<DecodedObject>
  /** The value in a body; next, that as an object of a type. @throws 400 */
  readonly read: (bytes: Buffer, form: BodyFormat, at: Parts) => ParsedBody
  readonly checked: (
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
  readonly keep: (object: ApiObject, resource?: Resource) => Buffer
  /** Whether an object would be kept as these bytes say already. */
  readonly isKeptAs: (object: ApiObject, value: Buffer, resource: Resource) => boolean
  /** The object in an entry of the store, with its version. */
  readonly recall: (entry: StoredEntry, resource: Resource) => ApiObject
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
  readonly form: Pick<Negotiation, 'answer'>
}

/** What the reader of a stream has got before. */
export type StreamState = {
  /** Whether it knows the columns of a Table: they come once (TABLE-018). */
  readonly hasColumns: boolean
}

/** The steps of each verb; `act` is the verb itself and calls the others through its parts. */
export type Verbs = {
  readonly get: {
    readonly act: (call: ResourceCall) => Promise<Reply>
    readonly plan: (query: URLSearchParams, dialect: Dialect) => GetPlan
  }
  readonly list: {
    readonly act: (call: ResourceCall) => Promise<Reply>
    /** What the query of a call asks for. @throws 400, 410, 422, 504 */
    readonly chunk: (call: ResourceCall) => Promise<ListPage>
    readonly options: (query: URLSearchParams) => ListOptions
    readonly plan: (options: ListOptions, dialect: Dialect) => ReadPlan
    readonly selector: (options: ListOptions, resource: Resource) => ObjectSelector | undefined
    readonly start: (plan: ReadPlan, scope: ListScope, at: Parts) => ReadPosition
    readonly page: (from: ReadPosition, view: ChunkQuery, at: Parts) => Promise<ListPage>
  }
  readonly watch: {
    readonly act: (call: ResourceCall) => Promise<Reply>
    readonly options: (query: URLSearchParams) => WatchOptions
    readonly plan: (options: WatchOptions, dialect: Dialect) => WatchPlan
    readonly selector: (options: WatchOptions, resource: Resource) => ObjectSelector | undefined
    readonly start: (plan: WatchPlan, at: Parts, signal: AbortSignal) => Promise<WatchStart>
    /** A part of the state that comes first. */
    readonly page: (from: ReadPosition, view: ChunkQuery, at: Parts) => Promise<ListPage>
    readonly classify: (
      change: StoreChange,
      isSelected: (entry: StoredEntry) => boolean,
    ) => ObjectEvent | undefined
    /** In milliseconds. */
    readonly lifetime: (options: Pick<WatchOptions, 'timeoutSeconds'>, at: Parts) => number
    /** When the next bookmark is due, in milliseconds from the start of the watch. */
    readonly nextBookmark: (
      time: { elapsedMs: number; lifetimeMs: number },
      intervalMs: number,
    ) => number
  }
  readonly create: {
    readonly act: (call: ResourceCall) => Promise<Reply>
  }
  readonly update: {
    readonly act: (call: ResourceCall) => Promise<Reply>
    /** Refuses a write that is based on another version or another object (WRITE-009). */
    readonly precondition: (body: ApiObject, current: ApiObject, resource: Resource) => void
  }
  readonly patch: { readonly act: (call: ResourceCall) => Promise<Reply> }
  readonly apply: { readonly act: (call: ResourceCall) => Promise<Reply> }
  readonly delete: {
    readonly act: (call: ResourceCall) => Promise<Reply>
    /** A delete request on one object, whoever makes it. */
    readonly write: (
      place: Pick<WriteRequest, 'resource' | 'namespace' | 'name'>,
      options: DeleteOptions,
      at: Parts,
    ) => WriteRequest
    readonly precondition: (options: Preconditions, current: ApiObject, resource: Resource) => void
  }
  readonly review: { readonly act: (call: ResourceCall) => Promise<Reply> }
  readonly evict: { readonly act: (call: ResourceCall) => Promise<Reply> }
  readonly bind: { readonly act: (call: ResourceCall) => Promise<Reply> }
  readonly issue: { readonly act: (call: ResourceCall) => Promise<Reply> }
  readonly log: { readonly act: (call: ResourceCall) => Promise<Reply> }
  readonly deletecollection: { readonly act: (call: ResourceCall) => Promise<Reply> }
  /** THE write path. */
  readonly change: (write: WriteRequest, at: Parts) => Promise<WriteOutcome>
  /** Waits until the cache shows a version. @throws 504 */
  readonly waitFor: (revision: Revision, at: Parts, signal: AbortSignal) => Promise<void>
}
