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

/** Sets the creation time of a SelfSubjectReview, as a genuine server does. */
const dated = (question: ApiObject, kind: string, { clock }: Parts): ApiObject =>
  kind === 'SelfSubjectReview'
    ? {
        ...question,
        metadata: { ...question.metadata, creationTimestamp: timestamp(clock.now()) },
      }
    : question

/** POST of a review: returns it with the answer in `status` (PATH-030, PATH-032). */
export async function answerReview(call: ResourceCall): Promise<Reply> {
  const { http, user, info, resource, negotiation, parts } = call
  // A dry run is the same as the request, since a review changes nothing. Only the option is
  // validated.
  const isDryRun = parts.stages.isDryRun(http.query, 'CreateOptions', parts.dialect)
  const level = parts.stages.validationLevel(http.query, 'CreateOptions', parts.dialect)
  const target = { resource, mediaType: negotiation.body, level }
  const { object, warnings } = runToEnd(parts.stages.decode(await http.body(), target, parts))
  const placed = parts.metadataRules.placeInPath(object, info, resource)
  const { object: question, warnings: advice } = await admitOperation(call, placed, isDryRun)
  try {
    const status = await parts.reviewAnswers[resource.kind]?.(question, { ...parts, user })
    const value = parts.stages.encodeStored({ ...dated(question, resource.kind, parts), status })
    const entry = { key: storeKeyOf(resource, info), revision: '' as Revision, value }
    return objectReply(call, {
      status: parts.dialect.createdStatus,
      entry,
      warnings: [...warnings, ...advice],
    })
  } catch (error) {
    if (error instanceof InvalidReview)
      throw invalidObject({ ...resource, name: '' }, [error.statusCause])
    throw error
  }
}
