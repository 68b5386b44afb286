// Objects of types with generated schemas.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { createObject, define, getObject, specOf, typeOf, version } from '../../dsl/custom-steps.ts'
import type { SchemaTerm } from '../../dsl/custom-steps.ts'
import type { Schema } from '../../models/structural.ts'
import type { Request, Scenario } from '../../dsl/scenario.ts'
import { steps } from '../../dsl/steps.ts'
import type { Json } from '../../dsl/term.ts'
import { brokenOnes, schemasOf, valuesOf } from './custom-schemas.ts'

const of = { of: 'type' }

/** A schema of a spec with three to five fields, each to a depth of three below it. */
const specs: Arbitrary<Schema> = fc
  .array(schemasOf(4), { minLength: 3, maxLength: 5 })
  .map(schemas => ({
    type: 'object',
    properties: Object.fromEntries(schemas.map((schema, index) => [`p${index}`, schema])),
  }))

const defined = ({ properties }: Schema) =>
  define('type', typeOf([version('v1', specOf(properties as SchemaTerm))]))

const objects = 5

/** A type (`type`) and objects that fit its schema (`object N`), each read again (`read N`). */
export const soundObjects = (): Arbitrary<Scenario> =>
  specs.chain(schema =>
    fc
      .array(valuesOf(schema, { isPlain: false }), { minLength: objects, maxLength: objects })
      .map(values =>
        steps(
          defined(schema),
          ...values.flatMap((spec, index): Request[] => [
            createObject(`object ${index}`, of, `x${index}`, { spec }),
            getObject(`read ${index}`, of, `x${index}`),
          ]),
        ),
      ),
  )

/**
 * A type (`type`) and sound objects (`twin N`), each beside one that differs from it in a place that
 * is wrong (`broken N`); all by dry run.
 */
export const brokenObjects = (): Arbitrary<Scenario> =>
  specs.chain(schema =>
    fc
      .array(fc.tuple(valuesOf(schema, { isPlain: true }), fc.nat()), {
        minLength: objects,
        maxLength: objects,
      })
      .map(pairs => {
        const tried = pairs.flatMap(([value, pick], index) => {
          const reasons = brokenOnes(value, schema)
          const alike = reasons[pick % reasons.length] ?? []
          const one = alike[pick % alike.length]
          return one === undefined ? [] : dryPair(index, value, one)
        })
        return steps(defined(schema), ...tried)
      }),
  )

const dryPair = (index: number, twin: Json, broken: Json): Request[] =>
  [[`twin ${index}`, twin] as const, [`broken ${index}`, broken] as const].map(([as, spec]) =>
    createObject(as, of, as.replace(' ', '-'), { spec }, dry),
  )

const dry = { query: { dryRun: 'All' } }
