// Asks a backend whether the images of a pod are allowed (IMG-001 to IMG-013).

import type { ImageDecision, ImagePolicy, ImageReviewSpec } from '../../api/admission-settings.ts'
import { isJsonObject } from '../../api/object.ts'
import { forbidden } from '../../api/status.ts'
import type { AdmissionRequest } from '../../api/webhooks.ts'
import { jsonObjectIn } from '../../auth/webhooks/json-answer.ts'
import { postRepeatedly } from '../../auth/webhooks/post-repeatedly.ts'
import {
  createReviewCache,
  type ReviewCache,
  TooManyReviews,
} from '../../auth/webhooks/review-cache.ts'
import type { Parts } from '../../parts/parts.ts'
import type { AdmissionPlugin } from '../admission-plugin.ts'

/**
 * Refuses pods whose images the backend does not allow. Without a review, a pod is refused unless
 * the settings allow it.
 */
export const imagePolicyWebhook: AdmissionPlugin = {
  name: 'ImagePolicyWebhook',
  async check({ operation, resource, object, request }, parts) {
    const { imagePolicy, imagePolicyRules: rules } = parts
    if (!imagePolicy || !request || !rules.isReviewed(operation, request.info.subresource)) return
    const spec = rules.specOf(object, request.info)
    const because = await refusalOf({ spec, annotate: request.annotate }, imagePolicy, parts)
    if (because === undefined) return
    throw forbidden({ ...resource, name: object.metadata.name ?? '', because })
  },
}

/** Returns why the images are refused; undefined if they are allowed. */
async function refusalOf(
  { spec, annotate }: { spec: ImageReviewSpec; annotate: AdmissionRequest['annotate'] },
  policy: ImagePolicy,
  parts: Parts,
): Promise<string | undefined> {
  const { clock, dialect, imagePolicyRules: rules } = parts
  const review = () => reviewed(spec, policy, parts)
  try {
    const decision = await cacheOf(policy)(JSON.stringify(spec), { nowMs: clock.steady, review })
    for (const [key, value] of decision.auditAnnotations)
      annotate?.(rules.annotationKeyOf(key, dialect.apiDomain), value)
    return decision.isAllowed ? undefined : rules.refusalOf(decision)
  } catch (problem) {
    // The backend has given no answer, so the settings decide.
    const reason = problem instanceof Error ? problem.message : String(problem)
    parts.log(`the backend of the image policy has not answered: ${reason}`)
    // A client can bring about too many reviews, so they allow nothing.
    const isAllowed = policy.defaultAllow && !(problem instanceof TooManyReviews)
    return isAllowed ? undefined : `the images have not been reviewed: ${reason}`
  }
}

const reviewsMax = 1024

const caches = new WeakMap<ImagePolicy, ReviewCache<ImageDecision>>()

/** Returns the cache of a backend, which keeps decisions and not failures. */
function cacheOf(policy: ImagePolicy): ReviewCache<ImageDecision> {
  const { allowTtlMs, denyTtlMs } = policy
  const cache =
    caches.get(policy) ??
    createReviewCache({
      reviewsMax,
      ttlMsOf: ({ isAllowed }) => (isAllowed ? allowTtlMs : denyTtlMs),
    })
  caches.set(policy, cache)
  return cache
}

/** Rejects with an Error if the backend gives no review. */
async function reviewed(
  spec: ImageReviewSpec,
  { webhook, retryBackoffMs }: ImagePolicy,
  { clock, ids, dialect, imagePolicyRules: rules }: Parts,
): Promise<ImageDecision> {
  const sent = rules.reviewOf(spec, dialect.apiDomain)
  const context = { webhook, clock, random: ids.random, firstDelayMs: retryBackoffMs }
  const { text } = await postRepeatedly(sent, context)
  // A review without a type counts as the one that was requested.
  const { kind = sent.kind, apiVersion = sent.apiVersion, status } = jsonObjectIn(text)
  if (kind !== sent.kind || apiVersion !== sent.apiVersion)
    throw new Error(`expected an ${sent.kind} of ${sent.apiVersion}, got another type`)
  return rules.decisionOf(isJsonObject(status) ? status : {})
}
