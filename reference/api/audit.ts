// Audit: what a policy says about requests, what is known about one, and where events go.

import type { WebhookAddress } from './authentication.ts'
import type { Dial } from './egress.ts'
import type { Clock } from './clock.ts'
import type { JsonObject } from './object.ts'
import type { IncomingRequest, RequestInfo, User } from './request.ts'

/** The levels, in their order: each records what those before it record, and more. */
export const auditLevels = ['None', 'Metadata', 'Request', 'RequestResponse'] as const
export type AuditLevel = (typeof auditLevels)[number]

export type AuditStage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic'

/** What applies to all rules of a policy, unless a rule has its own. */
type AuditOmissions = {
  readonly omitStages?: readonly AuditStage[]
  readonly omitManagedFields?: boolean
}

/** Resources of one group. Empty lists match everything (AUDIT-048 to AUDIT-052). */
export type AuditedResources = {
  readonly group?: string
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
}

/** A rule of a policy, whose fields all have to match (AUDIT-037). */
export type AuditRule = AuditOmissions & {
  readonly level: AuditLevel
  readonly users?: readonly string[]
  readonly userGroups?: readonly string[]
  readonly verbs?: readonly string[]
  readonly resources?: readonly AuditedResources[]
  readonly namespaces?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

/** A policy, as its file has it. The first rule that matches applies (AUDIT-028). */
export type AuditPolicy = AuditOmissions & { readonly rules: readonly AuditRule[] }

/** What a policy knows about a request. Without authentication there is no user. */
export type AuditedRequest = { readonly user: User | undefined; readonly info: RequestInfo }

/** What is recorded of a request. */
export type AuditDecision = Required<AuditOmissions> & { readonly level: AuditLevel }

/** What is known about a request at a stage. Times are in milliseconds since 1970. */
export type AuditRecord = AuditedRequest & {
  readonly id: string
  /** The path and the query as they were sent. */
  readonly uri: string
  readonly headers: IncomingRequest['headers']
  /** The address of the connection. */
  readonly address: string
  readonly decision: AuditDecision
  readonly impersonated: User | undefined
  readonly receivedAtMs: number
  readonly stageAtMs: number
  readonly annotations: ReadonlyMap<string, string>
  /** The status of the response, once there is one. */
  readonly code: number | undefined
  /** The Status in the response, if it has one: of a failure or a deletion. */
  readonly result: JsonObject | undefined
  /**
   * The documents in the bodies of the request and of the response, as far as they are known. That
   * of a response can be encoded already.
   */
  readonly requestObject: unknown
  readonly responseObject: unknown
}

/** The functions that decide on and make events. */
export type AuditRules = {
  /** Whether a rule applies to a request. */
  readonly matches: (rule: AuditRule, request: AuditedRequest) => boolean
  readonly decisionOf: (
    policy: AuditPolicy,
    request: AuditedRequest,
    matches: AuditRules['matches'],
  ) => AuditDecision
  /** Returns the event of a stage; `apiDomain` is that of the server. */
  readonly eventOf: (record: AuditRecord, stage: AuditStage, apiDomain: string) => JsonObject
  /** Returns the body that a webhook receives, for events as JSON texts (AUDIT-026). */
  readonly listOf: (events: readonly string[], apiDomain: string) => string
}

/** An event as a JSON text in UTF-8. A long one is in pieces, so that no step handles all of it. */
export type EncodedEvent = { readonly pieces: readonly Buffer[]; readonly bytes: number }

/** A place for events. */
export type AuditSink = {
  readonly name: string
  /** Opens it. @throws Error if it cannot be used */
  readonly open: (context: AuditSinkContext) => Promise<void>
  /**
   * Takes an event. `shortened` returns it without the objects in it. False if the request must not
   * be served without it.
   */
  readonly write: (event: EncodedEvent, shortened: () => EncodedEvent) => Promise<boolean>
  /** Stores the rest within a limited time. */
  readonly close: () => Promise<void>
  readonly counts: () => AuditCounts
}

/** How many events a sink has taken, and how many of them are lost. */
export type AuditCounts = { readonly taken: number; readonly lost: number }

/** What a sink needs of its server. */
export type AuditSinkContext = {
  readonly clock: Pick<Clock, 'now' | 'steady' | 'after'>
  readonly random: () => number
  readonly log: (what: string) => void
  readonly listOf: (events: readonly string[]) => string
  /** Makes the connections to webhooks, if they are not direct. */
  readonly dial?: Dial | undefined
}

export const auditModes = ['batch', 'blocking', 'blocking-strict'] as const
export type AuditMode = (typeof auditModes)[number]

/** How events are collected in the mode `batch`. */
export type AuditBatching = {
  /** The largest number of events that wait. */
  readonly bufferSize: number
  readonly maxSize: number
  readonly maxWaitMs: number
  /** How many batches are sent a second, and at once; absent without a limit. */
  readonly throttle?: { readonly qps: number; readonly burst: number }
}

/** How long events may be, in bytes. */
export type AuditTruncation = {
  /** A longer event loses the objects in it; if it is still longer, it is lost. */
  readonly eventBytesMax: number
  /** A list that would be longer is sent in parts. */
  readonly batchBytesMax: number
}

/** The settings of one sink. Without a truncation events have any length. */
export type AuditSinkSettings = {
  readonly mode: AuditMode
  readonly batching: AuditBatching
  readonly truncation?: AuditTruncation
} & (
  | {
      readonly kind: 'log'
      /** A path, or `-` for standard output. */
      readonly path: string
      /** The size at which the file is replaced, in bytes; 0 for none. */
      readonly bytesMax: number
      /** How long and how many replaced files are kept; 0 without a limit. */
      readonly ageMsMax: number
      readonly backupsMax: number
    }
  | {
      readonly kind: 'webhook'
      readonly webhook: WebhookAddress
      readonly firstDelayMs: number
    }
)

/** The settings of the audit of a server. */
export type AuditSettings = {
  readonly policy: AuditPolicy
  readonly sinks: readonly AuditSinkSettings[]
}

/** The audit of a server; absent without a policy. */
export type AuditParts = {
  readonly audit?: { readonly policy: AuditPolicy; readonly sinks: readonly AuditSink[] }
  readonly auditRules: AuditRules
}
