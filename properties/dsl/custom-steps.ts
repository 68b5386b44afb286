// Builds steps for custom types: their definitions, and objects of a type that an earlier step
// defined.

import type { DefineTypeStep, RequestStep, PollStep } from './scenario.ts'
import { editTerm, caseName, rawRequest, sampleTerm, fromAnswer } from './steps.ts'
import type { CommonStepOptions } from './steps.ts'
import { patchMediaTypes } from './write-steps.ts'
import type { Term } from './term.ts'
import { resourcePath } from '../../fixtures/objects/tested-types.ts'

type Fields = { [key: string]: Term }

/** An OpenAPI schema as a definition contains it. */
export type SchemaTerm = Fields

/** Returns one version of a type, served and stored by default; `more` overrides. */
export const definitionVersion = (name: string, schema: SchemaTerm, more: Fields = {}): Fields => ({
  name,
  served: true,
  storage: true,
  schema: { openAPIV3Schema: schema },
  ...more,
})

/** Returns the schema of an object that has only a `spec` with these properties. */
export const specOf = (properties: Fields, more: Fields = {}): SchemaTerm => ({
  type: 'object',
  properties: { spec: { type: 'object', properties, ...more } },
})

/** Returns the `spec` of a definition without its group: by default a namespaced Widget. */
export const typeSpec = (versions: Fields[], { names = {}, ...more }: Fields = {}): Fields => ({
  scope: 'Namespaced',
  names: { plural: 'widgets', kind: 'Widget', ...(names as Fields) },
  versions,
  ...more,
})

/** Defines a custom type that all cases of the run share. The first case creates the definition. */
export const defineSharedType = (as: string, type: Fields): DefineTypeStep => ({ as, define: type })

/** Polls until the answer has this status, or succeeds with a body that contains this part. */
export const pollUntil = (request: RequestStep, is: number | Term): PollStep =>
  typeof is === 'number' ? { poll: request, status: is } : { poll: request, shows: is }

export const establishedCondition: Term = {
  status: { conditions: [{ type: 'Established', status: 'True' }] },
}

/** The path of the collection of definitions, or of a path below it. */
export const definitionsPathTerm = (...below: Term[]): Term => ({
  $join: [
    '/apis/',
    { $group: 'apiextensions' },
    '/v1/customresourcedefinitions',
    ...below.flatMap(segment => ['/', segment]),
  ],
})

/** The API group of the definitions that one case creates for itself. */
export const ownGroup: Term = { $join: [caseName('own'), '.touchstone.example'] }

/** The plural of a type that only this case defines. It starts with the case's prefix. */
export const ownPlural = (logical = 'widgets'): Term => caseName(logical)

export const ownDefinitionPath = (logical = 'widgets'): Term => ({
  $join: [ownPlural(logical), '.', ownGroup],
})

/**
 * Returns a definition that only this case uses, in the case's group. The plural in `type` is
 * replaced.
 */
export function ownDefinitionBody(type: Fields, logical = 'widgets'): Term {
  return editTerm(sampleTerm('namespaces'), {
    '/apiVersion': { $join: [{ $group: 'apiextensions' }, '/v1'] },
    '/kind': 'CustomResourceDefinition',
    '/metadata/name': ownDefinitionPath(logical),
    '/spec': type,
    '/spec/group': ownGroup,
    '/spec/names/plural': ownPlural(logical),
  })
}

/** POST of a definition that only this case uses. */
export const createType = (
  as: string,
  type: Fields,
  more: { logical?: string; set?: Record<string, Term>; drop?: string[] } = {},
): RequestStep => {
  const body = ownDefinitionBody(type, more.logical)
  return rawRequest(as, 'POST', definitionsPathTerm(), {
    body: editTerm(body, more.set ?? {}, more.drop),
  })
}

export const getType = (as: string, logical?: string): RequestStep =>
  rawRequest(as, 'GET', definitionsPathTerm(ownDefinitionPath(logical)))

export const deleteType = (as: string, logical?: string): RequestStep =>
  rawRequest(as, 'DELETE', definitionsPathTerm(ownDefinitionPath(logical)))

/** Creates a definition (`LABEL`) and polls until it is established (`LABEL established`). */
export const createEstablishedType = (as: string, type: Fields, logical = 'widgets') => [
  createType(as, type, { logical }),
  pollUntil(getType(`${as} established`, logical), establishedCondition),
]

/**
 * Addresses objects of a custom type: the label of the step that defined it, a version, a
 * namespace.
 */
export type CustomTypeRef = { of: string; version?: string; namespace?: number | 'all' | 'none' }

/** The path of the collection of a type; `below` appends segments. */
export const customCollection = (
  { of, version: name = 'v1', namespace = 0 }: CustomTypeRef,
  ...below: Term[]
): Term => ({
  $join: [
    '/apis/',
    fromAnswer(of, '/spec/group'),
    `/${name}`,
    ...(typeof namespace === 'string' ? [] : ['/namespaces/', { $namespace: namespace }]),
    '/',
    fromAnswer(of, '/spec/names/plural'),
    ...below.flatMap(segment => ['/', segment]),
  ],
})

/** Returns an object of a custom type. Its name starts with the case's prefix. */
export const customObjectBody = (
  { of, version: name = 'v1' }: CustomTypeRef,
  logical: string | undefined,
  fields: Fields = {},
): Term =>
  editTerm(sampleTerm('namespaces', logical), {
    '/apiVersion': { $join: [fromAnswer(of, '/spec/group'), `/${name}`] },
    '/kind': fromAnswer(of, '/spec/names/kind'),
    ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [`/${key}`, value])),
  })

type More = Omit<CommonStepOptions, 'namespace'> & { query?: Record<string, Term> }

export const createCustomObject = (
  as: string,
  of: CustomTypeRef,
  logical: string,
  fields: Fields = {},
  more: More & { set?: Record<string, Term> } = {},
): RequestStep => {
  const { set = {}, ...rest } = more
  const body = editTerm(customObjectBody(of, logical, fields), set)
  return rawRequest(as, 'POST', customCollection(of), { body, ...rest })
}

export const getCustomObject = (
  as: string,
  of: CustomTypeRef,
  logical: string,
  more: More = {},
): RequestStep => rawRequest(as, 'GET', customCollection(of, caseName(logical)), more)

export const listCustomObjects = (as: string, of: CustomTypeRef, more: More = {}): RequestStep =>
  rawRequest(as, 'GET', customCollection(of), more)

/**
 * PUT of the object in an earlier answer with values set and dropped, by JSON pointer. `below`
 * names a subresource.
 */
export function putCustomObject(
  as: string,
  of: CustomTypeRef,
  earlier: string,
  change: { set?: Record<string, Term>; drop?: string[]; below?: string } & More,
): RequestStep {
  const { set = {}, drop, below, ...more } = change
  const path = customCollection(
    of,
    fromAnswer(earlier, '/metadata/name'),
    ...(below ? [below] : []),
  )
  return rawRequest(as, 'PUT', path, {
    body: editTerm(fromAnswer(earlier, ''), set, drop),
    ...more,
  })
}

/** PATCH of a custom object, by its logical name. `below` names a subresource. */
export function patchCustomObject(
  as: string,
  of: CustomTypeRef,
  logical: string,
  patch: { type: keyof typeof patchMediaTypes; body: Term; below?: string } & More,
): RequestStep {
  const { type, body, below, ...more } = patch
  return rawRequest(
    as,
    'PATCH',
    customCollection(of, caseName(logical), ...(below ? [below] : [])),
    {
      ...more,
      body,
      headers: { 'content-type': patchMediaTypes[type], ...more.headers },
    },
  )
}

export const deleteCustomObject = (
  as: string,
  of: CustomTypeRef,
  logical: string,
  more: More = {},
): RequestStep => rawRequest(as, 'DELETE', customCollection(of, caseName(logical)), more)

/** The path of the collection of custom resource definitions. */
export const definitionsPath = (apiDomain: string): string =>
  resourcePath({
    group: `apiextensions.${apiDomain}`,
    version: 'v1',
    resource: 'customresourcedefinitions',
  })
