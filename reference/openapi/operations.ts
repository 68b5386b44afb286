// The operations on the paths of a type, independent of the version of OpenAPI.

import { apiVersionOf, type Resource } from '../api/resource.ts'
import { capitalize, groupInOperationId } from './definition-names.ts'
import { queryParametersOf } from './parameters.ts'

/** One operation of a path, independent of the OpenAPI version. */
export type OpenApiOperation = {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  readonly id: string
  readonly tag: string
  /** The verb as documents name it. */
  readonly action: string
  /** The type of the objects of the operation. */
  readonly type: Resource
  /** Names of parameters, including those in the path. */
  readonly parameters: readonly string[]
  readonly takes?: 'object' | 'patch' | 'options'
  readonly answers: 'object' | 'list' | 'status'
  /** The status codes of success. */
  readonly codes: readonly number[]
}

type Verb = Pick<OpenApiOperation, 'method' | 'action' | 'takes' | 'answers' | 'codes'> & {
  readonly name: string
}

const reading = { method: 'get', codes: [200] } as const
const writing = { takes: 'object', answers: 'object' } as const
const patching = { method: 'patch', name: 'patch', action: 'patch', takes: 'patch' } as const
const deleting = { method: 'delete', name: 'delete', takes: 'options', answers: 'status' } as const

// By the verbs of discovery; `watch` is a parameter of `list`.
const verbs: { readonly [verb: string]: Verb } = {
  get: { ...reading, name: 'read', action: 'get', answers: 'object' },
  list: { ...reading, name: 'list', action: 'list', answers: 'list' },
  create: { ...writing, method: 'post', name: 'create', action: 'post', codes: [200, 201, 202] },
  update: { ...writing, method: 'put', name: 'replace', action: 'put', codes: [200, 201] },
  patch: { ...writing, ...patching, codes: [200, 201] },
  delete: { ...deleting, action: 'delete', codes: [200, 202] },
  deletecollection: { ...deleting, action: 'deletecollection', codes: [200] },
}

export type OpenApiPath = {
  readonly path: string
  readonly operations: readonly OpenApiOperation[]
}

/** Returns the paths of a type and of its subresources. */
export function openApiPathsOf(type: Resource, apiDomain: string): OpenApiPath[] {
  const root = `/${type.group === '' ? 'api' : 'apis'}/${apiVersionOf(type)}`
  const collection = type.isNamespaced
    ? `${root}/namespaces/{namespace}/${type.resource}`
    : `${root}/${type.resource}`
  const on = (
    path: string,
    wanted: readonly string[],
    place: Partial<Place> = {},
  ): OpenApiPath => ({
    path,
    operations: wanted
      .filter(verb => (place.part ?? type).verbs.includes(verb))
      .map(verb => operation(verb, { type, path, apiDomain, ...place })),
  })
  // A log is text, not an object: the documents omit it.
  const parts = Object.entries(type.subresources)
    .filter(([, part]) => part.operation !== 'log')
    .map(([name, part]) =>
      on(`${collection}/{name}/${name}`, ['get', 'update', 'patch', 'create'], { part, name }),
    )
  const across = type.isNamespaced
    ? [on(`${root}/${type.resource}`, ['list'], { suffix: 'ForAllNamespaces' })]
    : []
  return [
    ...across,
    on(collection, ['list', 'create', 'deletecollection']),
    on(`${collection}/{name}`, ['get', 'update', 'delete', 'patch']),
    ...parts,
  ].filter(({ operations }) => operations.length > 0)
}

type Place = {
  readonly type: Resource
  readonly path: string
  readonly apiDomain: string
  /** The subresource and its name. */
  readonly part?: Resource
  readonly name?: string
  readonly suffix?: string
}

function operation(verb: string, place: Place): OpenApiOperation {
  const { type, path, apiDomain, part = type, name: partName = '', suffix = '' } = place
  const known = verbs[verb]
  if (!known) throw new Error(`no operation is known for the verb ${verb}`)
  const { name, ...own } = known
  const word = groupInOperationId(type.group, apiDomain)
  const inPath = ['name', 'namespace'].filter(one => path.includes(`{${one}}`))
  return {
    ...own,
    id: [
      name,
      capitalize(word),
      capitalize(type.version),
      verb === 'deletecollection' ? 'Collection' : '',
      inPath.includes('namespace') ? 'Namespaced' : '',
      type.kind,
      capitalize(partName),
      suffix,
    ].join(''),
    tag: `${word}_${type.version}`,
    type: part,
    parameters: [...(queryParametersOf[verb] ?? []), ...inPath, 'pretty'].sort(),
    // The type decides the response of a delete of one object.
    ...(verb === 'delete' && { answers: type.deleteReturns }),
  }
}
