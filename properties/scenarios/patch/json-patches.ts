// Generates JSON patches, each scenario with one kind of operation. The first patch of each
// scenario can be applied, the others by chance.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Scenario } from '../../dsl/scenario.ts'
import { editTerm, caseName, fromAnswer, scenarioWith } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { finalizerName } from '../object-lifecycles.ts'
import { initialFinalizers, patchKeys, patchesBetweenReads, metadataPointer } from './patches.ts'
import { someWritableRole } from '../updates.ts'

type Operation = { [key: string]: Term }
type Patch = Operation[]

const someMember = fc
  .tuple(fc.constantFrom('annotations', 'labels'), fc.constantFrom(...patchKeys))
  .map(([map, key]) => metadataPointer(map, key))
const someWord = fc.constantFrom('one', 'two', '1', 'true', '')
const item = (token: string): string => `/metadata/finalizers/${token}`
const someItem = fc.constantFrom('0', '1', '2').map(item)
const spare = metadataPointer('annotations', 'spare')
const nothing = '/touchstoneNothing'
const newMap = { kept: 'kept', a: 'new', c: 'new' }

/**
 * Generates an object with this patch first and then one or two others. Each may add its own
 * finalizer, so that none is duplicate, which a server need not preserve.
 */
const withPatches = (
  first: Patch,
  others: (own: string) => Arbitrary<Patch>,
): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      second: others(finalizerName('v')),
      third: fc.option(others(finalizerName('w'))),
    })
    .map(({ role, second, third }) => {
      const patches = third ? [first, second, third] : [first, second]
      return scenarioWith(
        ...patchesBetweenReads(
          role,
          patches.map(body => ({ type: 'json', body })),
        ),
      )
    })

const one = (operations: Arbitrary<Operation>): Arbitrary<Patch> =>
  operations.map(operation => [operation])

const setting = (op: 'add' | 'replace', items: Arbitrary<string>) => (own: string) =>
  one(
    fc
      .oneof(
        { weight: 4, arbitrary: fc.record({ path: someMember, value: someWord }) },
        { weight: 3, arbitrary: fc.record({ path: items, value: fc.constant(own) }) },
        {
          weight: 1,
          arbitrary: fc.constantFrom<Operation>(
            { path: '/metadata/annotations', value: newMap },
            { path: '/metadata/finalizers', value: [own] },
          ),
        },
        {
          weight: 2,
          arbitrary: fc.constantFrom<Operation>(
            { path: `${nothing}/a`, value: 'one' },
            { path: `${spare}/a`, value: 'one' },
          ),
        },
        {
          weight: 2,
          arbitrary: fc.constant<Operation>({ path: item('9'), value: own }),
        },
      )
      .map(operation => ({ op, ...operation })),
  )

/** PTCH-003: adds members, items in the middle and at the end, and whole maps. */
export const addOperations = (): Arbitrary<Scenario> =>
  withPatches(
    [{ op: 'add', path: metadataPointer('annotations', 'fresh'), value: 'new' }],
    setting('add', fc.constantFrom('0', '1', '-').map(item)),
  )

/** PTCH-005: replaces existing and missing values. */
export const replaceOperations = (): Arbitrary<Scenario> =>
  withPatches([{ op: 'replace', path: spare, value: 'new' }], setting('replace', someItem))

/** PTCH-004: removes members and items, some of them missing. */
export const removeOperations = (): Arbitrary<Scenario> =>
  withPatches([{ op: 'remove', path: spare }], () =>
    one(
      fc
        .oneof(
          { weight: 4, arbitrary: someMember },
          { weight: 2, arbitrary: fc.constantFrom('0', '1').map(item) },
          { weight: 2, arbitrary: fc.constantFrom(nothing, `${nothing}/a`, item('9')) },
        )
        .map(path => ({ op: 'remove', path })),
    ),
  )

/** PTCH-006: copies a map and then changes the copy, which must leave the original as it is. */
const changedCopy: Arbitrary<Patch> = fc.constant([
  { op: 'copy', from: '/metadata/labels', path: '/metadata/annotations' },
  { op: 'add', path: metadataPointer('annotations', 'a'), value: 'copied' },
])

/** PTCH-006: moves or copies from a member or an item to a member. */
export const moveOrCopyOperations = (op: 'move' | 'copy'): Arbitrary<Scenario> =>
  withPatches([{ op, from: spare, path: metadataPointer('annotations', 'fresh') }], () => {
    const single = one(
      fc.oneof(
        {
          weight: 3,
          arbitrary: fc.record({
            from: fc.constantFrom(
              metadataPointer('annotations', 'a'),
              metadataPointer('annotations', 'b'),
              metadataPointer('labels', 'a'),
              metadataPointer('labels', 'constructor'),
            ),
            path: someMember,
          }),
        },
        {
          weight: 1,
          arbitrary: fc.record({
            from: fc.constantFrom('0', '1').map(item),
            // Only annotations, because a label could not hold the value.
            path: fc.constantFrom('c', 'n').map(key => metadataPointer('annotations', key)),
          }),
        },
      ),
    ).map(patch => patch.map(operation => ({ op, ...operation })))
    // A moved map of labels would take those with it by which the run deletes its objects.
    if (op === 'move') return single
    return fc.oneof({ weight: 3, arbitrary: single }, { weight: 1, arbitrary: changedCopy })
  })

const labels = fromAnswer('look 0', '/metadata/labels')
const someTest: Arbitrary<Operation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record<Operation>({
      path: someMember,
      value: fc.constantFrom<Term[]>('one', 'two', 'own', '1', 1, true, ''),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record<Operation>({
      path: fc.constant(metadataPointer('annotations', 'n')),
      value: fc.constantFrom<Term[]>('1', 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Operation>(
      { path: '/metadata/name', value: caseName('x') },
      { path: '/metadata/name', value: caseName('y') },
      { path: '/metadata/labels', value: labels },
      { path: '/metadata/labels', value: editTerm(labels, { '/a': 'other' }) },
      { path: '/metadata/labels', value: editTerm(labels, {}, ['/a']) },
      { path: '/metadata/finalizers', value: fromAnswer('look 0', '/metadata/finalizers') },
      { path: '/metadata/finalizers', value: initialFinalizers.slice(1) },
      { path: item('1'), value: finalizerName('nothing') },
      { path: `${nothing}/a`, value: 'one' },
    ),
  },
)

/** PTCH-007: a test before or after the guarded operation. */
export const testOperations = (): Arbitrary<Scenario> =>
  withPatches(
    [
      { op: 'test', path: spare, value: 'spare' },
      { op: 'replace', path: spare, value: 'new' },
    ],
    () =>
      fc.record({ test: someTest, isFirst: fc.boolean(), value: someWord }).map(made => {
        const test = { op: 'test', ...made.test }
        const change = { op: 'replace', path: spare, value: `then ${made.value}` }
        return made.isFirst ? [test, change] : [change, test]
      }),
  )

const validOperations: Operation[] = [
  { op: 'replace', path: metadataPointer('annotations', 'a'), value: 'changed' },
  { op: 'remove', path: metadataPointer('labels', 'b') },
  { op: 'add', path: metadataPointer('labels', 'c'), value: 'changed' },
  { op: 'add', path: item('-'), value: finalizerName('v') },
  { op: 'copy', from: spare, path: metadataPointer('annotations', 'fresh') },
]
const failing: Operation[] = [
  { op: 'test', path: spare, value: 'another' },
  { op: 'remove', path: metadataPointer('annotations', 'c') },
  { op: 'remove', path: `${nothing}/a` },
  { op: 'add', path: `${spare}/a`, value: 'one' },
  { op: 'add', path: item('9'), value: finalizerName('w') },
]

/** PTCH-010: valid operations, the same with a failing one among them, and without it again. */
export const failingOperationInTheMiddle = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      before: fc.shuffledSubarray(validOperations, { minLength: 1 }),
      failure: fc.constantFrom(...failing),
      after: fc.nat(1),
    })
    .map(({ role, before, failure, after }) => {
      const place = before.length - Math.min(after, before.length - 1)
      const first = [{ op: 'replace', path: spare, value: 'new' }]
      const patches = [first, before.toSpliced(place, 0, failure), before]
      return scenarioWith(
        ...patchesBetweenReads(
          role,
          patches.map(body => ({ type: 'json', body })),
        ),
      )
    })
