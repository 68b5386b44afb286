import type { IncomingRequest, Reply } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'

/**
 * Serves a request. The stages run in the order in which a request is refused (ERR-022). @throws
 * Refusal
 */
export async function serveRequest(http: IncomingRequest, at: Parts): Promise<Reply> {
  const { authenticate, parseRequestInfo, impersonate, authorize, route, negotiate } = at.stages
  const sender = await authenticate(http, at) // 401
  const info = parseRequestInfo(http, at.dialect) // 400, 404 for what is no path
  const user = await impersonate(sender, http, info, at) // 400, 403
  await authorize(user, info, at) // 403
  const endpoint = route(info, at) // 404, 405
  const form = negotiate(http, endpoint, at) // 406, 415
  return endpoint.handle({ http, user, info, negotiation: form, at })
}
