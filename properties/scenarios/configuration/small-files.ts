// Generates documents of kinds with few fields: 32-bit integers.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { configFieldTypes } from '../../models/config/field-types.ts'
import { validEventRateLimits, validTracing } from '../../models/config/small-kinds.ts'
import { withFields, refusedCase, acceptedCase, withoutFields } from './configuration.ts'
import type { DocumentCases } from './configuration.ts'

const counts = fc.integer({ min: 1, max: 2 ** 31 - 1 })

/** RATE-005, RATE-006: a required int32. */
export const rateLimitValues = (member: 'qps' | 'burst'): Arbitrary<DocumentCases> => {
  const path = `limits[0].${member}`
  return counts.map(good => ({
    good: validEventRateLimits,
    cases: [
      acceptedCase(withFields({ [path]: good })),
      refusedCase(withoutFields(path)),
      ...configFieldTypes.int32.bad.map(bad => refusedCase(withFields({ [path]: bad }))),
    ],
  }))
}

const rate = 'samplingRatePerMillion'

/** TRACE-008: an optional int32 up to a million. */
export const samplingRates = (): Arbitrary<DocumentCases> =>
  fc.integer({ min: 0, max: 1_000_000 }).map(good => ({
    good: validTracing,
    cases: [
      acceptedCase(withoutFields(rate)),
      ...[0, good, 1_000_000].map(value => acceptedCase(withFields({ [rate]: value }))),
      ...configFieldTypes.int32.bad.map(bad => refusedCase(withFields({ [rate]: bad }))),
    ],
  }))
