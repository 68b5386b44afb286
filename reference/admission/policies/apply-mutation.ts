// Applies the change that a mutating policy makes.

import type { ApiObject } from '../../api/object.ts'
import type { PolicyMutation } from '../../api/policies.ts'
import { objectFromView } from '../../api/resource.ts'
import type { AdmissionStep, MatchedResource } from '../../api/webhooks.ts'
import { runYielding, yieldAfter } from '../../lib/event-loop.ts'
import type { Parts } from '../../parts/parts.ts'
import { decodeChanged, patched } from '../webhooks/apply-answer.ts'
import { internalError } from '../webhooks/refusals.ts'
import { shownIn } from '../webhooks/review.ts'

/**
 * Returns the object after a change, in its stored form. Rejects with an Error, or with a Refusal
 * 500 if the result is no object of its type.
 */
export async function applyMutation(
  mutation: PolicyMutation,
  { object, old }: AdmissionStep,
  matched: MatchedResource,
  parts: Parts,
): Promise<ApiObject> {
  if (!object) throw new Error('the request has no object to change')
  const { resource } = matched
  const shown = shownIn(matched, object) ?? object
  const changed = await changedBy(mutation, shown, matched, parts)
  try {
    const decoded = await decodeChanged(changed, matched, parts)
    const filled = resource.defaults ? resource.defaults(decoded) : decoded
    return objectFromView(resource, filled, old ?? object)
  } catch (error) {
    // Not a fault of the client, and no failure that a policy may ignore.
    throw internalError(textOf(error))
  }
}

async function changedBy(
  mutation: PolicyMutation,
  shown: ApiObject,
  matched: MatchedResource,
  parts: Parts,
): Promise<unknown> {
  if (mutation.is === 'applyConfiguration') {
    try {
      const task = parts.policies.applyConfiguration(
        shown,
        mutation.configuration,
        matched.resource,
      )
      return await runYielding(task, yieldAfter(parts.limits.yieldAfterMs))
    } catch (error) {
      throw new Error(`error applying patch: ${textOf(error)}`, { cause: error })
    }
  }
  try {
    return await patched(shown, mutation.operations, matched, parts)
  } catch (error) {
    const reason = textOf(error)
    const failed = mutation.operations[Number(/^\[(\d+)\]/.exec(reason)?.[1])]
    // A failed test leaves the object as it is.
    if (failed?.op === 'test') return shown
    throw new Error(`JSON Patch: ${reason}`, { cause: error })
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
