// Generates a writer that increments two counter objects in turn, so that every list shows its
// point in time.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import {
  create,
  editTerm,
  list,
  caseName,
  put,
  sampleTerm,
  scenarioWith,
  concurrently,
  versionFrom,
} from '../../dsl/steps.ts'
import type { ListStepOptions } from '../../dsl/steps.ts'
import { someNames } from '../collections.ts'
import { someRole } from '../labelled-objects.ts'

/** The field with the counter and its value, such as `leader 3`. The content has the same text. */
export const counterPointer = '/metadata/annotations/counter'

type Counting = { role: Role; turn: 'leader' | 'follower'; name: string; namespace: number }

const countedTo = 3

/**
 * Generates a writer that sets the leader to 0, then the follower, the leader to 1, then the
 * follower, and so on, while two readers list both. One list is before and one after. Lists are
 * labelled `read-…`, writes with the name of the counter.
 */
export const alternatingCounters = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      names: someNames(2, 2),
      namespaces: fc.constantFrom([0, 0], [0, 1], [1, 0]),
      reads: fc.array(someOptions, { minLength: 4, maxLength: 6 }),
    })
    .map(({ role, names, namespaces, reads }) => {
      const [a = 'a', b = 'b'] = names
      const [ofA = 0, ofB = 0] = namespaces
      const leader: Counting = { role, turn: 'leader', name: a, namespace: ofA }
      const follower: Counting = { role, turn: 'follower', name: b, namespace: ofB }
      const numbers = Array.from({ length: countedTo }, (_, index) => index + 1)
      const scope = { namespace: ofA === ofB ? ofA : ('all' as const) }
      const lists = reads.map((read, index) => list(`read-${index}`, role, { ...scope, ...read }))
      const [before, after, ...beside] = lists as [RequestStep, RequestStep, ...RequestStep[]]
      return scenarioWith(
        ...[leader, follower].map(one => create(one.turn, role, undefined, created(one))),
        before,
        concurrently(
          numbers.flatMap(number => [counted(leader, number), counted(follower, number)]),
          beside.filter((_, index) => index % 2 === 0),
          beside.filter((_, index) => index % 2 === 1),
        ),
        after,
      )
    })

const someOptions = fc.constantFrom<ListStepOptions>(
  {},
  { resourceVersion: '0' },
  { resourceVersion: versionFrom('leader'), match: 'NotOlderThan' },
)

const created = (one: Counting) => ({ namespace: one.namespace, body: bodyOf(one, 0) })

const counted = (one: Counting, number: number): RequestStep =>
  put(
    one.turn,
    one.role,
    caseName(one.name),
    editTerm(bodyOf(one, number), { '/metadata/resourceVersion': versionFrom(one.turn) }),
    { namespace: one.namespace },
  )

const bodyOf = ({ role, turn, name }: Counting, number: number) =>
  editTerm(sampleTerm(role, name, `${turn} ${number}`), { [counterPointer]: `${turn} ${number}` })
