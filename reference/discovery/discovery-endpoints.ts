import { createHash } from 'node:crypto'

import type { IncomingRequest, Reply } from '../api/request.ts'
import type { JsonObject } from '../api/object.ts'
import type { Parts, ApiCall, NonResourceEndpoint } from '../parts/parts.ts'
import { apiVersionOf } from '../api/resource.ts'
import { documentReply } from '../verbs/replies.ts'
import { aggregatedDiscovery, aggregatedDiscoveryType } from './aggregated-discovery.ts'
import { catalogueOf, type DiscoveryGroup, type GroupVersion } from './catalogue.ts'
import { apiGroupDocument, apiResourceList } from './discovery-documents.ts'
import { memoizeByTypes } from './memoize-by-types.ts'
import { answerIfNoneMatch } from './if-none-match.ts'

/** The discovery endpoints (PATH-039). */
export const discoveryEndpoints: readonly NonResourceEndpoint[] = [
  {
    serves: path => path === '/',
    returns: 'document',
    acceptsAnyMethod: true,
    handle: async call => documentReply(call, 200, { paths: pathsOf(call.parts) }),
  },
  {
    serves: path => isPath(path, '/api'),
    returns: 'document',
    documentType: { kind: 'APIVersions', apiVersion: 'v1' },
    convertedType: aggregatedDiscoveryType,
    handle: async call => aggregatedAnswer(call, coreList) ?? answerCore(call),
  },
  {
    serves: path => isPath(path, '/apis'),
    returns: 'document',
    documentType: { kind: 'APIGroupList', apiVersion: 'v1' },
    convertedType: aggregatedDiscoveryType,
    acceptsAnyMethod: true,
    handle: async call => aggregatedAnswer(call, namedList) ?? answerGroups(call),
  },
  {
    serves: (path, parts) => groupAt(path, parts) !== undefined,
    returns: 'document',
    documentType: { kind: 'APIGroup', apiVersion: 'v1' },
    acceptsAnyMethod: true,
    handle: async call => {
      const group = groupAt(call.info.path, call.parts)
      const shown = group && apiGroupDocument(group)
      return documentReply(call, 200, { kind: 'APIGroup', apiVersion: 'v1', ...shown })
    },
  },
  {
    serves: (path, parts) => versionAt(path, parts) !== undefined,
    returns: 'document',
    documentType: { kind: 'APIResourceList', apiVersion: 'v1' },
    handle: async call => {
      const version = versionAt(call.info.path, call.parts)
      return answerTyped(call, version ? apiResourceList(version) : {})
    },
  },
]

const isPath = (path: string, wanted: string): boolean => path.replace(/\/$/, '') === wanted

const groupAt = (path: string, parts: Parts): DiscoveryGroup | undefined => {
  const [, name = ''] = /^\/apis\/([^/]+)\/?$/.exec(path) ?? []
  return name === '' ? undefined : catalogueOf(parts).get(name)
}

const versionAt = (path: string, parts: Parts): GroupVersion | undefined => {
  const [, group = '', wanted] = /^\/(?:api|apis\/([^/]+))\/([^/]+)\/?$/.exec(path) ?? []
  return catalogueOf(parts)
    .get(group)
    ?.versions.find(({ version }) => version === wanted)
}

const namedGroups = (parts: Parts): DiscoveryGroup[] =>
  [...catalogueOf(parts).values()].filter(({ name }) => name !== '')

const own = [
  '/api',
  '/apis',
  '/apis/',
  '/healthz',
  '/livez',
  '/metrics',
  '/openapi/v2',
  '/openapi/v3',
  '/readyz',
  '/version',
]

function pathsOf(parts: Parts): string[] {
  const groups = namedGroups(parts)
  const versions = [...catalogueOf(parts).values()].flatMap(group => group.versions)
  return [
    ...own,
    ...groups.map(({ name }) => `/apis/${name}`),
    ...versions.map(one => `/${one.group === '' ? 'api' : 'apis'}/${apiVersionOf(one)}`),
  ].sort()
}

/**
 * Adds the API version for media types that require it. Some core documents have none for
 * historical reasons.
 */
function answerTyped(call: ApiCall, document: JsonObject): Reply {
  const { negotiation, parts } = call
  const isChoosy = parts.codecs[negotiation.answer.mediaType]?.serves !== undefined
  return documentReply(call, 200, isChoosy ? { apiVersion: 'v1', ...document } : document)
}

const answerCore = (call: ApiCall): Reply =>
  answerTyped(call, {
    kind: 'APIVersions',
    versions: catalogueOf(call.parts)
      .get('')
      ?.versions.map(({ version }) => version),
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: hostIn(call.http) }],
  })

const hostIn = ({ headers }: IncomingRequest): string =>
  String(headers.host ?? headers[':authority'] ?? '')

const answerGroups = (call: ApiCall): Reply =>
  documentReply(call, 200, {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: namedGroups(call.parts).map(apiGroupDocument),
  })

/** An aggregated document, its ETag, and the cached replies by format. */
type Aggregate = {
  readonly document: ReturnType<typeof aggregatedDiscovery>
  readonly tag: string
  readonly replies: Map<string, Reply>
}

const coreList = memoizeByTypes((_types, parts) =>
  aggregate([...catalogueOf(parts).values()].slice(0, 1), parts),
)

const namedList = memoizeByTypes((_types, parts) => aggregate(namedGroups(parts), parts))

function aggregate(groups: readonly DiscoveryGroup[], parts: Parts): Aggregate {
  const document = aggregatedDiscovery(groups, parts)
  // A hash of the value, not of the encoded bytes: `Vary` distinguishes the formats.
  const tag = createHash('sha512').update(JSON.stringify(document)).digest('hex').toUpperCase()
  return { document, tag, replies: new Map() }
}

/** Returns the aggregated document if the client requests it; otherwise undefined. */
function aggregatedAnswer(call: ApiCall, listOf: (parts: Parts) => Aggregate): Reply | undefined {
  const { answer } = call.negotiation
  if (answer.as !== 'APIGroupDiscoveryList') return undefined
  const { document, tag, replies } = listOf(call.parts)
  const form = `${answer.mediaType} ${answer.isPretty ? 'pretty' : ''}`
  const known = replies.get(form)
  if (known) return answerIfNoneMatch(known, call.http)
  const plain = documentReply(call, 200, document)
  const parameters = `g=apidiscovery.${call.parts.dialect.apiDomain};v=v2;as=APIGroupDiscoveryList`
  const reply = {
    ...plain,
    headers: {
      'Content-Type': `${answer.mediaType};${parameters}`,
      ETag: `"${tag}"`,
      Vary: 'Accept',
      'Cache-Control': 'public',
    },
  }
  replies.set(form, reply)
  return answerIfNoneMatch(reply, call.http)
}
