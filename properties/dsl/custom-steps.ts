// Steps about custom types: their definitions, and the objects of a type that a step defined.

import type { Define, Request, Until } from './scenario.ts'
import { edited, named, raw, sample, seen } from './steps.ts'
import type { Common } from './steps.ts'
import { patchTypes } from './write-steps.ts'
import type { Term } from './term.ts'

type Fields = { [key: string]: Term }

/** A schema as a definition holds it. */
export type SchemaTerm = Fields

/** One version of a type, served and stored unless more is said. */
export const version = (name: string, schema: SchemaTerm, more: Fields = {}): Fields => ({
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
export const typeOf = (versions: Fields[], { names = {}, ...more }: Fields = {}): Fields => ({
  scope: 'Namespaced',
  names: { plural: 'widgets', kind: 'Widget', ...(names as Fields) },
  versions,
  ...more,
})

export const define = (as: string, type: Fields): Define => ({ as, define: type })

/** Until the answer is this: a status, or a success that shows this. */
export const until = (request: Request, is: number | Term): Until =>
  typeof is === 'number' ? { until: request, status: is } : { until: request, shows: is }

export const established: Term = {
  status: { conditions: [{ type: 'Established', status: 'True' }] },
}

/** The definitions, or what lies below them. */
export const definitions = (...below: Term[]): Term => ({
  $join: [
    '/apis/',
    { $group: 'apiextensions' },
    '/v1/customresourcedefinitions',
    ...below.flatMap(segment => ['/', segment]),
  ],
})

/** The group in which a case has definitions of its own. */
export const ownGroup: Term = { $join: [named('own'), '.touchstone.example'] }

/** The plural of a type of the case's own; it begins as all names of the case do. */
export const ownPlural = (logical = 'widgets'): Term => named(logical)

export const ownDefinition = (logical = 'widgets'): Term => ({
  $join: [ownPlural(logical), '.', ownGroup],
})

/** A definition of the case's own, in its own group; of `type` the plural is left to the case. */
export function definition(type: Fields, logical = 'widgets'): Term {
  return edited(sample('namespaces'), {
    '/apiVersion': { $join: [{ $group: 'apiextensions' }, '/v1'] },
    '/kind': 'CustomResourceDefinition',
    '/metadata/name': ownDefinition(logical),
    '/spec': type,
    '/spec/group': ownGroup,
    '/spec/names/plural': ownPlural(logical),
  })
}

/** POST of a definition of the case's own. */
export const makeType = (
  as: string,
  type: Fields,
  more: { logical?: string; set?: Record<string, Term>; drop?: string[] } = {},
): Request => {
  const body = definition(type, more.logical)
  return raw(as, 'POST', definitions(), { body: edited(body, more.set ?? {}, more.drop) })
}

export const getType = (as: string, logical?: string): Request =>
  raw(as, 'GET', definitions(ownDefinition(logical)))

export const removeType = (as: string, logical?: string): Request =>
  raw(as, 'DELETE', definitions(ownDefinition(logical)))

/** A definition of the case's own (`LABEL`) that is established (`LABEL established`). */
export const madeType = (as: string, type: Fields, logical = 'widgets') => [
  makeType(as, type, { logical }),
  until(getType(`${as} established`, logical), established),
]

/** Where objects of a type are: which step defined it, and a version and namespace of it. */
export type Of = { of: string; version?: string; namespace?: number | 'all' | 'none' }

/** The collection of a type, or what lies below it, by its segments. */
export const objectsAt = (
  { of, version: name = 'v1', namespace = 0 }: Of,
  ...below: Term[]
): Term => ({
  $join: [
    '/apis/',
    seen(of, '/spec/group'),
    `/${name}`,
    ...(typeof namespace === 'string' ? [] : ['/namespaces/', { $namespace: namespace }]),
    '/',
    seen(of, '/spec/names/plural'),
    ...below.flatMap(segment => ['/', segment]),
  ],
})

/** An object of a type, under a name of the case's own. */
export const objectOf = (
  { of, version: name = 'v1' }: Of,
  logical: string | undefined,
  fields: Fields = {},
): Term =>
  edited(sample('namespaces', logical), {
    '/apiVersion': { $join: [seen(of, '/spec/group'), `/${name}`] },
    '/kind': seen(of, '/spec/names/kind'),
    ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [`/${key}`, value])),
  })

type More = Omit<Common, 'namespace'> & { query?: Record<string, Term> }

export const createObject = (
  as: string,
  of: Of,
  logical: string,
  fields: Fields = {},
  more: More & { set?: Record<string, Term> } = {},
): Request => {
  const { set = {}, ...rest } = more
  const body = edited(objectOf(of, logical, fields), set)
  return raw(as, 'POST', objectsAt(of), { body, ...rest })
}

export const getObject = (as: string, of: Of, logical: string, more: More = {}): Request =>
  raw(as, 'GET', objectsAt(of, named(logical)), more)

export const listObjects = (as: string, of: Of, more: More = {}): Request =>
  raw(as, 'GET', objectsAt(of), more)

/** PUT of an earlier answer with places set and dropped; to a subresource where one is named. */
export function putObject(
  as: string,
  of: Of,
  earlier: string,
  change: { set?: Record<string, Term>; drop?: string[]; below?: string } & More,
): Request {
  const { set = {}, drop, below, ...more } = change
  const path = objectsAt(of, seen(earlier, '/metadata/name'), ...(below ? [below] : []))
  return raw(as, 'PUT', path, { body: edited(seen(earlier, ''), set, drop), ...more })
}

export function patchObject(
  as: string,
  of: Of,
  logical: string,
  patch: { type: keyof typeof patchTypes; body: Term; below?: string } & More,
): Request {
  const { type, body, below, ...more } = patch
  return raw(as, 'PATCH', objectsAt(of, named(logical), ...(below ? [below] : [])), {
    ...more,
    body,
    headers: { 'content-type': patchTypes[type], ...more.headers },
  })
}

export const removeObject = (as: string, of: Of, logical: string, more: More = {}): Request =>
  raw(as, 'DELETE', objectsAt(of, named(logical)), more)
