// Generates creates whose bodies contain fields that the path or the server determines.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { Scenario } from '../../dsl/scenario.ts'
import { updateFrom, create, scenarioWith } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { someWritableRole } from '../updates.ts'

type Places = Record<string, Term>

/** Generates a create and an update (`fault …`) whose body has another type. */
export const bodiesOfOtherTypes = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role>('main', 'core'),
      fault: fc.constantFrom<Places>(
        { '/kind': 'Nothing' },
        { '/kind': { $word: 'kind', of: 'cluster' } },
        { '/apiVersion': 'nothing.example/v9' },
        { '/apiVersion': { $word: 'apiVersion', of: 'cluster' } },
        {
          '/kind': { $word: 'kind', of: 'cluster' },
          '/apiVersion': { $word: 'apiVersion', of: 'cluster' },
        },
      ),
    })
    .map(({ role, fault }) =>
      scenarioWith(
        create('twin', role, 'x'),
        create('fault create', role, 'y', { set: fault }),
        updateFrom('twin update', role, 'twin', { '/metadata/annotations': { a: 'b' } }),
        updateFrom('fault update', role, 'twin update', {
          '/metadata/annotations': { a: 'c' },
          ...fault,
        }),
      ),
    )

/** Values that no server assigns to the fields that it sets, by JSON pointer. */
export const clientSetValues: Places = {
  '/metadata/uid': '11111111-2222-4333-8444-555555555555',
  '/metadata/creationTimestamp': '2001-01-01T00:00:00Z',
  '/metadata/deletionTimestamp': '2001-01-01T00:00:00Z',
  '/metadata/deletionGracePeriodSeconds': 5,
  '/metadata/selfLink': '/nothing',
}

/** Generates a create (`create`) with some of the fields that the server sets. */
export const createWithServerSetFields = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      places: fc.subarray(Object.keys(clientSetValues), { minLength: 1 }),
    })
    .map(({ role, places }) => {
      const set = places.map(place => [place, clientSetValues[place] ?? null] as const)
      return scenarioWith(create('create', role, 'x', { set: Object.fromEntries(set) }))
    })
