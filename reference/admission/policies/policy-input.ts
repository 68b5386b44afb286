// The values of the variables of a policy's expressions.

import type { AccessAnswer, AccessQuestion } from '../../api/access.ts'
import type { ApiObject } from '../../api/object.ts'
import type { PolicyInput } from '../../api/policy-input.ts'
import type { RequestInfo, User } from '../../api/request.ts'
import type { AdmissionStep, MatchedResource } from '../../api/webhooks.ts'
import { decideAccess } from '../../auth/authorizers.ts'
import type { Parts } from '../../parts/parts.ts'
import { namespaceOf } from '../match-step.ts'
import { requestOf, shownIn } from '../webhooks/review.ts'

/** Returns what is the same for all policies of a step: the namespace, and access decisions. */
export async function policyScope(step: AdmissionStep, parts: Parts): Promise<PolicyScope> {
  const { info } = step.request
  const isNamespace = info.group === '' && info.resource === 'namespaces'
  const isOfCluster = step.namespace === '' || isNamespace
  return {
    ...accessScope(step, parts),
    namespaceObject: isOfCluster ? null : await namespaceOf(step.namespace, parts),
  }
}

export type PolicyScope = Pick<PolicyInput, 'namespaceObject' | 'requestResource' | 'askAccess'>

/** Returns how the expressions of a step ask for access. */
export function accessScope(
  { request: { info, user }, namespace, name }: AdmissionStep,
  parts: Parts,
): Omit<PolicyScope, 'namespaceObject'> {
  const { group, version, resource, subresource } = info
  return {
    requestResource: { group, version, resource, subresource, namespace, name },
    askAccess: question => answerOf(question, user, parts),
  }
}

/** Returns the input of a policy that matched a step, with one parameter. */
export function policyInput(
  { step, matched, params }: PolicyStep,
  scope: PolicyScope,
  parts: Parts,
): PolicyInput {
  const { object: _object, oldObject: _old, ...request } = requestOf(step, matched, parts)
  return {
    ...scope,
    object: shownIn(matched, step.object) ?? null,
    oldObject: shownIn(matched, step.old) ?? null,
    request,
    params,
  }
}

export type PolicyStep = {
  readonly step: AdmissionStep
  readonly matched: MatchedResource
  readonly params: ApiObject | null
}

async function answerOf(question: AccessQuestion, user: User, parts: Parts): Promise<AccessAnswer> {
  const { account, ...asked } = question
  const subject = account ? serviceAccount(account) : user
  const info: RequestInfo =
    'path' in asked
      ? { on: 'path', path: asked.path, verb: asked.verb }
      : { on: 'resource', path: '', ...asked, selectedName: '' }
  const { is, reason = '', fault } = await decideAccess(subject, info, parts)
  return { isAllowed: is === 'allow', reason, ...(fault !== undefined && { fault }) }
}

const serviceAccount = ({ namespace, name }: { namespace: string; name: string }): User => ({
  name: `system:serviceaccount:${namespace}:${name}`,
  uid: '',
  groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
})
