// Generates concurrent readers and writers. Each writer has its own objects, so that the order of
// the writes to one object is known. Judged reads are labelled `read-…`, and reads that only
// provide a version `seen-…`.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../dsl/scenario.ts'
import { get, list, caseName, scenarioWith, concurrently, versionFrom } from '../dsl/steps.ts'
import type { Term } from '../dsl/term.ts'
import {
  createLabelled,
  objectStepLabel,
  someObjects,
  someRole,
  someScope,
  someWrites,
} from './labelled-objects.ts'
import type { ListScope, LabelledObject } from './labelled-objects.ts'

/** The input of a reader: the type, the scope of its lists, and two of the written objects. */
type Sight = { role: Role; scope: ListScope; one: LabelledObject; other: LabelledObject }

/** Returns the requests of one read. `at` makes the labels unique. */
type Reading = (label: string, sight: Sight) => RequestStep[]

/** Generates lists without a version. One reader lists a namespace, the other one all. */
export const listsMostRecent = (): Arbitrary<Scenario> =>
  besideWriters(
    fc.constant((label, { role }) => [
      list(`read-${label}`, role, { namespace: Number(label) % 2 === 0 ? 0 : 'all' }),
    ]),
  )

/** Generates lists at version 0, with and without a match. */
export const listsAny = (): Arbitrary<Scenario> =>
  besideWriters(
    fc
      .constantFrom({}, { match: 'NotOlderThan' })
      .map<Reading>(match => (label, sight) => [
        list(`read-${label}`, sight.role, { ...sight.scope, ...match, resourceVersion: '0' }),
      ]),
  )

/** Generates lists at a version that a list or a write has just issued. */
export const listsAtVersions = (match: 'Exact' | 'NotOlderThan'): Arbitrary<Scenario> =>
  besideWriters(
    fc.boolean().map<Reading>(isOfList => (label, { role, scope, one }) => {
      const seen = list(`seen-${label}`, role, scope)
      const resourceVersion = versionFrom(isOfList ? seen.as : objectStepLabel(one))
      const read = list(`read-${label}`, role, { ...scope, match, resourceVersion })
      return isOfList ? [seen, read] : [read]
    }),
  )

/** Generates gets of written objects without a version. */
export const getsMostRecent = (): Arbitrary<Scenario> =>
  besideWriters(fc.constant((label, { role, one }) => [getOf(`read-${label}`, role, one)]))

/** Generates gets of written objects at the version of a write to the same or to another object. */
export const getsAtVersions = (): Arbitrary<Scenario> =>
  besideWriters(
    fc.constantFrom('one', 'other').map<Reading>(by => (label, sight) => {
      const resourceVersion = versionFrom(objectStepLabel(sight[by as 'one']))
      return [getOf(`read-${label}`, sight.role, sight.one, resourceVersion)]
    }),
  )

const getOf = (
  as: string,
  role: Role,
  object: LabelledObject,
  resourceVersion?: Term,
): RequestStep =>
  get(as, role, caseName(object.name), {
    namespace: object.namespace,
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  })

/** Generates two concurrent writers and two readers, and a last read by each reader. */
const besideWriters = (reading: Arbitrary<Reading>): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      objects: someObjects(4, 4),
      scope: someScope,
      readings: fc.array(reading, { minLength: 4, maxLength: 6 }),
    })
    .chain(({ role, objects, scope, readings }) => {
      const [a, b, c, d] = objects as [
        LabelledObject,
        LabelledObject,
        LabelledObject,
        LabelledObject,
      ]
      const sights: Sight[] = [
        { role, scope, one: a, other: c },
        { role, scope, one: d, other: b },
      ]
      const reads = readings.map((read, index) => read(`${index}`, sights[index % 2] as Sight))
      return fc
        .tuple(
          someWrites({ role, objects: [a, b], fresh: 'bb' }, 2, 4),
          someWrites({ role, objects: [c, d], fresh: 'cc' }, 2, 4),
        )
        .map(writes =>
          scenarioWith(
            ...objects.map(object => createLabelled(role, object)),
            concurrently(...writes, everySecond(reads.slice(2), 0), everySecond(reads.slice(2), 1)),
            ...reads.slice(0, 2).flat(),
          ),
        )
    })

const everySecond = (reads: RequestStep[][], from: 0 | 1): RequestStep[] =>
  reads.filter((_, index) => index % 2 === from).flat()
