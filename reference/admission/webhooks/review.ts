// Makes the reviews that webhooks are sent.

import { userInfo } from '../../auth/reviews.ts'
import type { ApiObject, JsonObject } from '../../api/object.ts'
import type {
  AdmissionReview,
  AdmissionStep,
  MatchedResource,
  Webhook,
} from '../../api/webhooks.ts'
import type { Parts } from '../../parts/parts.ts'

/** Returns the review of a step, with objects in the version that matched (ADM-003 to ADM-017). */
export const reviewOf = (
  webhook: Webhook,
  step: AdmissionStep,
  matched: MatchedResource,
  parts: Parts,
): AdmissionReview => ({
  kind: 'AdmissionReview',
  apiVersion: `admission.${parts.dialect.apiDomain}/${webhook.reviewVersion}`,
  request: { ...requestOf(step, matched, parts), uid: parts.ids.uid() },
})

/** Returns the request of a review, without its uid. */
export function requestOf(
  step: AdmissionStep,
  matched: MatchedResource,
  { dialect }: Pick<Parts, 'dialect'>,
): JsonObject {
  const { request, operation, name, namespace, isDryRun } = step
  const { info, resource } = request
  const { resource: shown, plural } = matched
  const { subresource } = info
  // The path of `scale` has the group and version of its parent; the object has others.
  const path =
    shown === resource
      ? { group: info.group, version: info.version }
      : { group: shown.group, version: shown.version }
  return {
    kind: kindOf(shown),
    resource: { ...path, resource: plural },
    ...(subresource !== '' && { subResource: subresource }),
    requestKind: kindOf(resource),
    requestResource: { group: info.group, version: info.version, resource: info.resource },
    ...(subresource !== '' && { requestSubResource: subresource }),
    ...(name !== '' && { name }),
    ...(namespace !== '' && { namespace }),
    operation,
    userInfo: userInfo(request.user),
    object: shownIn(matched, step.object) ?? null,
    oldObject: shownIn(matched, step.old) ?? null,
    dryRun: isDryRun,
    options: {
      kind: optionsKinds[operation],
      apiVersion: `meta.${dialect.apiDomain}/v1`,
      ...request.options,
    },
  }
}

const optionsKinds = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' }

const kindOf = ({ group, version, kind }: MatchedResource['resource']) => ({ group, version, kind })

/** Converts a stored object to the form of a resource. */
export function shownIn(
  { resource: { view }, converted }: MatchedResource,
  object: ApiObject | undefined,
): ApiObject | undefined {
  if (!object) return undefined
  const inVersion = converted?.get(object) ?? object
  return view ? view.toView(inVersion) : inVersion
}
