// Generates long objects and collections that are read with and without gzip.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import { acceptHeader, mediaTypeTerm } from '../../dsl/media-steps.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import { create, get, list, caseName, scenarioWith } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { someWritableRole } from '../updates.ts'

/** A create of an object with an annotation of this many bytes. The limit is 256 KiB. */
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

// Both exceed 128 KiB, above which genuine servers compress.
const bytesOfOne = fc.integer({ min: 140_000, max: 200_000 })
const bytesOfThree = fc.integer({ min: 50_000, max: 90_000 })

const someText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })

// No weights: genuine servers do not recognize gzip with a weight.
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

/** Generates one long object, read without gzip (`plain`) and with it (`packed`). */
export const longGets = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someWritableRole, bytes: bytesOfOne, text: someText, headers })
    .map(({ role, bytes, text, headers: { plain, packed } }) =>
      scenarioWith(
        longObject('object', role, 'x', { bytes, text }),
        get('plain', role, caseName('x'), plain),
        get('packed', role, caseName('x'), packed),
      ),
    )

/** Generates a long collection, listed without and with gzip. */
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
