// Generates labels and annotations: maps within the syntax of genuine servers, and values that are
// not strings.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { Scenario } from '../../dsl/scenario.ts'
import { create, editTerm, get, caseName, put, fromAnswer, scenarioWith } from '../../dsl/steps.ts'
import { escapeSegment } from '../../dsl/term.ts'
import type { Term } from '../../dsl/term.ts'

export type MapField = 'labels' | 'annotations'

const someRole = fc.constantFrom<Role>('main', 'core', 'cluster')

// Keys with a special meaning on servers that store maps in plain JavaScript objects.
const oddKeys = [
  'constructor',
  'toString',
  'hasOwnProperty',
  '0',
  'A',
  'a',
  'a.b',
  'example.com/a',
  `x${'y'.repeat(62)}`,
]

const someKey = fc.oneof(
  fc.constantFrom(...oddKeys),
  fc
    .tuple(
      fc.constantFrom('', 'example.com/', 'a.b-c.example/'),
      fc.stringMatching(/^[A-Za-z0-9]([-A-Za-z0-9_.]{0,9}[A-Za-z0-9])?$/),
    )
    .map(([prefix, name]) => prefix + name),
)

const someValue: Record<MapField, Arbitrary<string>> = {
  labels: fc.oneof(
    fc.constantFrom('', 'true', '1', 'null', 'v'.repeat(63)),
    fc.stringMatching(/^[A-Za-z0-9]([-A-Za-z0-9_.]{0,9}[A-Za-z0-9])?$/),
  ),
  annotations: fc.oneof(
    fc.constantFrom(
      '',
      '1',
      'null',
      '{"a": [1]}',
      ' with spaces ',
      'two\nlines\t"quoted" \\ <&>',
      'é ü 漢字 😀',
    ),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  ),
}

const someMap = (field: MapField): Arbitrary<Record<string, string>> =>
  fc.dictionary(someKey, someValue[field], { minKeys: 1, maxKeys: 5, noNullPrototype: true })

/** Returns the JSON pointers and values that add a map to the existing entries of an object. */
export const mapPointers = (field: MapField, map: Record<string, string>): Record<string, Term> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [pointerOf(field, key), value]))

const pointerOf = (field: MapField, key: string): string =>
  `/metadata/${field}/${escapeSegment(key)}`

/**
 * Generates an object with a map (`object`, `read`), which a PUT then replaces (`put`, `read
 * again`).
 */
const storedMaps = (field: MapField): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, first: someMap(field), second: someMap(field) })
    .map(({ role, first, second }) => {
      const dropped = Object.keys(first).filter(key => !Object.hasOwn(second, key))
      return scenarioWith(
        create('object', role, 'x', { set: mapPointers(field, first) }),
        get('read', role, caseName('x')),
        put(
          'put',
          role,
          caseName('x'),
          editTerm(
            fromAnswer('object', ''),
            mapPointers(field, second),
            dropped.map(key => pointerOf(field, key)),
          ),
        ),
        get('read again', role, caseName('x')),
      )
    })

/**
 * Generates a create whose map is not a map of strings (`bad`), after an otherwise equal valid one
 * (`twin`). `after` is a get of the name, which must be unused.
 */
const wrongMaps = (field: MapField): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      map: someMap(field),
      wrong: fc.constantFrom<Term[]>(7, true, ['a'], { a: 'b' }),
      isWhole: fc.boolean(),
    })
    .map(({ role, map, wrong, isWhole }) => {
      // An object with one member would be a valid map of strings.
      const whole: Term = typeof wrong === 'object' ? ['a'] : wrong
      const places = isWhole
        ? { [`/metadata/${field}`]: whole }
        : { ...mapPointers(field, map), [pointerOf(field, 'wrong')]: wrong }
      return scenarioWith(
        create('twin', role, 'good', {
          set: { ...mapPointers(field, map), [pointerOf(field, 'wrong')]: 'right' },
        }),
        create('bad', role, 'bad', { set: places }),
        get('after', role, caseName('bad')),
      )
    })

/** Generates half of the scenarios with valid and half with invalid maps. */
export const validAndInvalidMaps = (field: MapField): Arbitrary<Scenario> =>
  fc.oneof(storedMaps(field), wrongMaps(field))
