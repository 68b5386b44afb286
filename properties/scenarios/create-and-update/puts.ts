// Builds unusual PUTs: without a version, to an unused name, with the body of another object, and
// without a change.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import {
  updateFrom,
  create,
  editTerm,
  get,
  caseName,
  put,
  sampleTerm,
  fromAnswer,
  scenarioWith,
  versionFrom,
} from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { patch } from '../../dsl/write-steps.ts'
import { someWritableRole, writableRoles } from '../updates.ts'

/** Returns these requests for every role that scenarios may write. */
export const forEachWritableRole = (requests: (role: Role) => RequestStep[]): RequestStep[] =>
  writableRoles.flatMap(requests)

/** A PUT (`put ROLE`) of new content to an object that was changed after its creation. */
export const putOnChangedObject = (version: Term | undefined): RequestStep[] =>
  forEachWritableRole(role => [
    create(`object ${role}`, role, 'x', { content: 'first' }),
    updateFrom(`object ${role}`, role, `object ${role}`, { '/metadata/annotations': { a: 'b' } }),
    put(`put ${role}`, role, caseName('x'), withVersion(sampleTerm(role, 'x', 'second'), version)),
    get(`after ${role}`, role, caseName('x')),
    put(
      `twin ${role}`,
      role,
      caseName('x'),
      withVersion(sampleTerm(role, 'x', 'third'), versionFrom(`after ${role}`)),
    ),
  ])

const withVersion = (body: Term, version: Term | undefined): Term =>
  version === undefined ? body : editTerm(body, { '/metadata/resourceVersion': version })

/** A PUT to an unused name, without a version and with the version of another object. */
export const putOnFreeName: RequestStep[] = forEachWritableRole(role => [
  create(`twin ${role}`, role, 'x'),
  put(`put ${role}`, role, caseName('y'), sampleTerm(role, 'y', 'new')),
  put(
    `versioned ${role}`,
    role,
    caseName('z'),
    withVersion(sampleTerm(role, 'z', 'new'), versionFrom(`twin ${role}`)),
  ),
])

/** PUTs of bodies that do not match their path (`fault …`), each after one that does. */
export const putOfOtherIdentity = (set: Record<string, Term>, drop: string[] = []): RequestStep[] =>
  (['main', 'core'] as const).flatMap(role => [
    create(`object ${role}`, role, 'x'),
    updateFrom(`twin ${role}`, role, `object ${role}`, { '/metadata/annotations': { a: 'b' } }),
    put(
      `fault ${role}`,
      role,
      caseName('x'),
      editTerm(
        fromAnswer(`twin ${role}`, ''),
        { '/metadata/annotations': { a: 'c' }, ...set },
        drop,
      ),
    ),
  ])

/**
 * PUTs of a changed copy of another object (`fault …`) to the path of an object, after one that
 * matches its path (`twin …`). The other object is read before and after (`other …`, `after …`).
 */
export const putsOfOtherObjects: RequestStep[] = (['main', 'core'] as const).flatMap(role => [
  create(`object ${role}`, role, 'x'),
  create(`other ${role}`, role, 'y'),
  updateFrom(`twin ${role}`, role, `object ${role}`, { '/metadata/annotations': { a: 'b' } }),
  put(
    `fault ${role}`,
    role,
    caseName('x'),
    editTerm(fromAnswer(`other ${role}`, ''), { '/metadata/annotations': { a: 'c' } }),
  ),
  get(`after ${role}`, role, caseName('y')),
])

/**
 * PUTs with the uid of their object, without one, and with another one (`same`, `absent`, `other`).
 */
export const putsWithUids: RequestStep[] = forEachWritableRole(role => [
  create(`object ${role}`, role, 'x'),
  updateFrom(`same ${role}`, role, `object ${role}`, { '/metadata/annotations': { a: 'b' } }),
  updateFrom(
    `absent ${role}`,
    role,
    `same ${role}`,
    { '/metadata/annotations': { a: 'c' } },
    { drop: ['/metadata/uid'] },
  ),
  updateFrom(`other ${role}`, role, `absent ${role}`, {
    '/metadata/annotations': { a: 'd' },
    '/metadata/uid': '11111111-2222-4333-8444-555555555555',
  }),
])

/**
 * Generates PUTs without a change: the object as read or as written before, with and without a
 * version.
 */
export const noOpPuts = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      isChanged: fc.boolean(),
      again: fc.integer({ min: 1, max: 2 }),
      isRead: fc.boolean(),
    })
    .map(({ role, isChanged, again, isRead }) => {
      const written = sampleTerm(role, 'x', isChanged ? 'second' : 'first')
      const body = isRead ? fromAnswer('before', '') : withVersion(written, versionFrom('before'))
      const changed = withVersion(sampleTerm(role, 'x', 'second'), versionFrom('object'))
      return scenarioWith(
        create('object', role, 'x', { content: 'first' }),
        ...(isChanged ? [put('object', role, caseName('x'), changed)] : []),
        get('before', role, caseName('x')),
        ...Array.from({ length: again }, (_, index) =>
          put(`again ${index}`, role, caseName('x'), body),
        ),
        get('after', role, caseName('x')),
      )
    })

const terminating = { '/status': { phase: 'Terminating' } }

/** A create, an update and a patch of a namespace that contain a status. */
export const bodiesWithStatus: RequestStep[] = [
  create('create', 'namespaces', 'x', { set: terminating }),
  updateFrom('update', 'namespaces', 'create', { '/metadata/annotations/a': 'b', ...terminating }),
  patch('patch', 'namespaces', caseName('x'), {
    type: 'merge',
    body: { metadata: { annotations: { a: 'c' } }, status: { phase: 'Terminating' } },
  }),
  get('after', 'namespaces', caseName('x')),
]
