import type { ApiObject, JsonObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import type { StoredEntry } from '../api/store.ts'
import type {
  ConversionReview,
  ConversionWebhook,
  VersionConversion,
} from '../api/version-conversion.ts'
import type { ChangeSource } from '../api/watch.ts'

/** The conversion of custom objects by webhooks, and the steps of a call. */
export type ConversionFunctions<Parts> = {
  /**
   * Returns entries in the version of a type: their values are what the store would hold in that
   * version. `recent` results may be used for lists and watches. No further conversion begins after
   * the signal has fired. @throws Refusal 500; 504 after the signal
   */
  readonly entriesIn: (
    entries: readonly StoredEntry[],
    wanted: {
      readonly resource: Resource
      readonly results: 'new' | 'recent'
      readonly signal?: AbortSignal | undefined
    },
    parts: Parts,
  ) => Promise<StoredEntry[]>
  /** Returns an object in a version. @throws Refusal 500 */
  readonly objectIn: (
    object: ApiObject,
    apiVersion: string,
    by: VersionConversion,
    parts: Parts,
  ) => Promise<ApiObject>
  /** Returns the changes of the store, with those of a type in its version, in their order. */
  readonly changesIn: (resource: Resource, parts: Parts) => ChangeSource
  readonly reviewOf: (
    objects: readonly ApiObject[],
    apiVersion: string,
    webhook: ConversionWebhook,
    parts: Parts,
  ) => ConversionReview
  /** Sends a review. Rejects with an Error if there is no answer in time. */
  readonly send: (
    webhook: ConversionWebhook,
    review: ConversionReview,
    parts: Parts,
  ) => Promise<JsonObject>
  /**
   * Returns the objects of an answer: the metadata of the given objects, with the labels and
   * annotations of the answer. @throws Error if the answer is invalid or reports a failure
   */
  readonly resultsOf: (
    answer: JsonObject,
    review: ConversionReview,
    objects: readonly ApiObject[],
  ) => readonly ApiObject[]
}
