// Generates objects of types with generated schemas.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import {
  createCustomObject,
  defineSharedType,
  getCustomObject,
  specOf,
  typeSpec,
  definitionVersion,
} from '../../dsl/custom-steps.ts'
import type { SchemaTerm } from '../../dsl/custom-steps.ts'
import type { StructuralSchema } from '../../models/structural-schema.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import { scenarioWith } from '../../dsl/steps.ts'
import type { Json } from '../../dsl/term.ts'
import { invalidValues, someSchema, someValue } from './custom-schemas.ts'

const of = { of: 'type' }

/** Schemas of a spec with three to five fields, with at most three levels below it. */
const specs: Arbitrary<StructuralSchema> = fc
  .array(someSchema(4), { minLength: 3, maxLength: 5 })
  .map(schemas => ({
    type: 'object',
    properties: Object.fromEntries(schemas.map((schema, index) => [`p${index}`, schema])),
  }))

/**
 * A field with what a server may overlook at some depth: defaults, nulls and unknown fields in list
 * items, in the values of a map and in a default. Random schemas have few of them.
 */
const atEveryDepth: { schema: StructuralSchema; value: Json } = (() => {
  const inner: StructuralSchema = {
    type: 'object',
    properties: {
      kept: { type: 'string' },
      filled: { type: 'integer', default: 2 },
      nullable: { type: 'string', nullable: true },
      both: { type: 'string', nullable: true, default: 'd' },
    },
  }
  const values: Json[] = [
    {},
    { kept: 'a', unknown: { of: [1] } },
    { kept: null, filled: null, nullable: null, both: null },
  ]
  return {
    schema: {
      type: 'object',
      properties: {
        list: { type: 'array', items: inner },
        lists: { type: 'array', items: { type: 'array', items: inner } },
        map: { type: 'object', additionalProperties: inner },
        nested: { ...inner, default: { kept: 'b' } },
      },
    },
    value: {
      list: values,
      lists: [values, []],
      map: Object.fromEntries(values.map((value, index) => [`key ${index}`, value])),
    },
  }
})()

const withEveryDepth = ({ properties, ...schema }: StructuralSchema): StructuralSchema => ({
  ...schema,
  properties: { ...properties, 'at every depth': atEveryDepth.schema },
})

const defined = ({ properties }: StructuralSchema) =>
  defineSharedType('type', typeSpec([definitionVersion('v1', specOf(properties as SchemaTerm))]))

const objects = 5

/** Generates a type (`type`) and valid objects (`object N`), each read again (`read N`). */
export const validObjects = (): Arbitrary<Scenario> =>
  specs.chain(schema =>
    fc
      .array(someValue(schema, { isPlain: false }), { minLength: objects, maxLength: objects })
      .map(values =>
        scenarioWith(
          defined(withEveryDepth(schema)),
          ...values.flatMap((value, index): RequestStep[] => [
            createCustomObject(`object ${index}`, of, `x${index}`, {
              spec: { ...(value as object), 'at every depth': atEveryDepth.value },
            }),
            getCustomObject(`read ${index}`, of, `x${index}`),
          ]),
        ),
      ),
  )

/**
 * Generates a type (`type`) and valid objects (`twin N`), each with a variant that has one invalid
 * value (`broken N`). All creates are dry runs.
 */
export const invalidObjects = (): Arbitrary<Scenario> =>
  specs.chain(schema =>
    fc
      .array(fc.tuple(someValue(schema, { isPlain: true }), fc.nat()), {
        minLength: objects,
        maxLength: objects,
      })
      .map(pairs => {
        const tried = pairs.flatMap(([value, pick], index) => {
          const reasons = invalidValues(value, schema)
          const alike = reasons[pick % reasons.length] ?? []
          const one = alike[pick % alike.length]
          return one === undefined ? [] : dryPair(index, value, one)
        })
        return scenarioWith(defined(schema), ...tried)
      }),
  )

const dryPair = (index: number, twin: Json, broken: Json): RequestStep[] =>
  [[`twin ${index}`, twin] as const, [`broken ${index}`, broken] as const].map(([as, spec]) =>
    createCustomObject(as, of, as.replace(' ', '-'), { spec }, dry),
  )

const dry = { query: { dryRun: 'All' } }
