// The parameters of queries and paths.

import type { JsonObject } from '../api/object.ts'

type Parameter = {
  readonly name: string
  readonly in: 'query' | 'path'
  readonly type: 'string' | 'integer' | 'boolean'
  readonly description: string
}

const query = (name: string, type: Parameter['type'], description: string): Parameter => ({
  name,
  in: 'query',
  type,
  description,
})

const all: readonly Parameter[] = [
  query('allowWatchBookmarks', 'boolean', 'Whether the watch may send BOOKMARK events.'),
  query('continue', 'string', 'The continue token of the previous page.'),
  query('dryRun', 'string', 'All: the request is processed, but nothing is stored.'),
  query('fieldManager', 'string', 'The name of the field manager, at most 128 printable bytes.'),
  query('fieldSelector', 'string', 'Restricts the result by fields of the objects.'),
  query(
    'fieldValidation',
    'string',
    'How unknown and duplicate fields are handled: Ignore, Warn or Strict.',
  ),
  query('force', 'boolean', 'Whether an apply takes over conflicting fields of other managers.'),
  query(
    'gracePeriodSeconds',
    'integer',
    'The number of seconds until a deleted object is removed.',
  ),
  query(
    'ignoreStoreReadErrorWithClusterBreakingPotential',
    'boolean',
    'Whether an object is deleted even if it can no longer be read.',
  ),
  query('labelSelector', 'string', 'Restricts the result by labels of the objects.'),
  query('limit', 'integer', 'The maximum number of objects on a page.'),
  query('orphanDependents', 'boolean', 'Deprecated: use propagationPolicy=Orphan.'),
  query('pretty', 'string', 'Whether JSON is indented.'),
  query(
    'propagationPolicy',
    'string',
    'What happens to dependents: Orphan, Background or Foreground.',
  ),
  query(
    'resourceVersion',
    'string',
    'The version to read, or the version after which a watch starts.',
  ),
  query('resourceVersionMatch', 'string', 'How resourceVersion is applied: Exact or NotOlderThan.'),
  query('sendInitialEvents', 'boolean', 'Whether the watch starts with the existing objects.'),
  query('timeoutSeconds', 'integer', 'The time limit of the request or watch, in seconds.'),
  query('watch', 'boolean', 'Whether to watch for changes instead of listing.'),
  { name: 'name', in: 'path', type: 'string', description: 'The name of the object.' },
  { name: 'namespace', in: 'path', type: 'string', description: 'The namespace of the object.' },
]

const byName = new Map(all.map(parameter => [parameter.name, parameter]))

export const parameterNames: readonly string[] = all.map(({ name }) => name)

export type OpenApiVersion = 'v2' | 'v3'

/** Returns a parameter in the form of a version of OpenAPI. */
export function parameterObject(name: string, version: OpenApiVersion): JsonObject {
  const found = byName.get(name)
  if (!found) throw new Error(`${name} is no parameter`)
  const { type, description } = found
  return {
    name,
    in: found.in,
    description,
    ...(found.in === 'path' && { required: true }),
    ...(version === 'v3' ? { schema: { type } } : { type }),
  }
}

const reading = ['resourceVersion', 'resourceVersionMatch', 'sendInitialEvents', 'timeoutSeconds']
const selecting = ['continue', 'fieldSelector', 'labelSelector', 'limit', ...reading]
const deleting = ['dryRun', 'gracePeriodSeconds'].concat([
  'ignoreStoreReadErrorWithClusterBreakingPotential',
  'orphanDependents',
  'propagationPolicy',
])
const writing = ['dryRun', 'fieldManager', 'fieldValidation']

/** The query parameters by verb, without `pretty`, which all verbs have. */
export const queryParametersOf: { readonly [verb: string]: readonly string[] } = {
  get: [],
  list: ['allowWatchBookmarks', ...selecting, 'watch'],
  create: writing,
  update: writing,
  patch: [...writing, 'force'],
  delete: deleting,
  deletecollection: [...selecting, ...deleting],
}
