// Builds applies that omit fields which another manager owns by a write that is no apply.

import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep } from '../../dsl/scenario.ts'
import { caseName, create, updateFrom } from '../../dsl/steps.ts'
import { asManager, patch } from '../../dsl/write-steps.ts'
import { appliedRoles, applyStep, forEachAppliedRole, partialBody, readBack } from './apply.ts'

const other = caseName('other')

/**
 * A manager applies four annotations (`applied`, `shared`) and then none of them (`omitted`).
 * Another one has written `created`, `updated` and `merged` by the requests of these names. Only
 * the first manager has written `alone`.
 */
const omittedFields = (role: Role): RequestStep[] => [
  asManager(
    other,
    create('created', role, 'x', {
      content: 'one',
      set: { '/metadata/annotations': { created: 'one' } },
    }),
  ),
  applied('applied', role, { created: 'one', updated: 'one', merged: 'one', alone: 'one' }),
  asManager(
    other,
    // The role is appended to the labels.
    updateFrom('updated', role, `applied ${role}`, { '/metadata/annotations/updated': 'two' }),
  ),
  asManager(
    other,
    patch('merged', role, caseName('x'), {
      type: 'merge',
      body: { metadata: { annotations: { merged: 'two' } } },
    }),
  ),
  applied('shared', role, { created: 'one', updated: 'two', merged: 'two', alone: 'one' }),
  readBack('look', role),
  applied('omitted', role, { more: 'one' }),
  readBack('after', role),
]

const applied = (as: string, role: Role, annotations: Record<string, string>): RequestStep =>
  applyStep(as, role, 'm', partialBody(role, { annotations }))

/** The applies for each role. */
export const appliesOfSharedFields: RequestStep[] = forEachAppliedRole(omittedFields, appliedRoles)
