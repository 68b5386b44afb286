// Generates collections of a few objects and changes of them. Writes to one object share the label
// `object-<name>`, so that a later step reads the newest version of it.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../fixtures/objects/tested-types.ts'
import type { RequestStep } from '../dsl/scenario.ts'
import { updateFrom, create, caseName, deleteObject } from '../dsl/steps.ts'

/** Logical names that share prefixes, to reveal servers that truncate or join names. */
const names = ['a', 'ab', 'a-b', 'b', 'b0', 'c', 'c.c', 'd', 'd1', 'd10', 'e', 'f'] as const

/** Generates between `min` and `max` distinct logical names. */
export const someNames = (min: number, max: number): Arbitrary<string[]> =>
  fc.uniqueArray(fc.constantFrom(...names), {
    minLength: min,
    maxLength: Math.min(max, names.length),
  })

/** Returns creates of objects with the given names. */
export const createAll = (role: Role, logical: string[], namespace = 0): RequestStep[] =>
  logical.map(name =>
    create(`object-${name}`, role, name, { namespace, content: `first of ${name}` }),
  )

/** Returns an update of an object, based on its newest version. */
export const updateContent = (role: Role, name: string, text: string): RequestStep =>
  updateFrom(`object-${name}`, role, `object-${name}`, {
    '/metadata/annotations': { change: text },
  })

/** Returns a delete of an object. */
const deleted = (role: Role, name: string): RequestStep =>
  deleteObject(`object-${name}`, role, caseName(name))

/**
 * Generates between `min` and `max` changes of a collection of objects with the given names:
 * updates, deletes, and creates of others that sort before, between and after them.
 */
export const someChanges = (
  role: Role,
  logical: string[],
  min: number,
  max: number,
): Arbitrary<RequestStep[]> =>
  fc
    .array(oneChange(role, logical), { minLength: min, maxLength: max })
    .map(changes => changes.map((write, index) => write(index)))

const oneChange = (role: Role, logical: string[]): Arbitrary<(index: number) => RequestStep> =>
  fc.oneof(
    ...(logical.length > 0
      ? [
          fc
            .constantFrom(...logical)
            .map(name => (index: number) => updateContent(role, name, `change ${index}`)),
          fc.constantFrom(...logical).map(name => () => deleted(role, name)),
        ]
      : []),
    fc
      .constantFrom('0', 'bb', 'zz')
      .map(name => (index: number) => create(`object-${name}${index}`, role, `${name}${index}`)),
  )
