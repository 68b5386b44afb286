// Generates reads of the same objects in the ordinary form (`plain …`) and in another form: as
// Tables, or as metadata.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { RequestStep, Scenario, Step } from '../../dsl/scenario.ts'
import {
  updateFrom,
  create,
  get,
  list,
  caseName,
  scenarioWith,
  tokenFrom,
  awaitVersion,
  awaitEventType,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'
import type { ListStepOptions } from '../../dsl/steps.ts'
import type { ObjectForm, Role, Term } from '../../dsl/term.ts'
import { acceptHeader, mediaTypeTerm, withHeaders } from '../../dsl/media-steps.ts'
import { patch } from '../../dsl/write-steps.ts'
import { createAll, someChanges, someNames } from '../collections.ts'
import { tableOnly } from './tables.ts'

const only = (form: ObjectForm): { accept: Term } => acceptHeader(mediaTypeTerm('json', form))

const someTypes = (...roles: Role[]) =>
  fc.record({ role: fc.constantFrom<Role>(...roles), names: someNames(1, 4) })

/** A list at exactly the version of the plain list, so that no write comes between them. */
const sameList = (as: string, role: Role, headers: { accept: Term }, more: ListStepOptions = {}) =>
  list(as, role, { ...more, headers, resourceVersion: versionFrom('plain list'), match: 'Exact' })

/**
 * The ordinary list at exactly the version of the plain list (`plain exact`), to see whether the
 * server keeps exact versions.
 */
const plainExact = (role: Role, more: ListStepOptions = {}) =>
  list('plain exact', role, { ...more, resourceVersion: versionFrom('plain list'), match: 'Exact' })

/** A write in between, without which a server that ignores exact versions would match by chance. */
const later = (role: Role) => create('later', role, 'zz-later')

/**
 * Generates a collection (`plain list`, `Table list`) and one object of it (`plain get`, `Table
 * get`).
 */
export const tablesWithPlainReads = (): Arbitrary<Scenario> =>
  someTypes('main', 'core', 'cluster').map(({ role, names: [name = 'a', ...others] }) =>
    scenarioWith(
      ...createAll(role, [name, ...others]),
      list('plain list', role),
      later(role),
      sameList('Table list', role, tableOnly),
      plainExact(role),
      get('plain get', role, caseName(name)),
      get('Table get', role, caseName(name), { headers: tableOnly }),
    ),
  )

/**
 * Generates both lists in chunks of one to three. The second chunks follow the tokens of the first.
 */
export const tablesInChunks = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role>('main', 'core'),
      names: someNames(1, 5),
      limit: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ role, names, limit }) =>
      scenarioWith(
        ...createAll(role, names),
        list('plain list', role, { limit }),
        later(role),
        sameList('Table list', role, tableOnly, { limit }),
        plainExact(role, { limit }),
        list('plain rest', role, { limit, continue: tokenFrom('plain list') }),
        list('Table rest', role, { limit, continue: tokenFrom('Table list'), headers: tableOnly }),
      ),
    )

/**
 * Generates a collection and an object with each `includeObject`. `Table list` and `Table get` omit
 * it.
 */
export const tablesWithEachIncludeObject = (): Arbitrary<Scenario> =>
  someTypes('main', 'core', 'cluster').map(({ role, names: [name = 'a', ...others] }) =>
    scenarioWith(
      ...createAll(role, [name, ...others]),
      list('plain list', role),
      plainExact(role),
      get('plain get', role, caseName(name)),
      ...includeObjectValues.flatMap(include => [
        sameList(`${include} list`, role, tableOnly, { query: { includeObject: include } }),
        get(`${include} get`, role, caseName(name), {
          headers: tableOnly,
          query: { includeObject: include },
        }),
      ]),
    ),
  )

export const includeObjectValues = ['None', 'Metadata', 'Object'] as const
export type IncludeObject = (typeof includeObjectValues)[number]

/** Writes that are answered with Tables, and gets afterwards (`plain after …`). */
export const writesAsTables = (role: Role): RequestStep[] => {
  const headers = tableOnly
  const plainRead = (write: string) => get(`plain after ${write}`, role, caseName('x'))
  return [
    create('Table create', role, 'x', { headers }),
    plainRead('Table create'),
    updateFrom(
      'Table put',
      role,
      'plain after Table create',
      { '/metadata/annotations': { a: 'b' } },
      { headers },
    ),
    plainRead('Table put'),
    patch('Table patch', role, caseName('x'), {
      type: 'merge',
      body: { metadata: { labels: { c: 'd' } } },
      headers,
    }),
    plainRead('Table patch'),
  ]
}

/** Generates an ordinary watch and one in another form, from the same version. */
export const watchInForm = (form: ObjectForm): Arbitrary<Scenario> =>
  someTypes('main', 'core').chain(({ role, names }) =>
    someChanges(role, names, 2, 5).map(changes => {
      const from = { resourceVersion: versionFrom('start') }
      return scenarioWith(
        ...createAll(role, names),
        list('start', role),
        watch('plain watch', role, from),
        watch(`${form} watch`, role, { ...from, headers: only(form) }),
        ...changes,
        create('marker', role, 'marker'),
        awaitVersion('plain watch', 'marker'),
        awaitVersion(`${form} watch`, 'marker'),
      )
    }),
  )

/** A watch with initial events as Tables whose rows contain no objects, up to the bookmark. */
export const stateAsTables: Step[] = [
  ...createAll('main', ['a', 'b']),
  watch('Table watch', 'main', {
    headers: tableOnly,
    initialEvents: true,
    bookmarks: true,
    match: 'NotOlderThan',
    query: { includeObject: 'None' },
  }),
  awaitEventType('Table watch', 'BOOKMARK'),
]

/** Generates objects and lists as metadata: `partial get`, `partial list`, `partial create`. */
export const partialsWithPlainReads = (): Arbitrary<Scenario> => {
  const partial = { headers: only('PartialObjectMetadata') }
  return someTypes('main', 'core', 'cluster').map(({ role, names: [name = 'a', ...others] }) =>
    scenarioWith(
      ...createAll(role, [name, ...others]),
      list('plain list', role),
      sameList('partial list', role, only('PartialObjectMetadataList')),
      plainExact(role),
      get('plain get', role, caseName(name)),
      get('partial get', role, caseName(name), partial),
      create('partial create', role, 'made', partial),
      get('plain made', role, caseName('made')),
    ),
  )
}

/**
 * An object requested as a partial list and a list requested as a partial object, and the matching
 * forms.
 */
export const partialsOfWrongForm: RequestStep[] = [
  create('object', 'main', 'x'),
  ...(['PartialObjectMetadata', 'PartialObjectMetadataList'] as const).flatMap(form => [
    withHeaders(list(`${form} of a list`, 'main'), only(form)),
    withHeaders(get(`${form} of an object`, 'main', caseName('x')), only(form)),
  ]),
]
