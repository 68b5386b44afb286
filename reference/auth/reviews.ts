// Answers reviews: questions about users and their rights. The answer is in `status`; nothing is
// stored.

import type { ReviewKind } from '../api/access.ts'
import type { RequestInfo, User } from '../api/request.ts'
import { isJsonObject, type JsonObject } from '../api/object.ts'
import type { Parts, ReviewAnswer } from '../parts/parts.ts'
import { InvalidReview } from '../api/invalid-review.ts'
import { withAuthenticatedGroup } from './allow-rules.ts'
import { decideAccess, rulesOfUser } from './authorizers.ts'
import { bearerOf } from './bearer-tokens.ts'

/** The parts of the server and the sender of the review. */
type Known = Parts & { readonly user: User }

/** Returns the status of a review, by its kind. @throws InvalidReview */
export const reviewAnswers: { readonly [kind in ReviewKind]: ReviewAnswer } = {
  SubjectAccessReview: ({ spec }, parts) => mayDo(subjectOf(spec), requestOf(spec), parts),
  LocalSubjectAccessReview: ({ spec, metadata }, parts) => {
    const info = requestOf(spec)
    if (info.on === 'path' || info.namespace !== metadata.namespace) {
      throw new InvalidReview(
        'spec.resourceAttributes.namespace',
        'Invalid value: must match metadata.namespace',
      )
    }
    return mayDo(subjectOf(spec), info, parts)
  },
  SelfSubjectAccessReview: ({ spec }, parts) => mayDo(parts.user, requestOf(spec), parts),
  SelfSubjectRulesReview: ({ spec }, parts) => {
    const { isComplete, ...rules } = rulesOfUser(parts.user, textIn(spec, 'namespace'), parts)
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
    if (token === '') throw new InvalidReview('spec.token', 'Required value')
    const requested = audiencesOf(spec, parts)
    const found = await bearerOf(token, requested, parts)
    if ('fault' in found) return { authenticated: false, error: found.fault }
    // A token that does not say for whom it is meant is meant for this server alone.
    const { issuer } = parts.serviceAccountTokens
    const { user, audiences = requested.filter(one => one === issuer) } = found
    if (audiences.length === 0)
      return { authenticated: false, error: 'the token is meant for others' }
    return { authenticated: true, user: userInfo(withAuthenticatedGroup(user)), audiences }
  },
}

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

async function mayDo(user: User, info: RequestInfo, parts: Parts): Promise<JsonObject> {
  const { is, reason, fault } = await decideAccess(user, info, parts)
  return {
    allowed: is === 'allow',
    ...(is === 'deny' && { denied: true }),
    ...(reason !== undefined && { reason }),
    ...(fault !== undefined && { evaluationError: fault }),
  }
}

function subjectOf(spec: unknown): User {
  const { groups, extra } = isJsonObject(spec) ? spec : {}
  const name = textIn(spec, 'user')
  const given = Array.isArray(groups) ? groups.map(String) : []
  if (name !== '' || given.length > 0) {
    const attributes = isJsonObject(extra) ? Object.entries(extra) : []
    return {
      name,
      uid: textIn(spec, 'uid'),
      groups: given,
      ...(attributes.length > 0 && {
        extra: Object.fromEntries(
          attributes.map(([key, values]) => [key, Array.isArray(values) ? values.map(String) : []]),
        ),
      }),
    }
  }
  throw new InvalidReview(
    'spec.user',
    'Invalid value: "": at least one of user or group must be specified',
  )
}

/** Returns the request that a review is about, as the path would describe it. */
function requestOf(spec: unknown): RequestInfo {
  const { resourceAttributes: on, nonResourceAttributes: path } = isJsonObject(spec) ? spec : {}
  if (isJsonObject(on) === isJsonObject(path)) {
    throw new InvalidReview(
      'spec.resourceAttributes',
      'Invalid value: exactly one of nonResourceAttributes or resourceAttributes must be specified',
    )
  }
  if (isJsonObject(path)) {
    return { on: 'path', path: textIn(path, 'path'), verb: textIn(path, 'verb') }
  }
  const word = (member: string) => textIn(on, member)
  return {
    on: 'resource',
    path: '',
    verb: word('verb'),
    group: word('group'),
    version: word('version'),
    resource: word('resource'),
    subresource: word('subresource'),
    namespace: word('namespace'),
    name: word('name'),
    selectedName: '',
    isAsked: true,
  }
}

function textIn(value: unknown, member: string): string {
  const found = isJsonObject(value) ? value[member] : undefined
  return typeof found === 'string' ? found : ''
}
