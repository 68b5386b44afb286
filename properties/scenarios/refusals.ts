// Faulty requests between two looks at the collection, each followed by its sound twin.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../fixtures/objects/probe-types.ts'
import type { Request, Scenario } from '../scenario.ts'
import { change, create, list, named, remove, steps } from '../steps.ts'
import {
  bystander,
  faultsOfCreate,
  faultsOfDelete,
  faultsOfList,
  faultsOfUpdate,
  tooLarge,
} from './faults.ts'
import type { Fault, Faults } from './faults.ts'

type Attempt = (index: number, role: Role) => Request[]

/**
 * Up to three faulty requests. Number n has the labels `before n`, `fault n`, `after n` and
 * `twin n`; the looks at the first and at the second namespace end in `.0` and `.1`.
 */
export const faultyRequests = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role[]>('main', 'core'),
      attempts: fc.array(oneAttempt, { minLength: 1, maxLength: 3 }),
    })
    .map(({ role, attempts }) =>
      steps(
        create(bystander, role, bystander, { content: 'stays' }),
        ...attempts.flatMap((attempt, index) => attempt(index, role)),
      ),
    )

const oneOf = (faults: Faults): Arbitrary<Fault> =>
  fc.oneof(...Object.values(faults).map(family => fc.constantFrom(...family)))

const creating = (fault: Fault): Attempt => (index, role) =>
  attempted(index, role, fault, as => create(as, role, `x${index}`, { content: 'new' }))

const updating = (fault: Fault): Attempt => (index, role) => [
  create(`object ${index}`, role, `x${index}`, { content: 'first' }),
  ...attempted(index, role, fault, as =>
    change(as, role, `object ${index}`, { '/metadata/annotations': { change: 'faulty' } }),
  ),
]

const deleting = (fault: Fault): Attempt => (index, role) => [
  create(`object ${index}`, role, `x${index}`, { content: 'first' }),
  ...attempted(index, role, fault, as => remove(as, role, named(`x${index}`))),
]

const listing = (fault: Fault): Attempt => (index, role) =>
  attempted(index, role, fault, as => list(as, role))

const attempted = (index: number, role: Role, fault: Fault, sound: (as: string) => Request) => [
  ...looks(`before ${index}`, role),
  fault(sound(`fault ${index}`)),
  ...looks(`after ${index}`, role),
  sound(`twin ${index}`),
]

// Two namespaces, because a body may name another one than the path.
const looks = (label: string, role: Role): Request[] =>
  [0, 1].map(namespace => list(`${label}.${namespace}`, role, { namespace }))

const oneAttempt: Arbitrary<Attempt> = fc.oneof(
  { weight: 40, arbitrary: oneOf(faultsOfCreate).map(creating) },
  { weight: 40, arbitrary: oneOf(faultsOfUpdate).map(updating) },
  { weight: 20, arbitrary: oneOf(faultsOfDelete).map(deleting) },
  { weight: 5, arbitrary: oneOf(faultsOfList).map(listing) },
  { weight: 1, arbitrary: fc.constantFrom(creating(tooLarge), updating(tooLarge)) },
)
