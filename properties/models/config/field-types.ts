// Defines the types of configuration fields, with valid and invalid values of each. The data is
// from the specification and only the harness uses it.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Term } from '../../dsl/term.ts'

/** Generators of valid values, and lists of invalid values, by field type. */
export const configFieldTypes = {
  string: {
    good: fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/),
    bad: [7, true, ['a'], { a: 'b' }],
  },
  bool: {
    good: fc.boolean(),
    bad: ['true', 1, 'yes', []],
  },
  int32: {
    good: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    bad: ['7', 1.5, 2 ** 31, -(2 ** 31) - 1, true, [7]],
  },
  uint32: {
    good: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    bad: ['7', 1.5, -1, 2 ** 32, true],
  },
  float: {
    good: fc.integer({ min: 1, max: 999 }).map(thousandths => thousandths / 1000),
    bad: ['0.5', true, [0.5], {}],
  },
  duration: {
    good: fc
      .tuple(fc.integer({ min: 1, max: 300 }), fc.constantFrom('ms', 's', 'm', 'h'))
      .map(([count, unit]) => `${count}${unit}`),
    bad: ['soon', '5', '5 s', '1d', true, ['5s']],
  },
  strings: {
    good: fc.array(fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/), { minLength: 1, maxLength: 4 }),
    bad: ['a', 7, { a: 'b' }, true],
  },
  objects: {
    good: fc.constant<Term>([]),
    bad: ['a', 7, { a: 'b' }],
  },
  object: {
    good: fc.constant<Term>({}),
    bad: ['a', 7, ['a'], true],
  },
} satisfies Record<string, { good: Arbitrary<Term>; bad: Term[] }>

export type ConfigFieldType = keyof typeof configFieldTypes
