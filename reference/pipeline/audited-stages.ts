import type { AuditTrail, IncomingRequest, RequestInfo } from '../api/request.ts'
import { apiVersionOf } from '../api/resource.ts'
import type { Parts } from '../parts/parts.ts'

type Stages = Parts['stages']
type AuditedStages = Pick<
  Stages,
  'authenticate' | 'parseRequestInfo' | 'impersonate' | 'authorize' | 'route' | 'negotiate'
>

/** Returns the stages of one request, which tell its audit trail what they find. */
export function auditedStages(stages: Stages, audit: AuditTrail): AuditedStages {
  return {
    ...stages,
    authenticate: async (http, parts) => {
      try {
        const sender = await stages.authenticate(http, parts)
        audit.authenticated(sender)
        return sender
      } catch (error) {
        audit.unauthenticated(infoOf(http, parts))
        throw error
      }
    },
    impersonate: async (sender, http, info, parts) => {
      await audit.received(info)
      const user = await stages.impersonate(sender, http, info, parts)
      if (user !== sender) audit.impersonated(user)
      return user
    },
    authorize: (user, info, parts) => stages.authorize(user, info, parts, audit.decided),
    negotiate: (http, endpoint, parts) => {
      const negotiation = stages.negotiate(http, endpoint, parts)
      const { accepts, resource } = endpoint
      audit.negotiated({
        mediaType: mediaTypeIn(negotiation.body, parts),
        type: resource && { kind: resource.kind, apiVersion: apiVersionOf(resource) },
        isObject: accepts === 'object',
      })
      return negotiation
    },
  }
}

/**
 * Returns the media type in which a body is encoded: patches are JSON, and an apply names its own.
 */
function mediaTypeIn(mediaType: string, { patchTypes, applyMediaTypes }: Parts): string {
  if (Object.hasOwn(patchTypes, mediaType)) return 'application/json'
  return applyMediaTypes[mediaType] ?? mediaType
}

/** Returns the request info of a request that was refused before it was parsed. */
function infoOf(http: IncomingRequest, { stages, dialect }: Parts): RequestInfo {
  try {
    return stages.parseRequestInfo(http, dialect)
  } catch {
    return { on: 'path', path: http.path, verb: http.method.toLowerCase() }
  }
}
