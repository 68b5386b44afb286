// Builds custom objects with unknown or duplicate fields.

import {
  createCustomObject,
  getCustomObject,
  customObjectBody,
  customCollection,
} from '../../dsl/custom-steps.ts'
import type { Step } from '../../dsl/scenario.ts'
import { rawRequest } from '../../dsl/steps.ts'
import { gadgetRef, withGadgets } from './custom-types.ts'

export const validationLevels = ['Strict', 'Warn', 'Ignore'] as const

/** The paths of the unknown fields of the scenario, as warnings and refusals name them. */
export const unknownFields = [
  'metadata.strange',
  'other',
  'spec.sealed.b',
  'spec.x',
  'spec.ports[1].y',
]

const fields = {
  spec: {
    color: 'red',
    x: 1,
    sealed: { a: 'a', b: 1 },
    open: { c: 1 },
    ports: [{ name: 'a' }, { name: 'b', y: 1 }],
  },
  other: 1,
}

/** For each level an object with unknown fields (`LEVEL`) and one without (`sound LEVEL`). */
export const unknownFieldsByLevel: Step[] = [
  withGadgets,
  ...validationLevels.flatMap((level): Step[] => {
    const query = { fieldValidation: level }
    const logical = level.toLowerCase()
    return [
      createCustomObject(level, gadgetRef, logical, fields, {
        query,
        set: { '/metadata/strange': 1 },
      }),
      createCustomObject(
        `sound ${level}`,
        gadgetRef,
        `${logical}-sound`,
        { spec: { color: 'red' } },
        { query },
      ),
      getCustomObject(`after ${level}`, gadgetRef, logical),
    ]
  }),
]

/** For each level an object with a duplicate field (`LEVEL`), otherwise equal to the valid one. */
export const duplicateFieldsByLevel: Step[] = [
  withGadgets,
  createCustomObject('sound', gadgetRef, 'sound', { spec: { color: 'red' } }),
  ...validationLevels.flatMap((level): Step[] => [
    rawRequest(level, 'POST', customCollection(gadgetRef), {
      body: {
        $text: {
          $join: [
            '{"apiVersion":"',
            { $seen: 'sound', at: '/apiVersion' },
            '","kind":"Gadget","metadata":{"name":"',
            { $name: level.toLowerCase() },
            '"},"spec":{"color":"red","color":"blue"}}',
          ],
        },
      },
      query: { fieldValidation: level },
      headers: { 'content-type': 'application/json' },
    }),
    getCustomObject(`after ${level}`, gadgetRef, level.toLowerCase()),
  ]),
]

/** Bodies whose kind or version differs from the path. */
export const mismatchedKinds: Step[] = [
  withGadgets,
  createCustomObject('sound', gadgetRef, 'sound', { spec: { color: 'red' } }),
  rawRequest('other kind', 'POST', customCollection(gadgetRef), {
    body: {
      $edit: customObjectBody(gadgetRef, 'x', { spec: { color: 'red' } }),
      set: { '/kind': 'Other' },
    },
  }),
  rawRequest('other version', 'POST', customCollection(gadgetRef), {
    body: customObjectBody({ ...gadgetRef, version: 'v1beta1' }, 'x', { spec: { color: 'red' } }),
  }),
  getCustomObject('after', gadgetRef, 'x'),
]
