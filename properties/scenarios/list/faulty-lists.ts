// Generates lists with options that genuine servers refuse (`fault …`), and a valid `twin`.

import { farVersionTerm } from '../../dsl/future-version.ts'
import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario, Step } from '../../dsl/scenario.ts'
import {
  updateFrom,
  create,
  expireVersions,
  list,
  scenarioWith,
  tokenFrom,
  versionFrom,
} from '../../dsl/steps.ts'
import type { ListStepOptions } from '../../dsl/steps.ts'
import { createAll } from '../collections.ts'
import { someRole } from '../labelled-objects.ts'

/** Two objects, a first chunk that issues a version and a token, and the lists. */
const listAfterChunk = (role: Role, twin: ListStepOptions, fault: ListStepOptions): Scenario =>
  scenarioWith(
    ...createAll(role, ['a', 'b']),
    list('chunk', role, { limit: 1 }),
    list('twin', role, twin),
    list('fault', role, fault),
  )

/** Generates combinations of options that the list table forbids. */
export const forbiddenOptions = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      limit: fc.constantFrom({}, { limit: 1 }),
      fault: fc.constantFrom<ListStepOptions>(
        { match: 'Exact' },
        { match: 'NotOlderThan' },
        { match: 'Exact', resourceVersion: '' },
        { match: 'Exact', resourceVersion: '0' },
        { match: 'Exact', resourceVersion: versionFrom('chunk'), continue: tokenFrom('chunk') },
        { match: 'NotOlderThan', resourceVersion: '0', continue: tokenFrom('chunk') },
        { match: 'NotOlderThan', continue: tokenFrom('chunk') },
      ),
    })
    .map(({ role, limit, fault }) => {
      const twin = { match: fault.match ?? '', resourceVersion: versionFrom('chunk') }
      return listAfterChunk(role, { ...limit, ...twin }, { ...limit, ...fault })
    })

/** Generates invalid values of `resourceVersionMatch`. */
export const unknownMatches = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      match: fc.constantFrom('exact', 'EXACT', 'notOlderThan', 'Any', 'nothing', '0'),
      resourceVersion: fc.constantFrom('0', versionFrom('chunk')),
    })
    .map(({ role, match, resourceVersion }) =>
      listAfterChunk(role, { match: 'NotOlderThan', resourceVersion }, { match, resourceVersion }),
    )

/** Generates lists with an option of watches. */
export const listsWithInitialEvents = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, sendInitialEvents: fc.constantFrom('true', 'false') })
    .map(({ role, sendInitialEvents }) =>
      listAfterChunk(role, {}, { query: { sendInitialEvents } }),
    )

/** A list with a token, which contains a version, and with another version. */
export const tokenBesideVersion: Step[] = listAfterChunk(
  'main',
  { continue: tokenFrom('chunk') },
  { continue: tokenFrom('chunk'), resourceVersion: versionFrom('chunk') },
).steps

/** Returns lists with these faulty options. */
export const faultyLists = (faults: ListStepOptions[], role: Role = 'main'): RequestStep[] =>
  faults.map((options, index) => list(`fault ${index}`, role, options))

const someFaultyLists = (faults: ListStepOptions[], twin: ListStepOptions): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, chosen: fc.shuffledSubarray(faults, { minLength: 3, maxLength: 3 }) })
    .map(({ role, chosen }) =>
      scenarioWith(
        create('object', role, 'x'),
        list('twin', role, twin),
        ...faultyLists(chosen, role),
      ),
    )

/** Generates invalid versions with each match. */
export const faultyVersions = (): Arbitrary<Scenario> =>
  someFaultyLists(
    ['nothing', '-1', '1.5', '0x1', '18446744073709551616'].flatMap(resourceVersion => [
      { resourceVersion },
      { resourceVersion, match: 'Exact' },
      { resourceVersion, match: 'NotOlderThan' },
    ]),
    { resourceVersion: versionFrom('object') },
  )

/** Generates invalid label selectors. */
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

/** An object that changes after a version was issued, so that the version can expire. */
export const expireAListVersion: Step[] = [
  create('object', 'main', 'x'),
  list('before', 'main'),
  updateFrom('later', 'main', 'object', { '/metadata/annotations': { a: 'b' } }),
  list('twin', 'main', { match: 'Exact', resourceVersion: versionFrom('before') }),
  expireVersions('expired'),
  list('fault exact', 'main', { match: 'Exact', resourceVersion: versionFrom('before') }),
  list('fault chunk', 'main', { limit: 1, resourceVersion: versionFrom('before') }),
]

/** A list (`future`) at a version far beyond the newest. `twin` requests a known version. */
export const listsAtFutureVersion = (options: ListStepOptions): RequestStep[] => [
  create('object', 'main', 'x'),
  list('twin', 'main', { ...options, resourceVersion: versionFrom('object') }),
  list('future', 'main', { ...options, resourceVersion: farVersionTerm(versionFrom('object')) }),
]
