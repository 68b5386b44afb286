// Answers reviews: questions about users and their rights. The answer is in `status`; nothing is
// stored.

import type { ReviewKind } from '../api/access.ts'
import type { RequestInfo, User } from '../api/request.ts'
import { isJsonObject, type JsonObject, objectIn } from '../api/object.ts'
import { badRequest } from '../api/status.ts'
import type { StatusCause } from '../api/status-causes.ts'
import type { Parts, ReviewAnswer } from '../parts/parts.ts'
import { InvalidReview } from '../api/invalid-review.ts'
import { withAuthenticatedGroup } from './allow-rules.ts'
import { decideAccess, rulesOfUser } from './authorizers.ts'
import { bearerOf } from './bearer-tokens.ts'
import { audienceFault } from './service-accounts.ts'
import { accessReviewFaults, localAccessReviewFaults, textIn } from './review-faults.ts'
import { ignoredSelectors, usableSelectors } from './review-selectors.ts'

/** The parts of the server and the sender of the review. */
type Known = Parts & { readonly user: User }

/** Returns the status of a review, by its kind. @throws InvalidReview, Refusal 400 */
export const reviewAnswers: { readonly [kind in ReviewKind]: ReviewAnswer } = {
  SubjectAccessReview: (review, parts) => {
    requireNoFaults(accessReviewFaults(review, 'named'))
    return mayDo(subjectOf(review.spec), review.spec, parts)
  },
  LocalSubjectAccessReview: (review, parts) => {
    requireNoFaults(localAccessReviewFaults(review))
    return mayDo(subjectOf(review.spec), review.spec, parts)
  },
  SelfSubjectAccessReview: (review, parts) => {
    requireNoFaults(accessReviewFaults(review, 'sender'))
    return mayDo(parts.user, review.spec, parts)
  },
  SelfSubjectRulesReview: ({ spec }, parts) => {
    const namespace = textIn(spec, 'namespace')
    if (namespace === '') throw badRequest('no namespace on request')
    const { isComplete, ...rules } = rulesOfUser(parts.user, namespace, parts)
    return {
      ...rules,
      incomplete: !isComplete,
      ...(!isComplete && {
        evaluationError: 'webhook authorizer does not support user rule resolution',
      }),
    }
  },
  SelfSubjectReview: (_, { user }) => ({ userInfo: userInfo(user) }),
  TokenReview: async ({ spec }, parts) => {
    const token = textIn(spec, 'token')
    if (token === '') throw badRequest('token is required for TokenReview in authentication')
    const requested = audiencesOf(spec, parts)
    const found = await bearerOf(token, requested, parts)
    if ('fault' in found) return refusedToken(found.fault)
    // A token that does not say for whom it is meant is meant for this server alone.
    const { issuer } = parts.serviceAccountTokens
    const { user, audiences = requested.filter(one => one === issuer) } = found
    if (audiences.length === 0) return refusedToken(audienceFault([issuer], requested))
    return { authenticated: true, user: userInfo(withAuthenticatedGroup(user)), audiences }
  },
}

function requireNoFaults(causes: readonly StatusCause[]): void {
  if (causes.length > 0) throw new InvalidReview(causes)
}

const refusedToken = (error: string): JsonObject => ({ user: {}, error })

/** Returns the accepted audiences of a token: this server, unless the review names others. */
function audiencesOf(spec: unknown, { serviceAccountTokens }: Known): readonly string[] {
  const { audiences } = isJsonObject(spec) ? spec : {}
  const isNamed = Array.isArray(audiences) && audiences.length > 0
  return isNamed ? audiences.map(String) : [serviceAccountTokens.issuer]
}

/** Returns the attributes of a user as reviews show them. */
export const userInfo = ({ name, uid, groups, extra = {} }: User): JsonObject => ({
  username: name,
  ...(uid !== '' && { uid }),
  groups,
  ...(Object.keys(extra).length > 0 && { extra }),
})

async function mayDo(user: User, spec: unknown, parts: Parts): Promise<JsonObject> {
  const { is, reason, fault } = await decideAccess(user, requestOf(spec), parts)
  const faults = [...(fault === undefined ? [] : [fault]), ...ignoredSelectors(spec)]
  return {
    allowed: is === 'allow',
    ...(is === 'deny' && { denied: true }),
    ...(reason !== undefined && { reason }),
    ...(faults.length > 0 && { evaluationError: faults.join('; ') }),
  }
}

function subjectOf(spec: unknown): User {
  const { groups, extra } = objectIn(spec)
  const attributes = isJsonObject(extra) ? Object.entries(extra) : []
  return {
    name: textIn(spec, 'user'),
    uid: textIn(spec, 'uid'),
    groups: Array.isArray(groups) ? groups.map(String) : [],
    ...(attributes.length > 0 && {
      extra: Object.fromEntries(
        attributes.map(([key, values]) => [key, Array.isArray(values) ? values.map(String) : []]),
      ),
    }),
  }
}

/** Returns the request that a review is about, as the path would describe it. */
function requestOf(spec: unknown): RequestInfo {
  const { resourceAttributes: on, nonResourceAttributes: path } = objectIn(spec)
  if (isJsonObject(path)) {
    return { on: 'path', path: textIn(path, 'path'), verb: textIn(path, 'verb') }
  }
  const word = (member: string) => textIn(on, member)
  return {
    on: 'resource',
    path: '',
    verb: word('verb'),
    group: word('group'),
    // As in genuine servers, a review without a version is about all of them.
    version: word('version') || '*',
    resource: word('resource'),
    subresource: word('subresource'),
    namespace: word('namespace'),
    name: word('name'),
    selectedName: '',
    selectors: usableSelectors(on),
    isAsked: true,
  }
}
