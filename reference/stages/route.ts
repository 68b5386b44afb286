import type { Endpoint, RequestInfo, ResourceInfo } from '../api/call.ts'
import type { Parts, Verbs } from '../api/parts.ts'
import type { Resource } from '../api/resource.ts'
import { methodNotAllowed, unknownPath, unknownResource } from '../api/status.ts'

const takes = { get: 'nothing', list: 'nothing', create: 'object', update: 'object', delete: 'options' } as const

/** What serves a request (ERR-016, PATH-037, PATH-038). @throws 404, 405 */
export function route(info: RequestInfo, at: Parts): Endpoint {
  if (info.on === 'path') return routePath(info, at)
  const isServed = at.resources.some(
    ({ group, version }) => group === info.group && version === info.version,
  )
  if (!isServed) throw unknownPath()
  const resource = at.resources.find(
    row =>
      row.group === info.group && row.version === info.version && row.resource === info.resource,
  )
  if (!resource || !fits(info, resource)) throw unknownResource()
  if (!isVerb(info.verb) || !isAllowed(info, resource)) throw methodNotAllowed()
  const verb = at.verbs[info.verb]
  return { takes: takes[info.verb], act: call => verb.act({ ...call, info, resource }) }
}

function routePath(info: RequestInfo, at: Parts): Endpoint {
  const endpoint = at.endpoints.find(({ serves }) => serves(info.path, at))
  if (!endpoint) throw unknownPath()
  if (info.verb !== 'get') throw methodNotAllowed()
  return { takes: 'nothing', act: endpoint.act }
}

/** Whether the scope of the path is that of the type; all namespaces can be listed at once. */
function fits({ namespace, name, subresource }: ResourceInfo, resource: Resource): boolean {
  if (subresource !== '') return false
  if (!resource.isNamespaced) return namespace === ''
  return namespace !== '' || name === ''
}

function isAllowed(info: ResourceInfo, resource: Resource): boolean {
  const acrossNamespaces = resource.isNamespaced && info.namespace === ''
  return (
    resource.verbs.includes(info.verb) &&
    (info.verb === 'list' || !acrossNamespaces) &&
    // The path of one object takes no POST, the path of a collection no PUT.
    (info.verb === 'list' || info.verb === 'create') === (info.name === '')
  )
}

const isVerb = (verb: string): verb is keyof typeof takes & keyof Verbs => Object.hasOwn(takes, verb)
