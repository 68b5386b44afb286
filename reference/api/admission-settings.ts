// The settings of admission plug-ins that the files of flags configure.

import type { PodFaults } from './pod-security.ts'
import type { WebhookAddress } from './authentication.ts'
import type { ApiObject, JsonObject } from './object.ts'
import type { WriteOperation } from './write.ts'

export type EventLimitType = 'Server' | 'Namespace' | 'User' | 'SourceAndObject'

/** A limit of the plug-in EventRateLimit (RATE-003 to RATE-007). */
export type EventLimit = {
  readonly type: EventLimitType
  /** How many events a second are admitted once the burst is used. */
  readonly qps: number
  /** The largest allowance of a bucket, in events. */
  readonly burst: number
  /** How many buckets are kept; without effect for the type Server. */
  readonly cacheSize: number
}

/** The event of a write, as far as limits distinguish it. */
export type RatedEvent = {
  readonly namespace: string
  readonly userName: string
  /** The members of the source, then those of the object that the event is about. */
  readonly sourceAndObject: readonly string[]
}

/** An allowance of events. `take` reports whether one was left. */
export type TokenBucket = { readonly take: () => boolean }

/** The buckets of one limit. */
export type Buckets = { readonly of: (key: string) => TokenBucket }

/** The functions of the plug-in EventRateLimit. */
export type EventLimitRules = {
  /** Returns the values that events of one bucket share. */
  readonly keyOf: (type: EventLimitType, event: RatedEvent) => readonly string[]
  /** Returns a full bucket; `nowMs` is a clock in milliseconds. */
  readonly newBucket: (limit: EventLimit, nowMs: () => number) => TokenBucket
  readonly newBuckets: (limit: EventLimit, newBucket: () => TokenBucket) => Buckets
  /** Whether limits with these results refuse an event; true stands for a limit that admits it. */
  readonly isRefused: (results: readonly boolean[]) => boolean
}

/** The settings of the plug-in ImagePolicyWebhook. */
export type ImagePolicy = {
  readonly webhook: WebhookAddress
  /** How long a positive and a negative review are kept, in milliseconds; 0 keeps none. */
  readonly allowTtlMs: number
  readonly denyTtlMs: number
  /** The time before the second attempt of a review, in milliseconds. */
  readonly retryBackoffMs: number
  /** Whether pods are admitted if there is no review. */
  readonly defaultAllow: boolean
}

/** What a backend is asked about a pod (IMG-002 to IMG-007). */
export type ImageReviewSpec = {
  readonly containers?: readonly { readonly image: string }[]
  readonly annotations?: { readonly [key: string]: string }
  readonly namespace: string
}

/** The answer of a backend. */
export type ImageDecision = {
  readonly isAllowed: boolean
  readonly reason: string
  readonly auditAnnotations: readonly (readonly [key: string, value: string])[]
}

/** The functions of the plug-in ImagePolicyWebhook. */
export type ImagePolicyRules = {
  /** Whether a write of a pod, or of a subresource of it, is reviewed (IMG-013). */
  readonly isReviewed: (operation: WriteOperation, subresource: string) => boolean
  readonly specOf: (pod: ApiObject, path: ReviewedPath) => ImageReviewSpec
  /** Returns the document to send; `apiDomain` is that of the server. */
  readonly reviewOf: (spec: ImageReviewSpec, apiDomain: string) => JsonObject
  /** Reads the member `status` of an answer (IMG-008). */
  readonly decisionOf: (status: JsonObject) => ImageDecision
  /** Returns the key of an annotation of the backend in audit events (IMG-012). */
  readonly annotationKeyOf: (key: string, apiDomain: string) => string
  /** Returns why a pod is refused. */
  readonly refusalOf: (decision: ImageDecision) => string
}

/** The path of a request that writes a pod; `subresource` is empty for the pod itself. */
export type ReviewedPath = { readonly namespace: string; readonly subresource: string }

/** A type whose objects need a quota for what they use, if its name contains one of these texts. */
export type LimitedResource = {
  readonly group: string
  readonly resource: string
  readonly matchContains: readonly string[]
}

/** The admission plug-ins of a server that flags switch and configure. */
export type PluginSettings = {
  /** If absent, objects that no quota covers are not limited. */
  readonly limitedResources?: readonly LimitedResource[]
  /** The names of plug-ins that are switched off. */
  readonly disabledPlugins?: ReadonlySet<string>
  /** If absent, events are not limited. */
  readonly eventLimits?: readonly EventLimit[]
  /** If absent, images are not reviewed. */
  readonly imagePolicy?: ImagePolicy
}

/** The admission plug-ins that flags switch and configure, and their functions. */
export type PluginParts = PluginSettings & {
  readonly eventLimitRules: EventLimitRules
  readonly imagePolicyRules: ImagePolicyRules
  readonly podFaults: PodFaults
}
