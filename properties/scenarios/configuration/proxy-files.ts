// Proxy configurations that are drawn: gates, how often logs are flushed, and how much is logged.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { types } from '../../models/config/fields.ts'
import { proxy } from '../../models/config/proxy.ts'
import { byTheLetter, put, refused, taken, without } from './configuration.ts'
import type { Asked } from './configuration.ts'

const gate = fc.constantFrom(
  'AllAlpha',
  'AllBeta',
  'ContextualLogging',
  'LoggingAlphaOptions',
  'LoggingBetaOptions',
)

/** PROXY-003: a map of booleans. */
export const featureGates = (): Arbitrary<Asked> =>
  fc
    .tuple(fc.uniqueArray(gate, { minLength: 1, maxLength: 4 }), fc.boolean())
    .map(([names, isOn]) => {
      const gates = Object.fromEntries(names.map(name => [name, isOn]))
      const [first = 'A'] = names
      return {
        good: proxy,
        cases: [
          taken(put({ featureGates: gates })),
          ...types.bool.bad.map(bad =>
            refused(put({ featureGates: { ...gates, [first]: bad } }), `featureGates.${first}`),
          ),
          refused(put({ featureGates: names })),
        ],
      }
    })

const flush = 'logging.flushFrequency'

/** PROXY-010: a duration, or a whole number of nanoseconds. */
export const flushFrequencies = (): Arbitrary<Asked> =>
  fc
    .tuple(
      types.duration.good,
      fc.integer({ min: 1, max: 10 ** 12 }),
      fc.constantFrom('soon', '5', '5 s', '1d'),
    )
    .map(([duration, nanoseconds, bad]) => ({
      good: proxy,
      cases: [
        ...[duration, nanoseconds, '1s', 1_000_000_000].map(value =>
          taken(put({ [flush]: value })),
        ),
        refused(put({ [flush]: bad })),
        refused(put({ [flush]: true })),
      ],
    }))

const verbosity = 'logging.verbosity'
const levels = fc.integer({ min: 0, max: 2 ** 31 - 1 })

/** PROXY-012: a required uint32. */
export const verbosities = (): Arbitrary<Asked> =>
  levels.map(level => ({
    good: proxy,
    cases: [
      taken(put({ [verbosity]: level })),
      byTheLetter(without(verbosity)),
      ...types.uint32.bad.map(bad => refused(put({ [verbosity]: bad }))),
    ],
  }))
