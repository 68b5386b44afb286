// What a webhook is asked about a request, and what its answer means.

import type { AccessReviewRules, AccessReviewStatus } from '../../api/access-webhook.ts'
import { isJsonObject, type JsonObject, objectIn } from '../../api/object.ts'
import { type RequestInfo, requestNamespaceOf } from '../../api/request.ts'
import { selectorMembers } from './selector-members.ts'

/** The rules of a correct server. */
export const accessReviewRules: AccessReviewRules = {
  specOf: ({ name, uid, groups, extra = {} }, info) => ({
    ...attributesOf(info),
    ...filled({ user: name, uid }),
    ...(groups.length > 0 && { groups }),
    ...(Object.keys(extra).length > 0 && { extra }),
  }),

  reviewOf: (spec, { version, apiDomain }) => ({
    kind: 'SubjectAccessReview',
    apiVersion: `authorization.${apiDomain}/${version}`,
    metadata: {},
    spec: version === 'v1' ? spec : oldSpecOf(spec),
    status: { allowed: false },
  }),

  // As in genuine servers, a condition can read each text, even an empty one.
  conditionVariable: ({ resourceAttributes, nonResourceAttributes, ...user }) => ({
    user: '',
    uid: '',
    groups: [],
    extra: {},
    ...user,
    ...(resourceAttributes !== undefined && {
      resourceAttributes: { ...noAttributes, ...objectIn(resourceAttributes) },
    }),
    ...(nonResourceAttributes !== undefined && {
      nonResourceAttributes: { path: '', verb: '', ...objectIn(nonResourceAttributes) },
    }),
  }),

  statusIn: (answer, { kind: wantedKind, apiVersion: wantedVersion }) => {
    const wanted = `a ${String(wantedKind)} of ${String(wantedVersion)}`
    if (!isJsonObject(answer)) throw new Error(`expected ${wanted}, got something else`)
    // A review without a type counts as the one that was requested.
    const { kind = wantedKind, apiVersion = wantedVersion, status } = answer
    if (kind !== wantedKind || apiVersion !== wantedVersion)
      throw new Error(`expected ${wanted}, got another type`)
    return statusOf(status ?? {})
  },

  decisionOf: ({ allowed, denied, reason }) => ({
    is: decisionWord(allowed, denied),
    ...(reason !== '' && { reason }),
    ...(allowed && denied && { fault: 'the webhook both allows and denies the request' }),
  }),

  decisionOnFailure: ({ deniesOnFailure }, fault) => ({
    is: deniesOnFailure ? 'deny' : 'no opinion',
    fault,
  }),

  ttlMsOf: ({ allowed }, { authorizedTtlMs, unauthorizedTtlMs }) =>
    allowed ? authorizedTtlMs : unauthorizedTtlMs,

  timeoutMsOf: ({ timeoutMs }) => timeoutMs,
}

const noAttributes = {
  namespace: '',
  verb: '',
  group: '',
  version: '',
  resource: '',
  subresource: '',
  name: '',
}

function attributesOf(info: RequestInfo): JsonObject {
  if (info.on === 'path')
    return { nonResourceAttributes: filled({ path: info.path, verb: info.verb }) }
  const { verb, group, version, resource, subresource, selectors } = info
  const attributes = filled({
    namespace: requestNamespaceOf(info),
    verb,
    group,
    version,
    resource,
    subresource,
    name: info.name || info.selectedName,
  })
  return { resourceAttributes: { ...attributes, ...(selectors && selectorMembers(selectors)) } }
}

/** Returns the members that are not empty. */
const filled = (members: { readonly [name: string]: string }): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, text]) => text !== ''))

/** In `v1beta1` the member with the groups has another name. */
const oldSpecOf = ({ groups, ...spec }: JsonObject): JsonObject =>
  groups === undefined ? spec : { ...spec, group: groups }

/** A denial counts more than a permission. */
function decisionWord(allowed: boolean, denied: boolean) {
  if (denied) return 'deny'
  return allowed ? 'allow' : 'no opinion'
}

const noStatus: JsonObject = { allowed: false, denied: false, reason: '' }

const withoutNulls = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))

function statusOf(value: unknown): AccessReviewStatus {
  if (!isJsonObject(value)) throw new Error('status: expected an object, got something else')
  const { allowed, denied, reason } = { ...noStatus, ...withoutNulls(value) }
  if (typeof allowed !== 'boolean' || typeof denied !== 'boolean' || typeof reason !== 'string')
    throw new Error('status: expected `allowed`, `denied` and `reason`, got other types of them')
  return { allowed, denied, reason }
}
