// Generates requests that accept only unsupported media types.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { withHeaders } from '../../dsl/media-steps.ts'
import type { Scenario } from '../../dsl/scenario.ts'
import { create, get, list, caseName, scenarioWith } from '../../dsl/steps.ts'
import { someWritableRole } from '../updates.ts'

const strangeTypes = [
  'application/unknown',
  'text/html',
  'image/*',
  'application/jsonx',
  'application/xml;q=0.9',
  'text/plain; charset=utf-8',
]

/** Generates a get, a list and a create whose Accept types no server supports. */
export const unacceptableRequests = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      types: fc.uniqueArray(fc.constantFrom(...strangeTypes), { minLength: 1, maxLength: 4 }),
    })
    .map(({ role, types }) => {
      const headers = { accept: types.join(', ') }
      return scenarioWith(
        create('object', role, 'x'),
        get('twin get', role, caseName('x')),
        list('twin list', role),
        withHeaders(get('refused get', role, caseName('x')), headers),
        withHeaders(list('refused list', role), headers),
        withHeaders(create('refused create', role, 'y'), headers),
        get('after', role, caseName('y')),
      )
    })
