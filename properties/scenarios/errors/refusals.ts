// Generates faulty requests between two lists of the collection, each after a valid request of the
// same kind.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import { updateFrom, create, list, caseName, deleteObject, scenarioWith } from '../../dsl/steps.ts'
import {
  bystanderName,
  faultsOfCreate,
  faultsOfDelete,
  faultsOfList,
  faultsOfUpdate,
  tooLargeBody,
} from '../faults.ts'
import type { RequestFault, RequestFaults } from '../faults.ts'

/** One faulty request with the steps before the first list: its objects and its valid twin. */
type Attempt = (index: number, role: Role) => { before: RequestStep[]; faulty: RequestStep }

/**
 * Generates two to four faulty requests, each between two lists of the collection. Number n has the
 * labels `twin n`, which is the request without the fault, and `fault n`. The lists before and
 * after it are `look n.…` and `look n+1.…`, of the first and of the second namespace.
 */
export const faultyRequestsBetweenLists = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role[]>('main', 'core'),
      attempts: fc.array(oneAttempt, { minLength: 2, maxLength: 4 }),
    })
    .map(({ role, attempts }) => {
      const all = attempts.map((attempt, index) => attempt(index, role))
      return scenarioWith(
        create(bystanderName, role, bystanderName, { content: 'stays' }),
        ...all.flatMap(({ before }) => before),
        ...looks(0, role),
        ...all.flatMap(({ faulty }, index) => [faulty, ...looks(index + 1, role)]),
      )
    })

// Two namespaces, because the namespace of a body may differ from that of the path.
const looks = (number: number, role: Role): RequestStep[] =>
  [0, 1].map(namespace => list(`look ${number}.${namespace}`, role, { namespace }))

const creating =
  (fault: RequestFault): Attempt =>
  (index, role) => ({
    before: [create(`twin ${index}`, role, `y${index}`, { content: 'new' })],
    faulty: fault(create(`fault ${index}`, role, `x${index}`, { content: 'new' })),
  })

const updating =
  (fault: RequestFault): Attempt =>
  (index, role) => {
    const update = (as: string, of: string, text: string) =>
      updateFrom(as, role, of, { '/metadata/annotations': { change: text } })
    return {
      before: [
        create(`object ${index}`, role, `x${index}`, { content: 'first' }),
        update(`twin ${index}`, `object ${index}`, 'sound'),
      ],
      faulty: fault(update(`fault ${index}`, `twin ${index}`, 'faulty')),
    }
  }

const deleting =
  (fault: RequestFault): Attempt =>
  (index, role) => ({
    before: [
      create(`object ${index}`, role, `x${index}`, { content: 'first' }),
      create(`other ${index}`, role, `y${index}`, { content: 'first' }),
      deleteObject(`twin ${index}`, role, caseName(`y${index}`)),
    ],
    faulty: fault(deleteObject(`fault ${index}`, role, caseName(`x${index}`))),
  })

const listing =
  (fault: RequestFault): Attempt =>
  (index, role) => ({
    before: [list(`twin ${index}`, role)],
    faulty: fault(list(`fault ${index}`, role)),
  })

const oneOf = (faults: RequestFaults): Arbitrary<RequestFault> =>
  fc.oneof(...Object.values(faults).map(family => fc.constantFrom(...family)))

const oneAttempt: Arbitrary<Attempt> = fc.oneof(
  { weight: 40, arbitrary: oneOf(faultsOfCreate).map(creating) },
  { weight: 40, arbitrary: oneOf(faultsOfUpdate).map(updating) },
  { weight: 20, arbitrary: oneOf(faultsOfDelete).map(deleting) },
  { weight: 5, arbitrary: oneOf(faultsOfList).map(listing) },
  { weight: 1, arbitrary: fc.constantFrom(creating(tooLargeBody), updating(tooLargeBody)) },
)
