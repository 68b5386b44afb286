// Builds deletes with options in the body or in the query.

import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep } from '../../dsl/scenario.ts'
import { firstOf } from '../../dsl/fallback.ts'
import { create, caseName, deleteObject, fromAnswer, get, versionFrom } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

/** The body of a delete with these options. */
export const deleteOptionsBody = (options: Record<string, Term>): Term => ({
  kind: 'DeleteOptions',
  apiVersion: 'v1',
  ...options,
})

/** A delete with these options in its query. */
export const deleteWithQuery = (
  as: string,
  role: Role,
  logical: string,
  query: Record<string, Term>,
): RequestStep => ({ ...deleteObject(as, role, caseName(logical)), query })

/** A delete with these options in its body. */
export const deleteWithBody = (
  as: string,
  role: Role,
  logical: string,
  options: Record<string, Term>,
): RequestStep => deleteObject(as, role, caseName(logical), { body: deleteOptionsBody(options) })

/** All delete options, each with a value for a body and (with one exception) for a query. */
const options: Record<string, { inBody: Term; inQuery?: Term }> = {
  dryRun: { inBody: ['All'], inQuery: 'All' },
  gracePeriodSeconds: { inBody: 0, inQuery: '0' },
  orphanDependents: { inBody: false, inQuery: 'false' },
  preconditions: {
    inBody: firstOf(
      { uid: fromAnswer('object preconditions body', '/metadata/uid') },
      { resourceVersion: versionFrom('object preconditions body') },
    ),
  },
  propagationPolicy: { inBody: 'Background', inQuery: 'Background' },
}

/** The labels of the deletes with each option. */
export const optionLabels: [name: string, labels: string[]][] = Object.entries(options).map(
  ([name, { inQuery }]) => [
    name,
    inQuery === undefined ? [`${name} body`] : [`${name} body`, `${name} query`],
  ],
)

/**
 * A delete with each option alone, each of its own object: `NAME body`, and `NAME query` if the
 * option can be in a query.
 */
export const deletesWithEachOption: RequestStep[] = Object.entries(options).flatMap(
  ([name, { inBody, inQuery }], index) => [
    create(`object ${name} body`, 'main', `b${index}`),
    deleteWithBody(`${name} body`, 'main', `b${index}`, { [name]: inBody }),
    ...(inQuery === undefined
      ? []
      : [
          create(`object ${name} query`, 'main', `q${index}`),
          deleteWithQuery(`${name} query`, 'main', `q${index}`, { [name]: inQuery }),
        ]),
  ],
)

/** A delete with dryRun in its body (`dry run`), and one with an empty DeleteOptions (`twin`). */
export const deletesWithDryRunInBody = (role: Role): RequestStep[] => [
  create(`object ${role}`, role, 'x'),
  create(`other ${role}`, role, 'y'),
  deleteWithBody(`dry run ${role}`, role, 'x', { dryRun: ['All'] }),
  get(`after ${role}`, role, caseName('x')),
  deleteWithBody(`twin ${role}`, role, 'y', {}),
]
