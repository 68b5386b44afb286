import type { IncomingRequest, RequestInfo, ResourceRequestInfo } from '../api/request.ts'
import type { Dialect } from '../api/dialect.ts'
import { isDuration } from '../lib/durations.ts'
import { parseFieldTerms, nameInFieldTerms } from '../selectors/field-selector.ts'
import { parseLabelRequirements } from '../selectors/label-selector.ts'
import { pathSegment } from '../api/name-rules.ts'
import { isQueryFlagOn } from '../api/query-parameters.ts'
import { SelectorError } from '../selectors/selector-error.ts'
import { quote } from '../api/quote.ts'
import { badRequest, unknownResource } from '../api/status.ts'

/**
 * Parses the method, path and query of a request. Nothing is looked up, so an unknown type is
 * parsed like a known one (PATH-001 to PATH-024).
 */
export function parseRequestInfo(http: IncomingRequest, dialect: Dialect): RequestInfo {
  const path = http.path
  const segments = segmentsOf(path)
  const isCore = segments[0] === 'api'
  const prefixLength = isCore ? 2 : 3
  if ((!isCore && segments[0] !== 'apis') || segments.length <= prefixLength) {
    return { on: 'path', path, verb: http.method.toLowerCase() }
  }
  const [group = '', version = ''] = isCore ? ['', segments[1]] : segments.slice(1)
  const place = placeOf(segments.slice(prefixLength))
  const verb = verbOf(http, place.name !== '', dialect)
  if (verb !== 'watch') refuseTimeout(http.query.get('timeout') ?? '')
  const isReadOfCollection = place.name === '' && isRead(http.method)
  return {
    on: 'resource',
    path,
    verb,
    group,
    version,
    ...place,
    selectedName: isReadOfCollection ? narrowedTo(http.query) : '',
    ...(isReadOfCollection || verb === 'deletecollection' ? selectorsIn(http.query) : {}),
    ...(!servedMethods.has(http.method) && { isUnserved: true }),
  }
}

/**
 * Validates the `timeout` parameter. It has no other effect, since responses do not take that long.
 */
function refuseTimeout(text: string): void {
  if (text === '' || isDuration(text)) return
  throw badRequest(
    `invalid timeout specified in the request URL - time: invalid duration ${quote(text)}`,
  )
}

/**
 * Returns the decoded segments; one trailing slash is ignored. A segment never contains a slash.
 */
function segmentsOf(path: string): string[] {
  const raw = path.slice(1).replace(/\/$/, '')
  if (raw === '') return []
  return raw.split('/').map(part => {
    const segment = decoded(part)
    // No path of the API has such segments; they could only be an attempt at path traversal.
    if (segment === '' || segment.includes('/')) throw unknownResource()
    const faults = pathSegment(segment, 'name')
    if (faults.length === 0) return segment
    throw badRequest(`Name parameter invalid: ${quote(segment)}: ${faults.join(', ')}`)
  })
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // `decodeURIComponent` throws for malformed escapes and invalid UTF-8.
    throw badRequest(`path: expected percent-encoded UTF-8, got ${JSON.stringify(part)}`)
  }
}

type Place = Pick<ResourceRequestInfo, 'namespace' | 'resource' | 'name' | 'subresource'>

/**
 * Splits a path. `namespaces/<ns>/<type>…` is inside a namespace, except for the subresources
 * `status` and `finalize` of the namespace itself.
 */
function placeOf(segments: readonly string[]): Place {
  const isInside =
    segments[0] === 'namespaces' &&
    segments.length > 2 &&
    !['status', 'finalize'].includes(segments[2] ?? '')
  const namespace = isInside ? (segments[1] ?? '') : ''
  const [resource = '', name = '', ...rest] = isInside ? segments.slice(2) : segments
  return { namespace, resource, name, subresource: rest.join('/') }
}

/** As in genuine servers, HEAD is authorized as GET, although no resource serves it. */
const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

const servedMethods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

const writingVerbs: { readonly [method: string]: string } = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
}

function verbOf({ method, query }: IncomingRequest, isNamed: boolean, dialect: Dialect): string {
  if (method === 'DELETE') return isNamed ? 'delete' : 'deletecollection'
  // As in genuine servers, other methods have an empty verb.
  if (!isRead(method)) return writingVerbs[method] ?? ''
  const isWatch = isQueryFlagOn(query.get('watch')) && (!isNamed || dialect.watchesNamedPaths)
  if (isWatch) return 'watch'
  return isNamed ? 'get' : 'list'
}

function selectorsIn(query: URLSearchParams): Pick<ResourceRequestInfo, 'selectors'> {
  const [fieldSelector, labelSelector] = [query.get('fieldSelector'), query.get('labelSelector')]
  if (!fieldSelector && !labelSelector) return {}
  return {
    selectors: { ...(fieldSelector && { fieldSelector }), ...(labelSelector && { labelSelector }) },
  }
}

/**
 * Returns the one name that a field selector requires; empty if it is invalid. As in genuine
 * servers, no parameter counts if one of them cannot be read.
 */
function narrowedTo(query: URLSearchParams): string {
  if (!query.get('fieldSelector')) return ''
  const numbers = [query.get('limit') ?? '0', query.get('timeoutSeconds') ?? '0']
  if (!numbers.every(text => /^[+-]?\d{1,18}$/.test(text))) return ''
  try {
    parseLabelRequirements(query.get('labelSelector') ?? '')
    const name = nameInFieldTerms(parseFieldTerms(query.get('fieldSelector') ?? '')) ?? ''
    return pathSegment(name, 'name').length > 0 ? '' : name
  } catch (error) {
    // The verb refuses the selector later; here it is only a hint for authorization.
    if (error instanceof SelectorError) return ''
    throw error
  }
}
