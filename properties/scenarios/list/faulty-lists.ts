// Lists with options that genuine servers refuse (labels `fault …`), beside a sound `twin`.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Request, Scenario, Step } from '../../dsl/scenario.ts'
import { change, create, expire, list, steps, tokenOf, versionOf } from '../../dsl/steps.ts'
import type { ListOptions } from '../../dsl/steps.ts'
import { filled } from '../collections.ts'
import { someRole } from '../spread.ts'

/** Two objects, a first chunk of them that gives a version and a token, and the list itself. */
const listAfterChunk = (role: Role, twin: ListOptions, fault: ListOptions): Scenario =>
  steps(
    ...filled(role, ['a', 'b']),
    list('chunk', role, { limit: 1 }),
    list('twin', role, twin),
    list('fault', role, fault),
  )

/** Combinations of options that the list table has no meaning for. */
export const forbiddenOptions = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      limit: fc.constantFrom({}, { limit: 1 }),
      fault: fc.constantFrom<ListOptions>(
        { match: 'Exact' },
        { match: 'NotOlderThan' },
        { match: 'Exact', resourceVersion: '' },
        { match: 'Exact', resourceVersion: '0' },
        { match: 'Exact', resourceVersion: versionOf('chunk'), continue: tokenOf('chunk') },
        { match: 'NotOlderThan', resourceVersion: '0', continue: tokenOf('chunk') },
        { match: 'NotOlderThan', continue: tokenOf('chunk') },
      ),
    })
    .map(({ role, limit, fault }) => {
      const twin = { match: fault.match ?? '', resourceVersion: versionOf('chunk') }
      return listAfterChunk(role, { ...limit, ...twin }, { ...limit, ...fault })
    })

/** Values of `resourceVersionMatch` that are none. */
export const unknownMatches = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      match: fc.constantFrom('exact', 'EXACT', 'notOlderThan', 'Any', 'nothing', '0'),
      resourceVersion: fc.constantFrom('0', versionOf('chunk')),
    })
    .map(({ role, match, resourceVersion }) =>
      listAfterChunk(role, { match: 'NotOlderThan', resourceVersion }, { match, resourceVersion }),
    )

/** The option of watches that lists do not have. */
export const askForInitialEvents = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, sendInitialEvents: fc.constantFrom('true', 'false') })
    .map(({ role, sendInitialEvents }) =>
      listAfterChunk(role, {}, { query: { sendInitialEvents } }),
    )

/** A token, which says its version itself, beside a version. */
export const tokenBesideVersion: Step[] = listAfterChunk(
  'main',
  { continue: tokenOf('chunk') },
  { continue: tokenOf('chunk'), resourceVersion: versionOf('chunk') },
).steps

/** Lists under the given options, all of them faulty. */
export const faultyLists = (faults: ListOptions[], role: Role = 'main'): Request[] =>
  faults.map((options, index) => list(`fault ${index}`, role, options))

const someFaultyLists = (faults: ListOptions[], twin: ListOptions): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, chosen: fc.shuffledSubarray(faults, { minLength: 3, maxLength: 3 }) })
    .map(({ role, chosen }) =>
      steps(create('object', role, 'x'), list('twin', role, twin), ...faultyLists(chosen, role)),
    )

/** Texts that are no version, under each match. */
export const faultyVersions = (): Arbitrary<Scenario> =>
  someFaultyLists(
    ['nothing', '-1', '1.5', '0x1', '18446744073709551616'].flatMap(resourceVersion => [
      { resourceVersion },
      { resourceVersion, match: 'Exact' },
      { resourceVersion, match: 'NotOlderThan' },
    ]),
    { resourceVersion: versionOf('object') },
  )

/** Texts that are no label selector. */
export const faultySelectors = (): Arbitrary<Scenario> =>
  someFaultyLists(
    unreadable.map(labelSelector => ({ labelSelector })),
    { labelSelector: 'a in (1,2),b!=c' },
  )

const unreadable = [
  'a b',
  '=',
  'a=1=2',
  'a in (1',
  'a in 1',
  'a (1)',
  '!',
  ',',
  'a=1,',
  'a/b/c=1',
  '-a=1',
  'a=-',
  '#',
  'EXAMPLE.com/a',
  'a'.repeat(64),
  `a=${'b'.repeat(64)}`,
]

/** An object that changes after a version was given, so that the version can expire. */
export const expiredVersion: Step[] = [
  create('object', 'main', 'x'),
  list('before', 'main'),
  change('later', 'main', 'object', { '/metadata/annotations': { a: 'b' } }),
  list('twin', 'main', { match: 'Exact', resourceVersion: versionOf('before') }),
  expire('expired'),
  list('fault exact', 'main', { match: 'Exact', resourceVersion: versionOf('before') }),
  list('fault chunk', 'main', { limit: 1, resourceVersion: versionOf('before') }),
]

/** A list (label `future`) at a version far beyond the newest; `twin` asks for a known one. */
export const futureVersion = (options: ListOptions): Request[] => [
  create('object', 'main', 'x'),
  list('twin', 'main', { ...options, resourceVersion: versionOf('object') }),
  list('future', 'main', {
    ...options,
    resourceVersion: { $join: [versionOf('object'), '0000'] },
  }),
]
