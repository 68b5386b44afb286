import type { ApiObject } from '../api/object.ts'
import type { ResourceRequestInfo } from '../api/request.ts'
import type {
  AdmissionReview,
  AdmissionStep,
  MatchedResource,
  Webhook,
  WebhookAnswer,
  WebhookPhase,
} from '../api/webhooks.ts'
import type { AdmissionAttributes } from '../api/write.ts'

/** The admission webhooks, and the steps of a call. */
export type WebhookFunctions<Parts> = {
  readonly registry: WebhookRegistry<Parts>
  /** Returns the resource that a webhook is called about, if it is called. @throws Refusal */
  readonly matches: (
    webhook: Webhook,
    step: AdmissionStep,
    parts: Parts,
  ) => Promise<MatchedResource | undefined>
  readonly reviewOf: (
    webhook: Webhook,
    step: AdmissionStep,
    matched: MatchedResource,
    parts: Parts,
  ) => AdmissionReview
  /** Sends a review. Rejects with an Error if there is no valid answer. */
  readonly call: (
    webhook: Webhook,
    review: AdmissionReview,
    signal: AbortSignal,
  ) => Promise<WebhookAnswer>
  /** Returns the object after the patch of an answer. @throws Refusal 500 */
  readonly applyAnswer: (
    answer: WebhookAnswer,
    step: AdmissionStep,
    by: { readonly webhook: Webhook; readonly matched: MatchedResource },
    parts: Parts,
  ) => Promise<ApiObject | undefined>
  /** Calls the mutating webhooks of a write, and collects their warnings. @throws Refusal */
  readonly mutate: (
    attempt: AdmissionAttributes,
    warnings: string[],
    parts: Parts,
  ) => Promise<ApiObject>
  /** Calls the validating webhooks of a write, and collects their warnings. @throws Refusal */
  readonly validate: (
    attempt: AdmissionAttributes,
    warnings: string[],
    parts: Parts,
  ) => Promise<void>
}

/** The webhooks of the stored configurations. */
export type WebhookRegistry<Parts> = {
  /** Returns the webhooks that may match a request, in the order of their calls. */
  readonly candidates: (
    phase: WebhookPhase,
    info: ResourceRequestInfo,
  ) => readonly Webhook[] | Promise<readonly Webhook[]>
  /** Follows the configurations in the store. Requests wait until they have been read. */
  readonly startController: (parts: Parts) => {
    readonly whenIdle: () => Promise<void>
    readonly close: () => void
  }
}
