// Documents that are drawn for kinds with few fields: whole numbers of 32 bits.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { types } from '../../models/config/fields.ts'
import { rateLimits, tracing } from '../../models/config/small-kinds.ts'
import { put, refused, taken, without } from './configuration.ts'
import type { Asked } from './configuration.ts'

const counts = fc.integer({ min: 1, max: 2 ** 31 - 1 })

/** RATE-005, RATE-006: a required int32. */
export const limitsOf = (member: 'qps' | 'burst'): Arbitrary<Asked> => {
  const path = `limits[0].${member}`
  return counts.map(good => ({
    good: rateLimits,
    cases: [
      taken(put({ [path]: good })),
      refused(without(path)),
      ...types.int32.bad.map(bad => refused(put({ [path]: bad }))),
    ],
  }))
}

const rate = 'samplingRatePerMillion'

/** TRACE-008: an optional int32 up to a million. */
export const samplingRates = (): Arbitrary<Asked> =>
  fc.integer({ min: 0, max: 1_000_000 }).map(good => ({
    good: tracing,
    cases: [
      taken(without(rate)),
      ...[0, good, 1_000_000].map(value => taken(put({ [rate]: value }))),
      ...types.int32.bad.map(bad => refused(put({ [rate]: bad }))),
    ],
  }))
