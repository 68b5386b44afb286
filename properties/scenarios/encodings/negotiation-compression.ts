// Long objects and collections, which are read with and without gzip.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import { acceptHeader, mediaTypeTerm } from '../../dsl/media-steps.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import { create, get, list, caseName, scenarioWith } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { writableRoles } from '../updates.ts'

const someRole: Arbitrary<Role> = fc.constantFrom(...writableRoles)

/** An object with an annotation of so many bytes, of which there may be 256 KiB. */
export const longObject = (
  as: string,
  role: Role,
  logical: string,
  { bytes, text = 'long ' }: { bytes: number; text?: string },
): RequestStep =>
  create(as, role, logical, {
    set: {
      '/metadata/annotations': {
        long: { $repeat: text, times: Math.ceil(bytes / Buffer.byteLength(text)) },
      },
    },
  })

// Both beyond the 128 KiB from which genuine servers compress.
const bytesOfOne = fc.integer({ min: 140_000, max: 200_000 })
const bytesOfThree = fc.integer({ min: 50_000, max: 90_000 })

const someText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })

// The bare name: a genuine server does not know it with a weight.
const withGzip = fc.constantFrom('gzip', 'gzip, deflate', 'deflate, gzip, br', 'identity, gzip')

const accepts: Arbitrary<{ accept: Term }> = fc.constantFrom(
  acceptHeader(mediaTypeTerm('json')),
  acceptHeader(mediaTypeTerm('yaml'), mediaTypeTerm('json')),
  acceptHeader(mediaTypeTerm('protobuf'), mediaTypeTerm('json')),
)

const headers = fc.tuple(accepts, withGzip).map(([accept, encodings]) => ({
  plain: { headers: { ...accept, 'accept-encoding': 'identity' } },
  packed: { headers: { ...accept, 'accept-encoding': encodings } },
}))

/** One long object, read without gzip (label `plain`) and with it (`packed`). */
export const longGets = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, bytes: bytesOfOne, text: someText, headers })
    .map(({ role, bytes, text, headers: { plain, packed } }) =>
      scenarioWith(
        longObject('object', role, 'x', { bytes, text }),
        get('plain', role, caseName('x'), plain),
        get('packed', role, caseName('x'), packed),
      ),
    )

/** A long collection, listed likewise. */
export const longLists = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role[]>('main', 'core'),
      sizes: fc.array(bytesOfThree, { minLength: 3, maxLength: 4 }),
      text: someText,
      headers,
      options: fc.constantFrom({}, { limit: 500 }, { namespace: 'all' as const }),
    })
    .map(({ role, sizes, text, options, headers: { plain, packed } }) =>
      scenarioWith(
        ...sizes.map((bytes, index) =>
          longObject(`object ${index}`, role, `x${index}`, { bytes, text }),
        ),
        list('plain', role, { ...options, ...plain }),
        list('packed', role, { ...options, ...packed }),
      ),
    )
