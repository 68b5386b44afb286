// Generates proxy configurations: feature gates, the flush frequency and the verbosity of logs.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { configFieldTypes } from '../../models/config/field-types.ts'
import { validProxyConfig } from '../../models/config/proxy.ts'
import {
  literalOnlyCase,
  withFields,
  refusedCase,
  acceptedCase,
  withoutFields,
} from './configuration.ts'
import type { DocumentCases } from './configuration.ts'

const gate = fc.constantFrom(
  'AllAlpha',
  'AllBeta',
  'ContextualLogging',
  'LoggingAlphaOptions',
  'LoggingBetaOptions',
)

/** PROXY-003: a map of booleans. */
export const proxyFeatureGates = (): Arbitrary<DocumentCases> =>
  fc
    .tuple(fc.uniqueArray(gate, { minLength: 1, maxLength: 4 }), fc.boolean())
    .map(([names, isOn]) => {
      const gates = Object.fromEntries(names.map(name => [name, isOn]))
      const [first = 'A'] = names
      return {
        good: validProxyConfig,
        cases: [
          acceptedCase(withFields({ featureGates: gates })),
          ...configFieldTypes.bool.bad.map(bad =>
            refusedCase(
              withFields({ featureGates: { ...gates, [first]: bad } }),
              `featureGates.${first}`,
            ),
          ),
          refusedCase(withFields({ featureGates: names })),
        ],
      }
    })

const flush = 'logging.flushFrequency'

/** PROXY-010: a duration, or a whole number of nanoseconds. */
export const flushFrequencies = (): Arbitrary<DocumentCases> =>
  fc
    .tuple(
      configFieldTypes.duration.good,
      fc.integer({ min: 1, max: 10 ** 12 }),
      fc.constantFrom('soon', '5', '5 s', '1d'),
    )
    .map(([duration, nanoseconds, bad]) => ({
      good: validProxyConfig,
      cases: [
        ...[duration, nanoseconds, '1s', 1_000_000_000].map(value =>
          acceptedCase(withFields({ [flush]: value })),
        ),
        refusedCase(withFields({ [flush]: bad })),
        refusedCase(withFields({ [flush]: true })),
      ],
    }))

const verbosity = 'logging.verbosity'
const levels = fc.integer({ min: 0, max: 2 ** 31 - 1 })

/** PROXY-012: a required uint32. */
export const verbosities = (): Arbitrary<DocumentCases> =>
  levels.map(level => ({
    good: validProxyConfig,
    cases: [
      acceptedCase(withFields({ [verbosity]: level })),
      literalOnlyCase(withoutFields(verbosity)),
      ...configFieldTypes.uint32.bad.map(bad => refusedCase(withFields({ [verbosity]: bad }))),
    ],
  }))
