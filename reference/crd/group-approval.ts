// Some API groups are reserved for a community, whose approval a definition in them must name.

import { valueInvalid, valueRequired, type StatusCause } from '../api/status-causes.ts'
import type { Dialect } from '../api/dialect.ts'
import { type ApiObject, objectIn } from '../api/object.ts'
import { type DefinitionCondition, withCondition } from './definition-conditions.ts'

type Approval = NonNullable<Dialect['approval']>

type State = Pick<DefinitionCondition, 'status' | 'message'> & {
  readonly reason:
    | 'MissingAnnotation'
    | 'UnapprovedAnnotation'
    | 'ApprovedAnnotation'
    | 'InvalidAnnotation'
}

/** Returns whether a definition names its approval, or undefined if it needs none. */
function stateOf(
  { metadata, spec }: ApiObject,
  { annotation, domains, reason: because }: Approval,
): State | undefined {
  const { group } = objectIn(spec)
  const isOurs = (domain: string) => group === domain || String(group).endsWith(`.${domain}`)
  if (!domains.some(isOurs)) return undefined
  const said = metadata.annotations?.[annotation] ?? ''
  const needed = `protected groups must have approval annotation ${JSON.stringify(annotation)}`
  if (said === '') {
    return { status: 'False', reason: 'MissingAnnotation', message: `${needed}, ${because}` }
  }
  if (said.startsWith('unapproved')) {
    const message = `not approved: ${JSON.stringify(said)}`
    return { status: 'False', reason: 'UnapprovedAnnotation', message }
  }
  if (/^[a-z][\w+.-]*:\/\/[^/?#]/i.test(said) && URL.canParse(said)) {
    return { status: 'True', reason: 'ApprovedAnnotation', message: `approved in ${said}` }
  }
  const either = 'with either a URL or a reason starting with "unapproved"'
  const message = `${needed} ${either}, ${because}`
  return { status: 'False', reason: 'InvalidAnnotation', message }
}

/** Yields the fault of the approval. An unchanged state is not reported. */
export function* approvalCauses(
  object: ApiObject,
  old: ApiObject | undefined,
  approval: Approval,
): Iterable<StatusCause> {
  const state = stateOf(object, approval)
  if (!state || (old && stateOf(old, approval)?.reason === state.reason)) return
  const field = `metadata.annotations[${approval.annotation}]`
  if (state.reason === 'MissingAnnotation') yield valueRequired(field, state.message)
  if (state.reason === 'InvalidAnnotation') {
    yield valueInvalid(field, object.metadata.annotations?.[approval.annotation], state.message)
  }
}

/** Returns a definition with the condition of its approval, if it needs one. */
export function withApproval(object: ApiObject, approval: Approval, now: number): ApiObject {
  const state = stateOf(object, approval)
  if (!state) return object
  return withCondition(object, { type: 'KubernetesAPIApprovalPolicyConformant', ...state }, now)
}
