import type { Reply } from '../api/request.ts'
import type { Dialect } from '../api/dialect.ts'
import { type GetPlan, parseRevision } from '../api/list.ts'
import type { ResourceCall } from '../parts/parts.ts'
import { goParseError } from '../api/go-parse-error.ts'
import { storeKeyOf } from '../api/resource.ts'
import { quote } from '../api/quote.ts'
import { notFound, invalidVersion } from '../api/status.ts'
import { objectReply } from './replies.ts'

/** GET on one object (PATH-016). */
export async function getObject(call: ResourceCall): Promise<Reply> {
  const { http, info, resource, parts } = call
  const plan = parts.verbs.get.plan(http.query, parts.dialect)
  if (plan.read === 'notOlderThan')
    await parts.verbs.waitForRevision(plan.revision, parts, http.client.signal)
  const key = storeKeyOf(resource, info)
  const entry =
    plan.read === 'mostRecent'
      ? await parts.store.get(key)
      : (await parts.watchCache.get(key)).entry
  if (!entry) throw notFound(resource, info.name)
  return objectReply(call, { status: 200, entry })
}

/** Returns the state of the object that a query requests (GET-001 to GET-005). @throws 400, 500 */
export function planGet(query: URLSearchParams, dialect: Dialect): GetPlan {
  const text = query.get('resourceVersion') ?? ''
  if (text === '') return { read: 'mostRecent' }
  if (text === '0') return { read: 'any' }
  const revision = parseRevision(text)
  if (revision === undefined) {
    throw invalidVersion(
      dialect.invalidVersionStatus,
      `resourceVersion: Invalid value: ${quote(text)}: ${goParseError('ParseUint', text)}`,
    )
  }
  return { read: 'notOlderThan', revision }
}
