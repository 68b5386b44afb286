// Generates sequences of writes of all verbs to a few objects, with reads between them, and
// sometimes two or three concurrent clients of one object. A watch (`all`) runs from before the
// first write to a last one (`marker`). `final` lists the remaining objects.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { RequestStep, Scenario, Step } from '../dsl/scenario.ts'
import {
  create,
  get,
  list,
  caseName,
  scenarioWith,
  concurrently,
  awaitVersion,
  versionFrom,
  watch,
} from '../dsl/steps.ts'
import type { Term } from '../dsl/term.ts'
import { deleteCollection } from '../dsl/write-steps.ts'
import { firstLabel, perhapsDryRun, someCreate, someWrite } from './sequence-writes.ts'
import type { SequenceType } from './sequence-writes.ts'
import type { LabelVariant, LabelledObject } from './labelled-objects.ts'

// The first two are in one collection. The third is in another namespace.
const objects: LabelledObject[] = [
  { name: 'a', namespace: 0, shade: 'dark' },
  { name: 'b', namespace: 0, shade: 'light' },
  { name: 'c', namespace: 1, shade: 'dark' },
]

/** Generates between 8 and 16 turns, most of them one write to an object of one of these types. */
export const writeSequences = (kinds: SequenceType[]): Arbitrary<Scenario> =>
  fc
    .constantFrom(...kinds)
    .chain(kind =>
      fc
        .tuple(
          fc.tuple(...objects.map(object => someCreate(kind, object))),
          fc.array(someTurn(kind), { minLength: 8, maxLength: 16 }),
        )
        .map(([creates, turns]) => scenarioOf(kind, creates, turns)),
    )

function scenarioOf(kind: SequenceType, creates: RequestStep[], turns: Step[]): Scenario {
  const { role } = kind
  return scenarioWith(
    list('start', role, { namespace: 'all' }),
    watch('all', role, { namespace: 'all', resourceVersion: versionFrom('start') }),
    ...creates,
    ...objects.map(object => read(kind, object, firstLabel(object))),
    ...turns,
    list('final', role, { namespace: 'all' }),
    create('marker', role, 'marker'),
    awaitVersion('all', 'marker'),
  )
}

const someTurn = (kind: SequenceType): Arbitrary<Step> =>
  fc.oneof(
    { weight: 8, arbitrary: someObject.chain(object => someWrite(kind, object)) },
    { weight: 1, arbitrary: someObject.map(object => read(kind, object)) },
    { weight: 1, arbitrary: someList(kind) },
    { weight: 1, arbitrary: perhapsDryRun(someDeletionOfAll(kind)) },
    { weight: 3, arbitrary: someObject.chain(object => someRace(kind, object)) },
  )

const someObject = fc.constantFrom(...objects)

const read = (
  { role }: SequenceType,
  { name, namespace }: LabelledObject,
  as = 'read',
): RequestStep => get(as, role, caseName(name), { namespace })

const someShade = fc.constantFrom<LabelVariant>('dark', 'light')

/**
 * Selects objects by shade. Shades have the case's prefix, so that objects of other cases never
 * match.
 */
const ofShade = (shade: LabelVariant): Term => ({ $join: ['shade=', caseName(shade)] })

const someList = ({ role }: SequenceType): Arbitrary<RequestStep> =>
  fc
    .record({
      namespace: fc.constantFrom<0 | 'all'>(0, 'all'),
      selector: fc.option(someShade.map(ofShade)),
    })
    .map(({ namespace, selector }) =>
      list('list', role, { namespace, ...(selector ? { labelSelector: selector } : {}) }),
    )

const someDeletionOfAll = ({ role }: SequenceType): Arbitrary<RequestStep> =>
  someShade.map(shade => deleteCollection('deleted all', role, { labelSelector: ofShade(shade) }))

/** Generates two or three concurrent clients that write or read one object, once or twice each. */
const someRace = (kind: SequenceType, object: LabelledObject): Arbitrary<Step> =>
  fc
    .array(
      fc.array(
        fc.oneof(
          { weight: 4, arbitrary: someWrite(kind, object) },
          { weight: 1, arbitrary: fc.constant(read(kind, object)) },
        ),
        { minLength: 1, maxLength: 2 },
      ),
      { minLength: 2, maxLength: 3 },
    )
    .map(lanes => concurrently(...lanes))
