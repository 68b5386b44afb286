// Generates definitions with one fault.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { getType, createType, specOf, typeSpec, definitionVersion } from '../../dsl/custom-steps.ts'
import type { Scenario } from '../../dsl/scenario.ts'
import { scenarioWith } from '../../dsl/steps.ts'
import { ruleFaultCases, schemaFaultCases } from './custom-schema-faults.ts'
import { typeFaultCases } from './custom-type-faults.ts'
import type { DefinitionFault } from './custom-type-faults.ts'

const validSpec = specOf({
  text: { type: 'string', maxLength: 10 },
  list: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
  items: {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['key'],
    items: { type: 'object', required: ['key'], properties: { key: { type: 'string' } } },
  },
  either: { 'x-kubernetes-int-or-string': true },
  nested: { type: 'object', properties: { number: { type: 'integer', default: 1 } } },
})

const column = { name: 'Text', type: 'string', jsonPath: '.spec.text' }
const type = typeSpec([definitionVersion('v1', validSpec, { additionalPrinterColumns: [column] })])

const atFullPath = (fault: DefinitionFault): DefinitionFault =>
  fault.field.startsWith('.')
    ? { ...fault, field: `spec.versions[0].schema.openAPIV3Schema${fault.field}` }
    : fault

export const definitionFaults = [...typeFaultCases, ...schemaFaultCases, ...ruleFaultCases].map(
  atFullPath,
)

/**
 * Generates a dry run of a valid definition (`twin`), and for some faults the definition with the
 * fault (`broken NAME`) and a get of it (`after NAME`).
 */
export const invalidDefinitions = (): Arbitrary<Scenario> =>
  fc.subarray(definitionFaults, { minLength: 4, maxLength: 8 }).map(faults =>
    scenarioWith(
      // A server without dry runs stores it.
      { ...createType('twin', type, { logical: 'twins' }), query: { dryRun: 'All' } },
      ...faults.flatMap(({ name, set, drop }) => [
        createType(`broken ${name}`, type, {
          ...(set ? { set } : {}),
          ...(drop ? { drop } : {}),
        }),
        getType(`after ${name}`),
      ]),
    ),
  )
