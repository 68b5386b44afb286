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
  query('allowWatchBookmarks', 'boolean', 'Whether a watch may bring BOOKMARK events.'),
  query('continue', 'string', 'The token of the chunk before, for the next one.'),
  query('dryRun', 'string', 'All: everything is done but the write itself.'),
  query('fieldManager', 'string', 'Who writes: at most 128 printable bytes.'),
  query('fieldSelector', 'string', 'Only objects whose fields are so.'),
  query('fieldValidation', 'string', 'What unknown and duplicate fields do: Ignore, Warn, Strict.'),
  query('force', 'boolean', 'Whether an apply takes fields from other managers.'),
  query('gracePeriodSeconds', 'integer', 'How long a deleted object may still work.'),
  query(
    'ignoreStoreReadErrorWithClusterBreakingPotential',
    'boolean',
    'Whether what cannot be read any more is removed all the same.',
  ),
  query('labelSelector', 'string', 'Only objects whose labels are so.'),
  query('limit', 'integer', 'At most so many objects; the rest comes with the token.'),
  query('orphanDependents', 'boolean', 'The older name of propagationPolicy=Orphan.'),
  query('pretty', 'string', 'Whether JSON is laid out for people.'),
  query(
    'propagationPolicy',
    'string',
    'What becomes of dependents: Orphan, Background, Foreground.',
  ),
  query('resourceVersion', 'string', 'The version that is read, or from which a watch begins.'),
  query('resourceVersionMatch', 'string', 'How the version is meant: Exact, NotOlderThan.'),
  query('sendInitialEvents', 'boolean', 'Whether a watch begins with what is there.'),
  query('timeoutSeconds', 'integer', 'How long the answer may take, or a watch goes on.'),
  query('watch', 'boolean', 'Whether changes are followed in place of a list.'),
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
