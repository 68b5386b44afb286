// Deletes that say how: in their body, or in their query.

import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { RequestStep } from '../../dsl/scenario.ts'
import { create, caseName, deleteObject, fromAnswer } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

/** The body of a delete with some options. */
export const deleteOptionsBody = (options: Record<string, Term>): Term => ({
  kind: 'DeleteOptions',
  apiVersion: 'v1',
  ...options,
})

/** A delete with options in its query. */
export const deleteWithQuery = (
  as: string,
  role: Role,
  logical: string,
  query: Record<string, Term>,
): RequestStep => ({ ...deleteObject(as, role, caseName(logical)), query })

/** A delete with options in its body. */
export const deleteWithBody = (
  as: string,
  role: Role,
  logical: string,
  options: Record<string, Term>,
): RequestStep => deleteObject(as, role, caseName(logical), { body: deleteOptionsBody(options) })

/** Options that a delete may carry, each with a value, in a body and (but for one) in a query. */
const options: Record<string, { inBody: Term; inQuery?: Term }> = {
  dryRun: { inBody: ['All'], inQuery: 'All' },
  gracePeriodSeconds: { inBody: 0, inQuery: '0' },
  orphanDependents: { inBody: false, inQuery: 'false' },
  preconditions: { inBody: { uid: fromAnswer('object preconditions body', '/metadata/uid') } },
  propagationPolicy: { inBody: 'Background', inQuery: 'Background' },
}

/** The labels under which each option is tried. */
export const optionLabels: [name: string, labels: string[]][] = Object.entries(options).map(
  ([name, { inQuery }]) => [
    name,
    inQuery === undefined ? [`${name} body`] : [`${name} body`, `${name} query`],
  ],
)

/** Each option alone, on an object of its own: `NAME body`, and `NAME query` where it fits in one. */
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
