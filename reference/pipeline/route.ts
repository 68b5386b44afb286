import type { RequestInfo, ResourceRequestInfo } from '../api/request.ts'
import type { Parts, Verbs, Endpoint } from '../parts/parts.ts'
import type { Resource } from '../api/resource.ts'
import { methodNotAllowed, notFound, unknownPath, unknownResource } from '../api/status.ts'
import { servedTypes } from '../parts/served-types.ts'
import { withWarnings } from '../api/with-warnings.ts'

const takes = {
  get: 'nothing',
  list: 'nothing',
  watch: 'nothing',
  create: 'object',
  update: 'object',
  patch: 'patch',
  delete: 'options',
  deletecollection: 'options',
} as const

const answers = {
  get: 'object',
  list: 'list',
  watch: 'watch',
  create: 'object',
  update: 'object',
  patch: 'object',
  delete: 'object',
  deletecollection: 'list',
} as const

/** Returns the endpoint of a request (ERR-016, PATH-037, PATH-038). @throws 404, 405 */
export function route(info: RequestInfo, parts: Parts): Endpoint {
  if (info.on === 'path') return routePath(info, parts)
  const resource = servedTypes(parts).find(
    row =>
      row.group === info.group && row.version === info.version && row.resource === info.resource,
  )
  if (!resource) throw isServed(info.group, parts) ? unknownResource() : unknownPath()
  const target = targetOf(info, resource)
  if (!target && resource.decodeDocument) throw notFound(resource, info.name)
  if (!target || !fits(info, target)) throw unknownResource()
  if (info.isUnserved || !isVerb(info.verb) || !isAllowed(info, target)) throw methodNotAllowed()
  const verb = parts.verbs[target.operation ?? info.verb]
  const warnings = target.deprecationWarning === undefined ? [] : [target.deprecationWarning]
  return {
    accepts: takes[info.verb],
    returns: answers[info.verb],
    resource: target,
    handle: call =>
      withWarnings(
        () => warnings,
        () => verb.handle({ ...call, info, resource: target }),
      ),
  }
}

function routePath(info: RequestInfo, parts: Parts): Endpoint {
  const endpoint = parts.nonResourceEndpoints.find(({ serves }) => serves(info.path, parts))
  if (!endpoint) {
    const [, prefix, group = ''] = info.path.split('/')
    const owner = prefix === 'api' ? '' : prefix === 'apis' ? group : undefined
    throw owner !== undefined && isServed(owner, parts) ? unknownResource() : unknownPath()
  }
  const { acceptsAnyMethod = false, handle } = endpoint
  const isAnyTaken =
    endpoint.returns === 'text' || (acceptsAnyMethod && parts.dialect.servesDocumentsByAnyMethod)
  if (info.verb !== 'get' && !isAnyTaken) throw methodNotAllowed()
  return { accepts: 'nothing', returns: endpoint.returns, document: endpoint, handle }
}

/**
 * Whether any type of a group is served. If so, an unknown path in it is answered with a Status.
 */
const isServed = (group: string, parts: Parts): boolean =>
  servedTypes(parts).some(resource => resource.group === group)

/** Returns the type, or its subresource, that the path addresses (PATH-008, PATH-009). */
function targetOf({ subresource }: ResourceRequestInfo, resource: Resource): Resource | undefined {
  if (subresource === '') return resource
  const { subresources } = resource
  return Object.hasOwn(subresources, subresource) ? subresources[subresource] : undefined
}

/** Whether the scope of the path matches the type; lists across all namespaces are allowed. */
function fits({ namespace, name }: ResourceRequestInfo, resource: Resource): boolean {
  if (!resource.isNamespaced) return namespace === ''
  return namespace !== '' || name === ''
}

function isAllowed(info: ResourceRequestInfo, resource: Resource): boolean {
  const isOfCollection = ['list', 'create', 'deletecollection'].includes(info.verb)
  const acrossNamespaces = resource.isNamespaced && info.namespace === ''
  return (
    resource.verbs.includes(info.verb) &&
    (info.verb === 'list' || info.verb === 'watch' || !acrossNamespaces) &&
    // A single object accepts no POST and a collection no PUT; both can be watched.
    (info.verb === 'watch' || (isOfCollection && info.subresource === '') === (info.name === ''))
  )
}

const isVerb = (verb: string): verb is keyof typeof takes & keyof Verbs =>
  Object.hasOwn(takes, verb)
