// The conversion of custom objects between versions by a webhook. Types without one convert in
// their own functions, without waiting.

import type { Agent } from 'node:https'
import type { ServiceReference } from './egress.ts'

import type { ApiObject, JsonObject } from './object.ts'

/** The webhook of a definition. */
export type ConversionWebhook = {
  readonly url: URL
  /** Present if the webhook is registered with a service, whose endpoints are called. */
  readonly service?: ServiceReference
  readonly reviewVersion: 'v1' | 'v1beta1'
  /** Keeps the connections. */
  readonly agent: Agent
  /** Fires when the definition has no longer this webhook, or these versions. */
  readonly retired: AbortSignal
  /** Distinguishes its results from those of others. Results of a former webhook are not used. */
  readonly id: number
}

/** How the objects of a path are converted. */
export type VersionConversion = {
  readonly webhook: ConversionWebhook
  /** The version of the path, as `<group>/<version>`. */
  readonly apiVersion: string
  /** The version in which objects are stored. */
  readonly storedVersion: string
  /** Prunes an object by the schema of its own version, and sets the defaults of that version. */
  readonly filled: (stored: ApiObject) => ApiObject
  /** Prunes an object by the schema of its own version. */
  readonly pruned: (object: ApiObject) => ApiObject
}

/** A review as it is sent. */
export type ConversionReview = {
  readonly apiVersion: string
  readonly kind: 'ConversionReview'
  readonly request: {
    readonly uid: string
    readonly desiredAPIVersion: string
    readonly objects: readonly JsonObject[]
  }
}
