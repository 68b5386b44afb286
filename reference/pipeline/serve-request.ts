import type { IncomingRequest, Reply, User } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'
import { auditedStages } from './audited-stages.ts'

/**
 * Serves a request. The stages run in the order in which a request is refused (ERR-022). @throws
 * Refusal
 */
export async function serveRequest(http: IncomingRequest, parts: Parts): Promise<Reply> {
  const { authenticate, parseRequestInfo, impersonate, authorize, route, negotiate } = http.audit
    ? auditedStages(parts.stages, http.audit)
    : parts.stages
  const sender = await authenticate(http, parts) // 401
  const serveRest = () => serve(sender)
  return http.trace ? http.trace.serve(sender, serveRest) : serveRest()

  async function serve(sender: User): Promise<Reply> {
    const info = parseRequestInfo(http, parts.dialect) // 400, 404 for what is no path
    const user = await impersonate(sender, http, info, parts) // 400, 403
    await authorize(user, info, parts) // 403
    const endpoint = route(info, parts) // 404, 405
    const form = negotiate(http, endpoint, parts) // 406, 415
    return endpoint.handle({ http, user, info, negotiation: form, parts })
  }
}
