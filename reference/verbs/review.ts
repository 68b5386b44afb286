import type { Reply } from '../api/request.ts'
import { type ApiObject, timestamp } from '../api/object.ts'
import type { Parts, ResourceCall } from '../parts/parts.ts'
import { storeKeyOf } from '../api/resource.ts'
import { invalidObject } from '../api/status.ts'
import { InvalidReview } from '../api/invalid-review.ts'
import type { Revision } from '../api/store.ts'
import { runToEnd } from '../lib/event-loop.ts'
import { admitOperation } from './admit-operation.ts'
import { objectReply } from './replies.ts'
import { withManagedFieldsAfter } from './write-managed-fields.ts'

/** Returns what the answer repeats of the question: of reviews about their sender, nothing. */
function repeated({ apiVersion, kind, ...question }: ApiObject, { clock }: Parts): ApiObject {
  if (kind === 'SelfSubjectReview')
    return { apiVersion, kind, metadata: { creationTimestamp: timestamp(clock.now()) } }
  if (kind === 'SelfSubjectRulesReview') return { apiVersion, kind, metadata: {}, spec: {} }
  return { apiVersion, kind, ...question }
}

/** POST of a review: returns it with the answer in `status` (PATH-030, PATH-032). */
export async function answerReview(call: ResourceCall): Promise<Reply> {
  const { http, user, info, resource, negotiation, parts } = call
  // A dry run is the same as the request, since a review changes nothing. Only the option is
  // validated.
  const isDryRun = parts.stages.isDryRun(http.query, 'CreateOptions', parts.dialect)
  const level = parts.stages.validationLevel(http.query, 'CreateOptions', parts.dialect)
  const manager = parts.stages.fieldManager(http, 'CreateOptions', parts.dialect)
  const target = { resource, mediaType: negotiation.body, level }
  const { object, warnings } = runToEnd(parts.stages.decode(await http.body(), target, parts))
  const placed = parts.metadataRules.placeInPath(object, info, resource)
  const owned = await withManagedFieldsAfter(placed, undefined, { ...call, manager })
  const { object: question, warnings: advice } = await admitOperation(call, owned, isDryRun)
  try {
    const status = await parts.reviewAnswers[resource.kind]?.(question, { ...parts, user })
    const value = parts.stages.encodeStored({ ...repeated(question, parts), status })
    const entry = { key: storeKeyOf(resource, info), revision: '' as Revision, value }
    return objectReply(call, {
      status: parts.dialect.createdStatus,
      entry,
      warnings: [...warnings, ...advice],
    })
  } catch (error) {
    // A genuine server does not name the kind.
    if (error instanceof InvalidReview)
      throw invalidObject({ group: resource.group, kind: '', name: '' }, error.causes)
    throw error
  }
}
