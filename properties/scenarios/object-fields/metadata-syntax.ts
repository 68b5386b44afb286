// Generates creates whose metadata violates the syntax of genuine servers (`fault …`), each with
// exactly one fault, after a valid `twin`.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import { create, caseName, scenarioWith } from '../../dsl/steps.ts'
import { escapeSegment } from '../../dsl/term.ts'
import type { Term } from '../../dsl/term.ts'

const someRole: Arbitrary<Role> = fc.constantFrom('main', 'core')

const long = (times: number): Term => ({ $repeat: 'x', times })
const joined = (...parts: Term[]): Term => ({ $join: parts })

/**
 * Generates three names that are not DNS subdomains. All but those with an invalid start have the
 * case's prefix. None needs escapes in a path, so that wrongly created objects can be deleted.
 */
export const invalidNames = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      sound: fc.constantFrom<Term>('', '-b', '.b', '0', joined('-', long(200))),
      faults: threeOf<Term>([
        joined(caseName('x'), 'A'),
        joined(caseName('x'), '_'),
        joined(caseName('x'), '-'),
        joined(caseName('x'), '.'),
        joined(caseName('x'), '..y'),
        joined(caseName('x'), '.-y'),
        joined(caseName('x'), '!y'),
        joined(caseName('x'), '~y'),
        joined(caseName('x'), '(y)'),
        joined(caseName('x'), '*'),
        joined('-', caseName('x')),
        joined('.', caseName('x')),
        joined('X', caseName('x')),
        joined(caseName('x'), long(254)),
      ]),
    })
    .map(({ role, sound, faults }) =>
      attempts(
        role,
        { '/metadata/name': joined(caseName('x'), sound) },
        faults.map(name => ({ '/metadata/name': name })),
      ),
    )

const soundParts = ['a', 'A', 'a.b_c-d', 'x'.repeat(63)]
const faultyParts = ['-a', 'a-', '_a', 'a b', 'a!', 'é', 'x'.repeat(64)]
const soundKeys = [...soundParts, 'example.com/a', '0.example/A']
const faultyKeys = [
  ...faultyParts,
  'a/b/c',
  '/a',
  'example.com/',
  'example..com/a',
  'example_com/a',
]

/**
 * Generates six creates with an invalid key or value of a label. With six, every fault is tried in
 * a run, whatever its seed.
 */
export const invalidLabels = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      key: fc.constantFrom(...soundKeys),
      value: fc.constantFrom('', ...soundParts),
      faults: someOf(6, [
        // The prefix of a label's key is a DNS subdomain, so capital letters are invalid.
        ...[...faultyKeys, 'EXAMPLE.com/a'].map(key => ({ [placeOf('labels', key)]: 'a' })),
        ...[...faultyParts, 'a/b'].map(value => ({ [placeOf('labels', 'a')]: value })),
      ]),
    })
    .map(({ role, key, value, faults }) =>
      attempts(role, { [placeOf('labels', key)]: value }, faults),
    )

/** Generates three creates with an invalid key of an annotation. Values are unrestricted. */
export const invalidAnnotations = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      key: fc.constantFrom(...soundKeys),
      faults: threeOf(faultyKeys.map(key => ({ [placeOf('annotations', key)]: 'a' }))),
    })
    .map(({ role, key, faults }) =>
      attempts(role, { [placeOf('annotations', key)]: 'free text, é!' }, faults),
    )

const someOf = <Fault>(count: number, faults: Fault[]): Arbitrary<Fault[]> =>
  fc.shuffledSubarray(faults, { minLength: count, maxLength: count })

const threeOf = <Fault>(faults: Fault[]): Arbitrary<Fault[]> => someOf(3, faults)

type Places = Record<string, Term>

const attempts = (role: Role, validPlaces: Places, faults: Places[]): Scenario =>
  scenarioWith(
    create('twin', role, 'x', { set: validPlaces }),
    ...faults.map(
      (set, index): RequestStep => create(`fault ${index}`, role, `x${index}`, { set }),
    ),
  )

const placeOf = (map: 'labels' | 'annotations', key: string): string =>
  `/metadata/${map}/${escapeSegment(key)}`
