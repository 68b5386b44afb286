// Applies the answer of a mutating webhook.

import type { ApiObject } from '../../api/object.ts'
import { Refusal } from '../../api/refusal.ts'
import { objectFromView, storageResourceOf } from '../../api/resource.ts'
import type { AdmissionStep, MatchedResource, Webhook, WebhookAnswer } from '../../api/webhooks.ts'
import { runYielding, UnfinishedTask, yieldAfter } from '../../lib/event-loop.ts'
import type { Parts } from '../../parts/parts.ts'
import { internalError } from './refusals.ts'
import { shownIn } from './review.ts'

/**
 * Returns the object after the patch of an answer, in its stored form. Rejects with a Refusal 500
 * if the patch cannot be applied or its result is no object of the type.
 */
export async function applyAnswer(
  { patch }: WebhookAnswer,
  step: AdmissionStep,
  { webhook, matched }: { readonly webhook: Webhook; readonly matched: MatchedResource },
  parts: Parts,
): Promise<ApiObject | undefined> {
  const { object, old } = step
  if (!patch) return object
  if (!object)
    throw internalError(
      `admission webhook "${webhook.name}" attempted to modify the object, ` +
        'which is not supported for this operation',
    )
  const { resource } = matched
  try {
    const shown = shownIn(matched, object) ?? object
    const decoded = await decodeChanged(await patched(shown, patch, matched, parts), matched, parts)
    const filled = resource.defaults ? resource.defaults(decoded) : decoded
    const base = old ?? object
    const next = objectFromView(resource, filled, matched.converted?.get(base) ?? base)
    const { conversion } = storageResourceOf(resource)
    return conversion && matched.converted
      ? await parts.conversion.objectIn(next, object.apiVersion ?? '', conversion, parts)
      : next
  } catch (error) {
    if (error instanceof Refusal || error instanceof Error) throw internalError(error.message)
    throw error
  }
}

/** Returns the document after a JSON patch. Rejects with a Refusal if it cannot be applied. */
export async function patched(
  shown: ApiObject,
  patch: readonly unknown[],
  { resource }: MatchedResource,
  parts: Parts,
): Promise<unknown> {
  const apply = parts.patchTypes['application/json-patch+json']
  if (!apply) throw new Error('this server has no JSON patch')
  const by = { schema: resource.schema(), limits: parts.limits, dialect: parts.dialect }
  const begun = apply(shown, patch, by)
  return begun instanceof UnfinishedTask
    ? runYielding(begun.rest, yieldAfter(parts.limits.yieldAfterMs))
    : begun
}

/** Returns a changed document as an object of its type. Rejects with a Refusal 400. */
export async function decodeChanged(
  value: unknown,
  { resource }: MatchedResource,
  parts: Parts,
): Promise<ApiObject> {
  const task = parts.stages.checkBody({ value, duplicates: [] }, { resource, level: 'Ignore' })
  return (await runYielding(task, yieldAfter(parts.limits.yieldAfterMs))).object
}
