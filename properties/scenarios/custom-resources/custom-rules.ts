// Builds objects and changes that satisfy or violate the validation rules of their type.

import { createCustomObject, getCustomObject, patchCustomObject } from '../../dsl/custom-steps.ts'
import type { RequestStep, Step } from '../../dsl/scenario.ts'
import type { Term } from '../../dsl/term.ts'
import { gadgetRef, redSpec, withGadgets } from './custom-types.ts'

type Fields = { [key: string]: Term }

/** For each rule a valid object, an invalid one, and the expected cause. */
export const rulesOfObjects: {
  name: string
  kept: Fields
  broken: Fields
  field: string
  reason: string
  message: string
}[] = [
  {
    name: 'with a message',
    kept: { size: 3, sizeMax: 3 },
    broken: { size: 4, sizeMax: 3 },
    field: 'spec',
    reason: 'FieldValueInvalid',
    message: 'size is over its maximum',
  },
  {
    name: 'on a default',
    kept: { sizeMax: 1 },
    broken: { sizeMax: 0 },
    field: 'spec',
    reason: 'FieldValueInvalid',
    message: 'size is over its maximum',
  },
  {
    name: 'without a message',
    kept: { owner: 'somebody' },
    broken: { owner: 'nobody' },
    field: 'spec',
    reason: 'FieldValueInvalid',
    message: 'failed rule: !has(self.owner) || self.owner != "nobody"',
  },
  {
    name: 'with an expression for its message',
    kept: { color: 'some' },
    broken: { color: 'none' },
    field: 'spec.color',
    reason: 'FieldValueForbidden',
    message: 'no color: none',
  },
  {
    name: 'of an item',
    kept: { ports: [{ name: 'a', port: 1 }, { name: 'b' }] },
    broken: {
      ports: [
        { name: 'a', port: 1 },
        { name: 'b', port: 0 },
      ],
    },
    field: 'spec.ports[1]',
    reason: 'FieldValueInvalid',
    message: 'a port is positive',
  },
]

// The names differ, because a server without dry runs stores the objects.
const dry = { query: { dryRun: 'All' } }
const tried = (as: string, spec: Fields): RequestStep =>
  createCustomObject(
    as,
    gadgetRef,
    as.replaceAll(' ', '-'),
    { spec: { color: 'red', ...spec } },
    dry,
  )

/** Dry runs of `kept NAME` and `broken NAME` for each rule. */
export const validAndInvalidByRule: Step[] = [
  withGadgets,
  ...rulesOfObjects.flatMap(({ name, kept, broken }) => [
    tried(`kept ${name}`, kept),
    tried(`broken ${name}`, broken),
  ]),
]

const change = (as: string, spec: Term): RequestStep =>
  patchCustomObject(as, gadgetRef, 'x', { type: 'merge', body: { spec } })

/**
 * Sets the owner and the level of an object, changes other fields, and then makes changes that the
 * transition rules forbid.
 */
export const transitionRuleUpdates: Step[] = [
  withGadgets,
  createCustomObject('object', gadgetRef, 'x', redSpec),
  change('first owner', { owner: 'a', level: 1 }),
  change('other field', { size: 2 }),
  change('other owner', { owner: 'b' }),
  change('level rises', { level: 2 }),
  change('level falls', { level: 1 }),
  change('no owner', { owner: null }),
  change('new owner', { owner: 'b' }),
  getCustomObject('after', gadgetRef, 'x'),
]
