// The parts of a server as one plain value. Each step of a request is a function in it.

import type { Flag, FlagRule } from '../config/flags/flag.ts'
import type { Codec } from '../codecs/codec.ts'
import type { ConfigKinds } from '../config/config-kind.ts'
import type { ListScope } from '../storage/continue-token.ts'
import type { StoreChange, Revision, StoredEntry } from '../api/store.ts'
import type { PluginParts } from '../api/admission-settings.ts'
import type { Authenticators, AuthenticationParts } from '../api/authentication.ts'
import type { AuditParts } from '../api/audit.ts'
import type {
  AllowRule,
  Authorize,
  Authorizer,
  RoleIndex,
  ServiceAccountTokens,
  TokenUser,
} from '../api/access.ts'
import type { AccessReviewRules, AuthorizerSettings } from '../api/access-webhook.ts'
import type { Clock } from '../api/clock.ts'
import type { ControllerSettings } from '../api/controller-settings.ts'
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
import type { ListenOptions } from '../api/listen-options.ts'
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
  ObjectEvent,
  StreamState,
  WatchEvent,
  WatchOptions,
  WatchPlan,
  WatchStart,
  WatchTime,
} from '../api/watch.ts'
import type { EgressParts } from '../api/egress.ts'
import type { StatusCause } from '../api/status-causes.ts'
import type { TracingParts } from '../api/tracing.ts'
import type { StorageParts } from './storage-parts.ts'
import type { PolicyFunctions } from './policy-parts.ts'
import type { QuotaFunctions } from './quota-parts.ts'
import type { WebhookFunctions } from './webhook-parts.ts'
import type { ConversionFunctions } from './conversion-parts.ts'
import type { NamespaceRules } from './namespace-rules.ts'
import type { MetadataRules, ManagedFieldsRules } from './object-rules.ts'

/** The dialect, the served types, and the treatment of settings in objects. */
export type TypeParts = {
  readonly dialect: Dialect
  /** The built-in types; `servedTypes` returns all types. */
  readonly builtInResources: readonly Resource[]
  /** The types that clients have defined. */
  readonly customTypes: CustomTypes
  /** The treatment of objects that configure the server. */
  readonly settingsPolicy: SettingsPolicy
}

/** The webhooks of admission and of conversion, the admission policies, and quotas. */
export type WebhookParts = {
  readonly webhooks: WebhookFunctions<Parts>
  readonly policies: PolicyFunctions<Parts>
  readonly conversion: ConversionFunctions<Parts>
  readonly quotas: QuotaFunctions<Parts>
}

/** The encodings of bodies and responses, and the patch formats. */
export type EncodingParts = {
  /** By media type; the first one is the default. */
  readonly codecs: { readonly [mediaType: string]: Codec }
  /** The patch functions by media type (PTCH-001). */
  readonly patchTypes: { readonly [mediaType: string]: PatchFunction }
  /** The media types of an apply, each with the one that decodes its body (APPLY-003 to 006). */
  readonly applyMediaTypes: { readonly [mediaType: string]: string }
}

/** The users and their rights. */
export type AccessParts = AuthenticationParts & {
  readonly authenticators: Authenticators<Parts>
  readonly users: readonly TokenUser[]
  readonly authorizers: readonly Authorizer<Parts>[]
  /** The settings in place of `authorizers`, if their file has changed since the start. */
  readonly newerAuthorizers?: () => readonly AuthorizerSettings[] | undefined
  readonly accessReviewRules: AccessReviewRules
  readonly allowRules: readonly AllowRule[]
  /** The roles and bindings that RBAC evaluates. They are followed only if it is an authorizer. */
  readonly roles: RoleIndex
  readonly serviceAccountTokens: ServiceAccountTokens
  /** The functions that answer reviews, by kind (PATH-030). */
  readonly reviewAnswers: { readonly [kind: string]: ReviewAnswer }
}

/** The configuration formats: kinds of documents, and the flags of the node agent. */
export type ConfigurationParts = {
  readonly configKinds: ConfigKinds
  readonly agentFlags: { readonly table: readonly Flag[]; readonly rules: readonly FlagRule[] }
}

/** Returns the status of a review; `user` is its sender. @throws InvalidReview */
export type ReviewAnswer = (
  review: ApiObject,
  parts: Parts & { readonly user: User },
) => JsonObject | Promise<JsonObject>

/** The rules for objects of all types, and the controllers that clean up. */
export type ObjectParts = {
  readonly metadataRules: MetadataRules
  readonly managedFieldsRules: ManagedFieldsRules
  readonly namespaceLifecycle: NamespaceRules<Parts>
  /** Starts the garbage collector of owned objects (DEL-017). */
  readonly startGarbageCollector: (parts: Parts) => Controller
  /** The controllers that run besides those that every server needs; none if absent. */
  readonly optionalControllers?: ControllerSettings
}

/** The start, health and shutdown of the server. */
export type LifecycleParts = {
  readonly lifecycle: ServerLifecycle
  /** Run one after the other when the server has begun to listen. */
  readonly startHooks: readonly StartHook<Parts>[]
  readonly healthChecks: readonly HealthCheck[]
  /** The names of health checks that fail regardless of their result, for tests. */
  readonly failingHealthChecks: Set<string>
}

/** The environment of the server: clock, ids, limits, feature gates and address. */
export type RuntimeParts = {
  readonly clock: Clock
  readonly ids: Ids
  readonly limits: Limits
  /** The feature gates that are on and off. */
  readonly featureGates: FeatureGates
  readonly listen: ListenOptions
}

/** The steps of a request, and the endpoints that serve no resource. */
export type RequestParts = {
  readonly stages: Stages
  readonly verbs: Verbs
  readonly nonResourceEndpoints: readonly NonResourceEndpoint[]
}

/** All parts of a server. A function takes the named part, or the members, that it uses. */
export type Parts = StorageParts &
  TypeParts &
  WebhookParts &
  EncodingParts &
  AccessParts &
  PluginParts &
  AuditParts &
  TracingParts &
  EgressParts &
  ConfigurationParts &
  ObjectParts &
  LifecycleParts &
  RuntimeParts &
  RequestParts

type Ids = {
  uid(): string
  /** Returns a number in [0, 1). */
  random(): number
}

/** A background task of a server. */
export type Controller = {
  /** Resolves when the consequences of all writes so far are complete. */
  readonly whenIdle: () => Promise<void>
  readonly close: () => void
}

/** A health check, which fails by throwing. `endpoints` lists the health endpoints that run it. */
export type HealthCheck = {
  readonly name: string
  readonly endpoints: readonly string[]
  readonly check: (parts: Parts, endpoint: string) => Promise<void>
}

/** A call on any path. */
export type ApiCall = {
  readonly http: IncomingRequest
  readonly user: User
  readonly info: RequestInfo
  readonly negotiation: Negotiation
  readonly parts: Parts
}

/** A call on a resource whose type is known. */
export type ResourceCall = ApiCall & {
  readonly info: ResourceRequestInfo
  readonly resource: Resource
}

/** The steps that all verbs share, in the order in which a request passes them. */
type Stages = {
  readonly authenticate: (http: IncomingRequest, parts: Parts) => Promise<User>
  readonly parseRequestInfo: (http: IncomingRequest, dialect: Dialect) => RequestInfo
  /** Returns the effective user of the request. @throws 400, 403 */
  readonly impersonate: (
    sender: User,
    http: IncomingRequest,
    info: RequestInfo,
    parts: Parts,
  ) => Promise<User>
  readonly authorize: Authorize<Parts>
  readonly route: (info: RequestInfo, parts: Parts) => Endpoint
  readonly negotiate: (http: IncomingRequest, endpoint: Endpoint, parts: Parts) => Negotiation
  /** Returns the format of a refusal. */
  readonly statusFormatFor: (http: IncomingRequest, parts: Parts) => ResponseFormat
  readonly validationLevel: (
    query: URLSearchParams,
    kind: WriteOptionsKind,
    dialect: Dialect,
  ) => FieldValidationLevel
  readonly warningHeaders: (texts: readonly string[]) => string[]
  readonly decode: (
    bytes: Buffer,
    target: DecodeTarget,
    parts: Parts,
  ) => ResumableTask<DecodedObject>
  /** Parses the value in a body; `checkBody` converts it to an object of a type. @throws 400 */
  readonly parseBody: (bytes: Buffer, form: BodyFormat, parts: Parts) => ParsedBody
  readonly checkBody: (
    document: ParsedBody,
    target: Omit<DecodeTarget, 'mediaType'>,
  ) => ResumableTask<DecodedObject>
  readonly decodeOptions: (source: DeleteOptionsSource, parts: Parts) => DeleteOptions
  readonly isDryRun: (query: URLSearchParams, kind: WriteOptionsKind, dialect: Dialect) => boolean
  /** Returns the field manager of a write. @throws 422 */
  readonly fieldManager: (http: IncomingRequest, kind: WriteOptionsKind, dialect: Dialect) => string
  readonly admit: (attempt: AdmissionAttributes, parts: Parts) => Promise<ApiObject>
  readonly validate: (attempt: AdmissionAttributes) => ResumableTask<readonly StatusCause[]>
  /** Validates the object to be stored. Returns warnings for the client. @throws 403, 422 */
  readonly checkAdmission: (
    attempt: AdmissionAttributes,
    parts: Parts,
  ) => Promise<readonly string[]>
  /** Encodes an object in its stored form, without its revision. */
  readonly encodeStored: (object: ApiObject, resource?: Resource) => Buffer
  /** Whether storing an object would leave these bytes as they are. */
  readonly isSameAsStored: (object: ApiObject, value: Buffer, resource: Resource) => boolean
  /** Decodes an entry of the store, including its version. */
  readonly decodeStored: (entry: StoredEntry, resource: Resource) => ApiObject
  readonly encode: {
    readonly object: (entry: StoredEntry, wanted: EncodeContext) => Buffer | UnfinishedTask<Buffer>
    readonly list: (list: ListChunk, wanted: EncodeContext) => Buffer | Iterable<Buffer>
    /** Encodes a document that is not a stored object, such as a Status. */
    readonly document: (value: JsonObject, form: ResponseFormat, parts: Parts) => Buffer
    readonly event: (event: WatchEvent, wanted: EncodeContext, framed: StreamState) => Buffer
  }
}

/** The type and the format of the objects to encode. */
export type EncodeContext = Pick<ResourceCall, 'resource' | 'parts'> & {
  readonly negotiation: Pick<Negotiation, 'answer'>
}

/** The verb itself, which calls its other steps through its parts. */
type VerbHandler = { readonly handle: (call: ResourceCall) => Promise<Reply> }

/** The steps of each verb. */
export type Verbs = {
  readonly get: VerbHandler & {
    readonly plan: (query: URLSearchParams, dialect: Dialect) => GetPlan
  }
  readonly list: VerbHandler & {
    /** Reads the chunk that the query of a call requests. @throws 400, 410, 422, 504 */
    readonly readChunk: (call: ResourceCall) => Promise<ListPage>
    readonly options: (query: URLSearchParams) => ListOptions
    readonly plan: (options: ListOptions, dialect: Dialect) => ReadPlan
    readonly selector: (options: ListOptions, resource: Resource) => ObjectSelector | undefined
    readonly startPosition: (plan: ReadPlan, scope: ListScope, parts: Parts) => ReadPosition
    readonly readPage: (from: ReadPosition, view: ChunkQuery, parts: Parts) => Promise<ListPage>
  }
  readonly watch: VerbHandler & {
    readonly options: (query: URLSearchParams) => WatchOptions
    readonly plan: (options: WatchOptions, dialect: Dialect) => WatchPlan
    readonly selector: (options: WatchOptions, resource: Resource) => ObjectSelector | undefined
    readonly startPosition: (
      plan: WatchPlan,
      parts: Parts,
      client: IncomingRequest['client'],
    ) => Promise<WatchStart>
    /** Reads a page of the initial state. */
    readonly readPage: Verbs['list']['readPage']
    readonly eventForChange: (
      change: StoreChange,
      isSelected: (entry: StoredEntry) => boolean,
    ) => ObjectEvent | undefined
    /** In milliseconds. */
    readonly lifetimeMs: (options: Pick<WatchOptions, 'timeoutSeconds'>, parts: Parts) => number
    /** When the next bookmark is due, in milliseconds from the start of the watch. */
    readonly nextBookmarkMs: (time: WatchTime, intervalMs: number) => number
  }
  readonly create: VerbHandler
  readonly update: VerbHandler & {
    /** Refuses a write that is based on another version or uid (WRITE-009). */
    readonly checkPreconditions: (body: ApiObject, current: ApiObject, resource: Resource) => void
  }
  readonly delete: VerbHandler & {
    /** Returns the write of a delete on one object; also for collections and evictions. */
    readonly write: (
      place: Pick<WriteRequest, 'resource' | 'namespace' | 'name'>,
      options: DeleteOptions,
      parts: Parts,
    ) => WriteRequest
    readonly checkPreconditions: (
      options: Preconditions,
      current: ApiObject,
      resource: Resource,
    ) => void
  }
  readonly patch: VerbHandler
  readonly apply: VerbHandler
  readonly review: VerbHandler
  readonly evict: VerbHandler
  readonly bind: VerbHandler
  readonly issue: VerbHandler
  readonly log: VerbHandler
  readonly deletecollection: VerbHandler
  /** The only write path. */
  readonly performWrite: (write: WriteRequest, parts: Parts) => Promise<WriteOutcome>
  /** Waits until the cache shows a version. @throws 504 */
  readonly waitForRevision: (revision: Revision, parts: Parts, signal: AbortSignal) => Promise<void>
}

/** The types that clients define, and their controller. */
export type CustomTypes = {
  /** Returns the same list until a type changes. */
  readonly types: () => readonly Resource[]
  /** Calls `listener` whenever the list changes, until the returned function is called. */
  readonly onChange: (listener: () => void) => () => void
  /** Resolves when the definitions that the store held at the start are loaded. */
  readonly whenLoaded: () => Promise<void>
  /** Follows the definitions in the store and updates the types. */
  readonly startController: (parts: Parts) => Controller
}

/** An endpoint for paths that belong to no resource. */
export type NonResourceEndpoint = {
  readonly serves: (path: string, parts: Parts) => boolean
  /** Plain text is for probes: it is served for every method and every Accept header. */
  readonly returns: 'document' | 'text'
  /** The type of its document; without one, media types that need a type cannot be used. */
  readonly documentType?: TypeMeta
  /** The type of the alternative form of the document. */
  readonly convertedType?: (apiDomain: string) => TypeMeta
  /** Whether a genuine server serves it for every method. */
  readonly acceptsAnyMethod?: boolean
  readonly handle: (call: ApiCall) => Promise<Reply>
}

/** The endpoint of a request: the kind of its body and of its response, and its handler. */
export type Endpoint = {
  readonly accepts: 'object' | 'patch' | 'options' | 'nothing'
  /** Text for probes, a document of the server, one object, a list, or a stream of events. */
  readonly returns: 'text' | 'document' | 'object' | 'list' | 'watch'
  /** The type of the objects in requests and responses. */
  readonly resource?: Resource
  /** The types of a document in its two forms. */
  readonly document?: Pick<NonResourceEndpoint, 'documentType' | 'convertedType'>
  readonly handle: (call: ApiCall) => Promise<Reply>
}
