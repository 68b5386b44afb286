// Finds the capabilities that a server lacks as a whole, in the exchanges of a run. One missing
// capability makes many rows fail or leaves them without evidence, so the report names it once.

import { mediaTypeOf } from '../../fixtures/client/media-types.ts'
import type { Exchange, History } from '../../properties/history/history.ts'
import { valueAt } from '../../properties/dsl/term.ts'
import { capabilities } from '../verdict.ts'
import type { Capability, CapabilityCounts } from '../verdict.ts'

/**
 * What one exchange shows of a capability: `had` the server has it, `lacking` it was requested and
 * not provided, `asked` it was requested, and this exchange alone is not conclusive.
 */
type Sign = 'had' | 'lacking' | 'asked'

/** Adds the signs in a history to the counts of a run. */
export function countCapabilities(totals: CapabilityCounts, history: History): void {
  for (const [capability, sign] of signsIn(history)) {
    const counts = (totals[capability] ??= { had: 0, lacking: 0 })
    if (sign !== 'asked') counts[sign]++
  }
}

/** Returns the capabilities that the requests of a history use. */
export const requestedCapabilities = (history: History): Capability[] => {
  const asked = new Set(signsIn(history).map(([capability]) => capability))
  return capabilities.filter(capability => asked.has(capability))
}

function signsIn(history: History): [Capability, Sign][] {
  return history.exchanges.flatMap((exchange, index) => {
    // Requests without rights are refused whatever the server supports.
    if (exchange.request.who !== 'admin') return authentication(exchange)
    return signs.flatMap(([capability, read]): [Capability, Sign][] => {
      const sign = read(exchange, { all: history.exchanges, index })
      return sign ? [[capability, sign]] : []
    })
  })
}

type Query = Exchange['request']['query']
type Around = { all: Exchange[]; index: number }
type Read = (exchange: Exchange, around: Around) => Sign | undefined

const notServed = new Set([405, 415, 501])
const isSuccess = (status: number | undefined): boolean => status !== undefined && status < 300

// A server that ignores the media type reads a patch as an object, and answers 400 or crashes.
const refusesPatches = new Set([400, 405, 415, 422, 500, 501])

const patchTypes = new Map<string, Capability>([
  ['application/json-patch+json', 'json-patch'],
  ['application/merge-patch+json', 'merge-patch'],
  ['application/strategic-merge-patch+json', 'strategic-merge-patch'],
  ['application/apply-patch+yaml', 'apply'],
])

const patchOf =
  (only?: Capability): Read =>
  ({ request, answer }) => {
    const type = patchTypes.get(typeIn(request.headers['content-type']))
    if (request.method !== 'PATCH' || !type || (only && only !== type)) return undefined
    // A server that reads every patch as an object accepts a malformed JSON patch that is an
    // object.
    const isWellFormed = type !== 'json-patch' || request.body?.startsWith('[')
    if (isSuccess(answer?.status)) return isWellFormed ? 'had' : 'asked'
    return refusesPatches.has(answer?.status ?? 0) ? 'lacking' : 'asked'
  }

/** Creates in collections of served types. */
const create: Read = ({ request, about, answer }) => {
  if (request.method !== 'POST' || !about || about.name !== undefined) return undefined
  if (isSuccess(answer?.status)) return 'had'
  return [405, 501].includes(answer?.status ?? 0) ? 'lacking' : 'asked'
}

/** A 404 shows that PUT is not supported only if the object exists. */
const put: Read = ({ request, answer }, { all, index }) => {
  if (request.method !== 'PUT') return undefined
  if (isSuccess(answer?.status)) return 'had'
  if (notServed.has(answer?.status ?? 0)) return 'lacking'
  const path = pathOf(request)
  const earlier = all.slice(0, index).filter(({ answer: one }) => isSuccess(one?.status))
  const isThere = earlier.some(
    other => isCreateOf(other, path) || (isGet(other) && pathOf(other.request) === path),
  )
  const isGone = earlier.some(
    other => other.request.method === 'DELETE' && pathOf(other.request) === path,
  )
  return answer?.status === 404 && isThere && !isGone ? 'lacking' : 'asked'
}

const isGet = ({ request }: Exchange): boolean => request.method === 'GET'

const watch: Read = ({ request, answer, stream }) => {
  if (!['1', 'true'].includes(request.query.watch ?? '') || request.method !== 'GET')
    return undefined
  const first = stream?.frames[0]?.document ?? answer?.body
  if (valueAt(first, '/type') !== undefined && valueAt(first, '/object') !== undefined) return 'had'
  const isList = Array.isArray(valueAt(first, '/items'))
  const isRefused = [400, 404].includes(answer?.status ?? 0) || notServed.has(answer?.status ?? 0)
  return isList || isRefused ? 'lacking' : 'asked'
}

/** Only for creates: checks whether the object exists afterwards. */
const dryRun: Read = ({ request, answer }, { all, index }) => {
  if (request.query.dryRun !== 'All') return undefined
  const name = nameIn(answer?.body)
  if (request.method !== 'POST' || !isSuccess(answer?.status) || name === undefined) return 'asked'
  const path = `${pathOf(request)}/${name}`
  const next = all
    .slice(index + 1)
    .find(other => pathOf(other.request) === path || isCreateOf(other, path))
  if (next?.request.method !== 'GET') return 'asked'
  if (next.answer?.status === 404) return 'had'
  return next.answer?.status === 200 ? 'lacking' : 'asked'
}

const isCreateOf = ({ request, answer }: Exchange, path: string): boolean =>
  request.method === 'POST' &&
  request.query.dryRun === undefined &&
  `${pathOf(request)}/${nameIn(answer?.body)}` === path

const negotiation: Read = ({ request, answer }) => {
  const accepted = request.headers.accept ?? ''
  if (accepted === '' || /application\/(json|\*)|\*\/\*/.test(accepted)) return undefined
  if (answer?.status === 406) return 'had'
  const type = typeIn(answer?.headers['content-type'])
  // An answer without a media type shows nothing.
  if (!isSuccess(answer?.status) || type === '') return 'asked'
  if (type === 'application/json') return 'lacking'
  // Some servers send plain text or bytes, whatever the request accepts.
  return accepted.includes(type) ? 'had' : 'asked'
}

// A server that reads every body as JSON answers 400 or crashes.
const refusesYaml = new Set([400, 415, 500])

const yaml: Read = ({ request, answer }) => {
  const isSent = typeIn(request.headers['content-type']) === 'application/yaml'
  const isAsked = typeIn(request.headers.accept) === 'application/yaml'
  if (!isSent && !isAsked) return undefined
  if (!isSuccess(answer?.status))
    return isSent && refusesYaml.has(answer?.status ?? 0) ? 'lacking' : 'asked'
  if (!isAsked) return 'had'
  return typeIn(answer?.headers['content-type']) === 'application/yaml' ? 'had' : 'lacking'
}

// The specification lets a server send shorter answers (in bytes) uncompressed.
const compressedFrom = 128 * 1024

const compression: Read = ({ request, answer }) => {
  if (!(request.headers['accept-encoding'] ?? '').includes('gzip')) return undefined
  if (answer?.gzip) return 'had'
  const isLong = isSuccess(answer?.status) && (answer?.text.length ?? 0) >= compressedFrom
  return isLong ? 'lacking' : 'asked'
}

const isListRequest = ({ request }: Exchange): boolean =>
  request.method === 'GET' && request.query.watch === undefined

const paging: Read = exchange => {
  const { request, answer } = exchange
  const limit = Number(request.query.limit)
  if (!isListRequest(exchange) || !(limit > 0)) return undefined
  const items = valueAt(answer?.body, '/items')
  if (!isSuccess(answer?.status) || !Array.isArray(items)) return 'asked'
  if (valueAt(answer?.body, '/metadata/continue')) return 'had'
  // At version 0 genuine servers ignore the limit.
  if (items.length > limit && request.query.resourceVersion !== '0') return 'lacking'
  const remaining = Number(valueAt(answer?.body, '/metadata/remainingItemCount') ?? 0)
  return items.length <= limit && remaining > 0 ? 'lacking' : 'asked'
}

/** A first chunk at a version is of exactly that version, even without `resourceVersionMatch`. */
const isExact = ({ resourceVersionMatch, resourceVersion = '0', limit, ...others }: Query) =>
  resourceVersionMatch === 'Exact' ||
  (resourceVersionMatch === undefined &&
    !['', '0'].includes(resourceVersion) &&
    limit !== undefined &&
    others.continue === undefined)

const exactLists: Read = (exchange, { all, index }) => {
  const { request, answer } = exchange
  if (!isListRequest(exchange) || !isExact(request.query)) return undefined
  const asked = request.query.resourceVersion
  const got = versionIn(answer?.body)
  if (!isSuccess(answer?.status) || got === undefined) return 'asked'
  if (got !== asked) return 'lacking'
  // The newest state is no evidence, because a server that ignores the version returns it as well.
  // Writes of other clients at the same time and versions of other types are no evidence either.
  const isOlder = all
    .slice(0, index)
    .filter(other => other.answeredAt < exchange.sentAt && isOfOneType(other, exchange))
    .some(other => Number(versionIn(other.answer?.body)) > Number(asked))
  return isOlder ? 'had' : 'asked'
}

// 410 and 504 depend on the version, and 406 on the media type.
const refusesMatches = new Set([400, 404, 405, 415, 422, 500, 501])

/** Only valid uses of `resourceVersionMatch` show whether it is supported. */
const versionMatch: Read = exchange => {
  const { query } = exchange.request
  const { resourceVersionMatch: match, resourceVersion = '' } = query
  const isValid = match === 'Exact' ? Number(resourceVersion) > 0 : match === 'NotOlderThan'
  if (!isListRequest(exchange) || !isValid || !/^\d+$/.test(resourceVersion)) return undefined
  if (query.continue !== undefined) return undefined
  if (isSuccess(exchange.answer?.status)) return 'had'
  return refusesMatches.has(exchange.answer?.status ?? 0) ? 'lacking' : 'asked'
}

const isOfOneType = (one: Exchange, other: Exchange): boolean =>
  one.about !== undefined && one.about.role === other.about?.role

const writes = new Set(['POST', 'PUT', 'PATCH'])

const warnings: Read = ({ request, answer }) =>
  writes.has(request.method) && answer?.headers.warning !== undefined ? 'had' : undefined

/** A refusal counts only if it names such a field: the object may be invalid for other reasons. */
const strictValidation: Read = ({ request, answer }) => {
  if (!writes.has(request.method) || request.query.fieldValidation !== 'Strict') return undefined
  const isRefused = [400, 422].includes(answer?.status ?? 0)
  return isRefused && /\b(unknown|duplicate)\b/i.test(answer?.text ?? '') ? 'had' : 'asked'
}

const statusBodies: Read = ({ request, answer }) => {
  if (!answer || answer.status < 400 || request.method === 'HEAD') return undefined
  if (/^\/(livez|readyz|healthz)/.test(request.path)) return undefined
  return valueAt(answer.body, '/kind') === 'Status' ? 'had' : 'lacking'
}

const health: Read = ({ request, answer }) => {
  if (!/^\/(livez|readyz|healthz)/.test(request.path)) return undefined
  if (answer?.status === 200) return 'had'
  return [404, 405, 501].includes(answer?.status ?? 0) ? 'lacking' : 'asked'
}

function authentication({ request, answer }: Exchange): [Capability, Sign][] {
  if (request.who !== 'bad-token' || !answer) return []
  if (answer.status === 401) return [['authentication', 'had']]
  return [['authentication', isSuccess(answer.status) ? 'lacking' : 'asked']]
}

const signs: [Capability, Read][] = [
  ['create', create],
  ['put', put],
  ['patch', patchOf()],
  ['apply', patchOf('apply')],
  ['json-patch', patchOf('json-patch')],
  ['merge-patch', patchOf('merge-patch')],
  ['strategic-merge-patch', patchOf('strategic-merge-patch')],
  ['watch', watch],
  ['dry-run', dryRun],
  ['negotiation', negotiation],
  ['yaml', yaml],
  ['compression', compression],
  ['paging', paging],
  ['exact-lists', exactLists],
  ['version-match', versionMatch],
  ['warnings', warnings],
  ['strict-validation', strictValidation],
  ['status-bodies', statusBodies],
  ['health', health],
]

const typeIn = (header: string | null | undefined): string =>
  mediaTypeOf(header ?? undefined)?.type ?? ''

const pathOf = ({ path }: Exchange['request']): string => path.split('?')[0] ?? ''

const versionIn = (body: unknown): unknown => valueAt(body, '/metadata/resourceVersion')

const nameIn = (body: unknown): string | undefined => {
  const name = valueAt(body, '/metadata/name')
  return typeof name === 'string' ? name : undefined
}
