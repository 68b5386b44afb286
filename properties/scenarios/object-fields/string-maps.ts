// Labels and annotations: generated maps that stay within the syntax which genuine servers ask for,
// and values that are no strings.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Scenario } from '../../dsl/scenario.ts'
import { create, editTerm, get, caseName, put, fromAnswer, scenarioWith } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

export type MapField = 'labels' | 'annotations'

const someRole = fc.constantFrom<Role>('main', 'core', 'cluster')

// Words that a server which keeps maps in plain objects may take for its own.
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

/** The pointers and values that put a map into an object, beside what stands there. */
export const mapPointers = (field: MapField, map: Record<string, string>): Record<string, Term> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [pointerOf(field, key), value]))

const pointerOf = (field: MapField, key: string): string =>
  `/metadata/${field}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** An object with a map (`object`, `read`), which a PUT then replaces (`put`, `read again`). */
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
 * A create whose map is no map of strings (label `bad`) after one that differs in nothing else
 * (`twin`); `after` is a get of what must not be there.
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
      // A map of one member is a map of strings, whatever else it is.
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

/** Half of the scenarios store maps, half try what is none. */
export const validAndInvalidMaps = (field: MapField): Arbitrary<Scenario> =>
  fc.oneof(storedMaps(field), wrongMaps(field))
