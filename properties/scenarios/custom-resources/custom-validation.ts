// Custom objects with fields that nobody knows, or that come twice.

import { createObject, getObject, objectOf, objectsAt } from '../../dsl/custom-steps.ts'
import type { Step } from '../../dsl/scenario.ts'
import { raw } from '../../dsl/steps.ts'
import { gadget, withGadgets } from './custom-types.ts'

export const levels = ['Strict', 'Warn', 'Ignore'] as const

/** Where the unknown fields of the scenario stand, as warnings and refusals name them. */
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

/** By each level an object with unknown fields (`LEVEL`) and one without (`sound LEVEL`). */
export const unknownByLevel: Step[] = [
  withGadgets,
  ...levels.flatMap((level): Step[] => {
    const query = { fieldValidation: level }
    const logical = level.toLowerCase()
    return [
      createObject(level, gadget, logical, fields, { query, set: { '/metadata/strange': 1 } }),
      createObject(
        `sound ${level}`,
        gadget,
        `${logical}-sound`,
        { spec: { color: 'red' } },
        { query },
      ),
      getObject(`after ${level}`, gadget, logical),
    ]
  }),
]

/** By each level an object with a doubled field (`LEVEL`); the text is that of the sound one. */
export const doubledByLevel: Step[] = [
  withGadgets,
  createObject('sound', gadget, 'sound', { spec: { color: 'red' } }),
  ...levels.flatMap((level): Step[] => [
    raw(level, 'POST', objectsAt(gadget), {
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
    getObject(`after ${level}`, gadget, level.toLowerCase()),
  ]),
]

/** Kinds and versions in a body that are not those of its path. */
export const misnamed: Step[] = [
  withGadgets,
  createObject('sound', gadget, 'sound', { spec: { color: 'red' } }),
  raw('other kind', 'POST', objectsAt(gadget), {
    body: { $edit: objectOf(gadget, 'x', { spec: { color: 'red' } }), set: { '/kind': 'Other' } },
  }),
  raw('other version', 'POST', objectsAt(gadget), {
    body: objectOf({ ...gadget, version: 'v1beta1' }, 'x', { spec: { color: 'red' } }),
  }),
  getObject('after', gadget, 'x'),
]
