// PUTs beside the usual one: without a version, to a free name, with a body of another object, and
// ones that change nothing.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Request, Scenario } from '../../dsl/scenario.ts'
import {
  change,
  create,
  edited,
  get,
  named,
  put,
  sample,
  seen,
  steps,
  versionOf,
} from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { writableRoles } from '../updates.ts'

/** The same requests for every role that scenarios may write. */
export const perRole = (requests: (role: Role) => Request[]): Request[] =>
  writableRoles.flatMap(requests)

/** A PUT (label `put ROLE`) of new content on an object that was changed since its creation. */
export const putOnChanged = (version: Term | undefined): Request[] =>
  perRole(role => [
    create(`object ${role}`, role, 'x', { content: 'first' }),
    change(`object ${role}`, role, `object ${role}`, { '/metadata/annotations': { a: 'b' } }),
    put(`put ${role}`, role, named('x'), withVersion(sample(role, 'x', 'second'), version)),
    get(`after ${role}`, role, named('x')),
    put(
      `twin ${role}`,
      role,
      named('x'),
      withVersion(sample(role, 'x', 'third'), versionOf(`after ${role}`)),
    ),
  ])

const withVersion = (body: Term, version: Term | undefined): Term =>
  version === undefined ? body : edited(body, { '/metadata/resourceVersion': version })

/** A PUT to a name that is free, without a version and with one of another object. */
export const putOnNothing: Request[] = perRole(role => [
  create(`twin ${role}`, role, 'x'),
  put(`put ${role}`, role, named('y'), sample(role, 'y', 'new')),
  put(
    `versioned ${role}`,
    role,
    named('z'),
    withVersion(sample(role, 'z', 'new'), versionOf(`twin ${role}`)),
  ),
])

/** PUTs of bodies that do not fit their path (labels `fault …`), each after one that does. */
export const putElsewhere = (set: Record<string, Term>, drop: string[] = []): Request[] =>
  (['main', 'core'] as const).flatMap(role => [
    create(`object ${role}`, role, 'x'),
    change(`twin ${role}`, role, `object ${role}`, { '/metadata/annotations': { a: 'b' } }),
    put(
      `fault ${role}`,
      role,
      named('x'),
      edited(seen(`twin ${role}`, ''), { '/metadata/annotations': { a: 'c' }, ...set }, drop),
    ),
  ])

/** PUTs that name the uid of their object, none, and another one (`same`, `absent`, `other`). */
export const putsOfUids: Request[] = perRole(role => [
  create(`object ${role}`, role, 'x'),
  change(`same ${role}`, role, `object ${role}`, { '/metadata/annotations': { a: 'b' } }),
  change(
    `absent ${role}`,
    role,
    `same ${role}`,
    { '/metadata/annotations': { a: 'c' } },
    { drop: ['/metadata/uid'] },
  ),
  change(`other ${role}`, role, `absent ${role}`, {
    '/metadata/annotations': { a: 'd' },
    '/metadata/uid': '11111111-2222-4333-8444-555555555555',
  }),
])

/** PUTs that change nothing: as read, or as written before, with and without a version. */
export const noOps = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role>(...writableRoles),
      isChanged: fc.boolean(),
      again: fc.integer({ min: 1, max: 2 }),
      isRead: fc.boolean(),
    })
    .map(({ role, isChanged, again, isRead }) => {
      const written = sample(role, 'x', isChanged ? 'second' : 'first')
      const body = isRead ? seen('before', '') : withVersion(written, versionOf('before'))
      const changed = withVersion(sample(role, 'x', 'second'), versionOf('object'))
      return steps(
        create('object', role, 'x', { content: 'first' }),
        ...(isChanged ? [put('object', role, named('x'), changed)] : []),
        get('before', role, named('x')),
        ...Array.from({ length: again }, (_, index) =>
          put(`again ${index}`, role, named('x'), body),
        ),
        get('after', role, named('x')),
      )
    })

const terminating = { '/status': { phase: 'Terminating' } }

/** A create and an update of a namespace that bring a status (labels `create`, `update`). */
export const statusInBodies: Request[] = [
  create('create', 'namespaces', 'x', { set: terminating }),
  change('update', 'namespaces', 'create', { '/metadata/annotations/a': 'b', ...terminating }),
  get('after', 'namespaces', named('x')),
]
