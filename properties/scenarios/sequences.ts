// Sequences of writes of all verbs to a few objects, with reads between them, and moments at which
// two or three clients are at one object at the same time. A watch (`all`) follows from before the
// first write to a last one (`marker`); `final` lists what is left.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Request, Scenario, Step } from '../dsl/scenario.ts'
import {
  create,
  get,
  list,
  named,
  steps,
  together,
  untilShown,
  versionOf,
  watch,
} from '../dsl/steps.ts'
import type { Term } from '../dsl/term.ts'
import { removeAll } from '../dsl/write-steps.ts'
import { firstLabel, perhapsDry, someCreate, someWrite } from './sequence-writes.ts'
import type { Kind } from './sequence-writes.ts'
import type { Shade, Spread } from './spread.ts'

// The first two make a collection; the third, in another namespace, is not of it.
const objects: Spread[] = [
  { name: 'a', namespace: 0, shade: 'dark' },
  { name: 'b', namespace: 0, shade: 'light' },
  { name: 'c', namespace: 1, shade: 'dark' },
]

/** Between 8 and 16 turns, most of them one write to an object of one of these types. */
export const sequences = (kinds: Kind[]): Arbitrary<Scenario> =>
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

function scenarioOf(kind: Kind, creates: Request[], turns: Step[]): Scenario {
  const { role } = kind
  return steps(
    list('start', role, { namespace: 'all' }),
    watch('all', role, { namespace: 'all', resourceVersion: versionOf('start') }),
    ...creates,
    ...objects.map(object => read(kind, object, firstLabel(object))),
    ...turns,
    list('final', role, { namespace: 'all' }),
    create('marker', role, 'marker'),
    untilShown('all', 'marker'),
  )
}

const someTurn = (kind: Kind): Arbitrary<Step> =>
  fc.oneof(
    { weight: 8, arbitrary: someObject.chain(object => someWrite(kind, object)) },
    { weight: 1, arbitrary: someObject.map(object => read(kind, object)) },
    { weight: 1, arbitrary: someList(kind) },
    { weight: 1, arbitrary: perhapsDry(someDeletionOfAll(kind)) },
    { weight: 3, arbitrary: someObject.chain(object => someRace(kind, object)) },
  )

const someObject = fc.constantFrom(...objects)

const read = ({ role }: Kind, { name, namespace }: Spread, as = 'read'): Request =>
  get(as, role, named(name), { namespace })

const someShade = fc.constantFrom<Shade>('dark', 'light')

/** Names carry the prefix of the case, so that others' objects are never selected. */
const ofShade = (shade: Shade): Term => ({ $join: ['shade=', named(shade)] })

const someList = ({ role }: Kind): Arbitrary<Request> =>
  fc
    .record({
      namespace: fc.constantFrom<0 | 'all'>(0, 'all'),
      selector: fc.option(someShade.map(ofShade)),
    })
    .map(({ namespace, selector }) =>
      list('list', role, { namespace, ...(selector ? { labelSelector: selector } : {}) }),
    )

const someDeletionOfAll = ({ role }: Kind): Arbitrary<Request> =>
  someShade.map(shade => removeAll('deleted all', role, { labelSelector: ofShade(shade) }))

/** Two or three clients write one object, or read it, once or twice each. */
const someRace = (kind: Kind, object: Spread): Arbitrary<Step> =>
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
    .map(lanes => together(...lanes))
