// Definitions that are wrong in one place.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { getType, makeType, specOf, typeOf, version } from '../../dsl/custom-steps.ts'
import type { Scenario } from '../../dsl/scenario.ts'
import { steps } from '../../dsl/steps.ts'
import { ofRules, ofSchemas } from './custom-schema-faults.ts'
import { ofTypes } from './custom-type-faults.ts'
import type { DefinitionFault } from './custom-type-faults.ts'

const sound = specOf({
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
const type = typeOf([version('v1', sound, { additionalPrinterColumns: [column] })])

const placed = (fault: DefinitionFault): DefinitionFault =>
  fault.field.startsWith('.')
    ? { ...fault, field: `spec.versions[0].schema.openAPIV3Schema${fault.field}` }
    : fault

export const definitionFaults = [...ofTypes, ...ofSchemas, ...ofRules].map(placed)

/**
 * A sound definition by dry run (`twin`), and for each of some faults the same with it (`broken
 * NAME`), looked for afterwards (`after NAME`).
 */
export const faultyDefinitions = (): Arbitrary<Scenario> =>
  fc
    .subarray(definitionFaults, { minLength: 4, maxLength: 8 })
    .map(faults =>
      steps(
        { ...makeType('twin', type), query: { dryRun: 'All' } },
        ...faults.flatMap(({ name, set, drop }) => [
          makeType(`broken ${name}`, type, { ...(set ? { set } : {}), ...(drop ? { drop } : {}) }),
          getType(`after ${name}`),
        ]),
      ),
    )
