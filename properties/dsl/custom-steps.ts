// Steps about custom types: their definitions, and the objects of a type that a step defined.

import type { DefineTypeStep, RequestStep, PollStep } from './scenario.ts'
import { editTerm, caseName, rawRequest, sampleTerm, fromAnswer } from './steps.ts'
import type { CommonStepOptions } from './steps.ts'
import { patchMediaTypes } from './write-steps.ts'
import type { Term } from './term.ts'
import { resourcePath } from '../../fixtures/objects/probe-types.ts'

type Fields = { [key: string]: Term }

/** A schema as a definition holds it. */
export type SchemaTerm = Fields

/** One version of a type, served and stored unless more is said. */
export const definitionVersion = (name: string, schema: SchemaTerm, more: Fields = {}): Fields => ({
  name,
  served: true,
  storage: true,
  schema: { openAPIV3Schema: schema },
  ...more,
})

/** An object with these members in its `spec`, and no others anywhere. */
export const specOf = (properties: Fields, more: Fields = {}): SchemaTerm => ({
  type: 'object',
  properties: { spec: { type: 'object', properties, ...more } },
})

/** What a definition says of its type, but for its group: a Widget, namespaced, unless more is said. */
export const typeSpec = (versions: Fields[], { names = {}, ...more }: Fields = {}): Fields => ({
  scope: 'Namespaced',
  names: { plural: 'widgets', kind: 'Widget', ...(names as Fields) },
  versions,
  ...more,
})

export const defineSharedType = (as: string, type: Fields): DefineTypeStep => ({ as, define: type })

/** Until the answer is this: a status, or a success that shows this. */
export const pollUntil = (request: RequestStep, is: number | Term): PollStep =>
  typeof is === 'number' ? { until: request, status: is } : { until: request, shows: is }

export const establishedCondition: Term = {
  status: { conditions: [{ type: 'Established', status: 'True' }] },
}

/** The definitions, or what lies below them. */
export const definitionsPathTerm = (...below: Term[]): Term => ({
  $join: [
    '/apis/',
    { $group: 'apiextensions' },
    '/v1/customresourcedefinitions',
    ...below.flatMap(segment => ['/', segment]),
  ],
})

/** The group in which a case has definitions of its own. */
export const ownGroup: Term = { $join: [caseName('own'), '.touchstone.example'] }

/** The plural of a type of the case's own; it begins as all names of the case do. */
export const ownPlural = (logical = 'widgets'): Term => caseName(logical)

export const ownDefinitionPath = (logical = 'widgets'): Term => ({
  $join: [ownPlural(logical), '.', ownGroup],
})

/** A definition of the case's own, in its own group; of `type` the plural is left to the case. */
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

/** POST of a definition of the case's own. */
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

/** A definition of the case's own (`LABEL`) that is established (`LABEL established`). */
export const createEstablishedType = (as: string, type: Fields, logical = 'widgets') => [
  createType(as, type, { logical }),
  pollUntil(getType(`${as} established`, logical), establishedCondition),
]

/** Where objects of a type are: which step defined it, and a version and namespace of it. */
export type CustomTypeRef = { of: string; version?: string; namespace?: number | 'all' | 'none' }

/** The collection of a type, or what lies below it, by its segments. */
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

/** An object of a type, under a name of the case's own. */
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

/** PUT of an earlier answer with places set and dropped; to a subresource where one is named. */
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

/** Where definitions of custom types are kept. */
export const definitionsPath = (apiDomain: string): string =>
  resourcePath({
    group: `apiextensions.${apiDomain}`,
    version: 'v1',
    resource: 'customresourcedefinitions',
  })
