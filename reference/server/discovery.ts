import type { Incoming } from '../api/call.ts'
import type { Parts, PathEndpoint } from '../api/parts.ts'
import { apiVersionOf, type Resource } from '../api/resource.ts'
import { typesServed } from '../api/served.ts'
import { answerDocument } from '../verbs/answer.ts'

/** What is served, for clients that ask before they speak (PATH-039). */
export const discovery: readonly PathEndpoint[] = [
  {
    serves: path => path === '/',
    answers: 'document',
    act: async call => answerDocument(call, 200, { paths: pathsOf(call.at) }),
  },
  {
    serves: path => isPath(path, '/api'),
    answers: 'document',
    act: async call => answerDocument(call, 200, coreVersions(call.http)),
  },
  {
    serves: path => isPath(path, '/apis'),
    answers: 'document',
    act: async call =>
      answerDocument(call, 200, {
        kind: 'APIGroupList',
        apiVersion: 'v1',
        groups: groupsOf(call.at),
      }),
  },
  {
    serves: (path, at) => groupsOf(at).some(({ name }) => isPath(path, `/apis/${name}`)),
    answers: 'document',
    act: async call => {
      const { info, at } = call
      const group = groupsOf(at).find(({ name }) => isPath(info.path, `/apis/${name}`))
      return answerDocument(call, 200, { kind: 'APIGroup', apiVersion: 'v1', ...group })
    },
  },
  {
    serves: (path, at) => typesServed(at).some(resource => isPath(path, pathOf(resource))),
    answers: 'document',
    act: async call => answerDocument(call, 200, resourceList(call.info.path, call.at)),
  },
]

const isPath = (path: string, wanted: string): boolean => path.replace(/\/$/, '') === wanted

const pathOf = (resource: Resource): string =>
  `/${resource.group === '' ? 'api' : 'apis'}/${apiVersionOf(resource)}`

const pathsOf = (at: Parts): string[] =>
  [
    ...new Set([
      '/api',
      '/apis',
      ...groupsOf(at).map(({ name }) => `/apis/${name}`),
      ...typesServed(at).map(pathOf),
      '/healthz',
      '/livez',
      '/readyz',
      '/version',
    ]),
  ].sort()

const coreVersions = ({ headers }: Incoming) => ({
  kind: 'APIVersions',
  versions: ['v1'],
  serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: headers.host ?? '' }],
})

/** The named groups and their versions in the order of the table; the first version is preferred. */
function groupsOf(at: Parts) {
  const resources = typesServed(at)
  const names = new Set(resources.map(({ group }) => group).filter(group => group !== ''))
  return [...names].map(name => {
    const own = resources.filter(({ group }) => group === name)
    const versions = [...new Set(own.map(({ version }) => version))].map(version => ({
      groupVersion: `${name}/${version}`,
      version,
    }))
    return { name, versions, preferredVersion: versions[0] }
  })
}

function resourceList(path: string, at: Parts) {
  const resources = typesServed(at).filter(resource => isPath(path, pathOf(resource)))
  const groupVersion = resources[0] && apiVersionOf(resources[0])
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion,
    resources: resources.flatMap(withSubresources),
  }
}

function withSubresources(resource: Resource) {
  const { singular, isNamespaced, kind, verbs, shortNames, categories } = resource
  const own = {
    name: resource.resource,
    singularName: singular,
    namespaced: isNamespaced,
    kind,
    verbs,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
  }
  const others = Object.entries(resource.subresources).map(([name, subresource]) => ({
    name: `${resource.resource}/${name}`,
    singularName: '',
    namespaced: isNamespaced,
    ...(subresource.kind !== kind && { group: subresource.group, version: subresource.version }),
    kind: subresource.kind,
    verbs: subresource.verbs,
  }))
  return [own, ...others]
}
