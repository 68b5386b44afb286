import { createHash } from 'node:crypto'

import type { Incoming, Reply } from '../api/call.ts'
import type { PathEndpoint } from '../api/endpoint.ts'
import type { JsonObject } from '../api/object.ts'
import type { Parts, PathCall } from '../api/parts.ts'
import { apiVersionOf } from '../api/resource.ts'
import { answerDocument } from '../verbs/answer.ts'
import { aggregated, aggregatedType } from './aggregated.ts'
import { catalogueOf, type Group, type Version } from './catalogue.ts'
import { groupShown, resourceList } from './lists.ts'
import { ofTypes } from './of-types.ts'
import { unlessKnown } from './unless-known.ts'

/** What is served, for clients that ask before they speak (PATH-039). */
export const discovery: readonly PathEndpoint[] = [
  {
    serves: path => path === '/',
    answers: 'document',
    takesAnyMethod: true,
    act: async call => answerDocument(call, 200, { paths: pathsOf(call.at) }),
  },
  {
    serves: path => isPath(path, '/api'),
    answers: 'document',
    type: { kind: 'APIVersions', apiVersion: 'v1' },
    converts: aggregatedType,
    act: async call => aggregatedAnswer(call, coreList) ?? answerCore(call),
  },
  {
    serves: path => isPath(path, '/apis'),
    answers: 'document',
    type: { kind: 'APIGroupList', apiVersion: 'v1' },
    converts: aggregatedType,
    takesAnyMethod: true,
    act: async call => aggregatedAnswer(call, namedList) ?? answerGroups(call),
  },
  {
    serves: (path, at) => groupAt(path, at) !== undefined,
    answers: 'document',
    type: { kind: 'APIGroup', apiVersion: 'v1' },
    takesAnyMethod: true,
    act: async call => {
      const group = groupAt(call.info.path, call.at)
      const shown = group && groupShown(group)
      return answerDocument(call, 200, { kind: 'APIGroup', apiVersion: 'v1', ...shown })
    },
  },
  {
    serves: (path, at) => versionAt(path, at) !== undefined,
    answers: 'document',
    type: { kind: 'APIResourceList', apiVersion: 'v1' },
    act: async call => {
      const version = versionAt(call.info.path, call.at)
      return answerTyped(call, version ? resourceList(version) : {})
    },
  },
]

const isPath = (path: string, wanted: string): boolean => path.replace(/\/$/, '') === wanted

const groupAt = (path: string, at: Parts): Group | undefined => {
  const [, name = ''] = /^\/apis\/([^/]+)\/?$/.exec(path) ?? []
  return name === '' ? undefined : catalogueOf(at).get(name)
}

const versionAt = (path: string, at: Parts): Version | undefined => {
  const [, group = '', wanted] = /^\/(?:api|apis\/([^/]+))\/([^/]+)\/?$/.exec(path) ?? []
  return catalogueOf(at)
    .get(group)
    ?.versions.find(({ version }) => version === wanted)
}

const namedGroups = (at: Parts): Group[] =>
  [...catalogueOf(at).values()].filter(({ name }) => name !== '')

const own = ['/api', '/apis', '/apis/', '/healthz', '/livez', '/openapi/v2', '/openapi/v3'].concat([
  '/readyz',
  '/version',
])

function pathsOf(at: Parts): string[] {
  const groups = namedGroups(at)
  const versions = [...catalogueOf(at).values()].flatMap(group => group.versions)
  return [
    ...own,
    ...groups.map(({ name }) => `/apis/${name}`),
    ...versions.map(one => `/${one.group === '' ? 'api' : 'apis'}/${apiVersionOf(one)}`),
  ].sort()
}

/** Core documents of old do not say their version; media types that must say it do. */
function answerTyped(call: PathCall, document: JsonObject): Reply {
  const { form, at } = call
  const isChoosy = at.codecs[form.answer.mediaType]?.serves !== undefined
  return answerDocument(call, 200, isChoosy ? { apiVersion: 'v1', ...document } : document)
}

const answerCore = (call: PathCall): Reply =>
  answerTyped(call, {
    kind: 'APIVersions',
    versions: catalogueOf(call.at)
      .get('')
      ?.versions.map(({ version }) => version),
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: hostIn(call.http) }],
  })

const hostIn = ({ headers }: Incoming): string =>
  String(headers.host ?? headers[':authority'] ?? '')

const answerGroups = (call: PathCall): Reply =>
  answerDocument(call, 200, {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: namedGroups(call.at).map(groupShown),
  })

/** An aggregated document, its tag, and the replies that were made of it, by their forms. */
type Aggregate = {
  readonly document: ReturnType<typeof aggregated>
  readonly tag: string
  readonly replies: Map<string, Reply>
}

const coreList = ofTypes((_types, at) => aggregate([...catalogueOf(at).values()].slice(0, 1), at))

const namedList = ofTypes((_types, at) => aggregate(namedGroups(at), at))

function aggregate(groups: readonly Group[], at: Parts): Aggregate {
  const document = aggregated(groups, at)
  // Of the value, not of the bytes: which of its forms is meant, `Vary` says.
  const tag = createHash('sha512').update(JSON.stringify(document)).digest('hex').toUpperCase()
  return { document, tag, replies: new Map() }
}

/** The answer to a client that wants all at once; undefined to others. */
function aggregatedAnswer(call: PathCall, listOf: (at: Parts) => Aggregate): Reply | undefined {
  const { answer } = call.form
  if (answer.as !== 'APIGroupDiscoveryList') return undefined
  const { document, tag, replies } = listOf(call.at)
  const form = `${answer.mediaType} ${answer.isPretty ? 'pretty' : ''}`
  const known = replies.get(form)
  if (known) return unlessKnown(known, call.http)
  const plain = answerDocument(call, 200, document)
  const parameters = `g=apidiscovery.${call.at.dialect.apiDomain};v=v2;as=APIGroupDiscoveryList`
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
  return unlessKnown(reply, call.http)
}
