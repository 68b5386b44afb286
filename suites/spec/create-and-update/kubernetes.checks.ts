// Writes as genuine servers answer them: codes, versions, and what differs from type to type.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import { answered, at, contentOf, read, version } from '../../../properties/history.ts'
import type { History } from '../../../properties/history.ts'
import { differenceOf } from '../../../properties/laws/differences.ts'
import { done } from '../../../properties/laws/premises.ts'
import {
  answeredForGood,
  answersWith,
  detailsOf,
  ownName,
  refusesWith,
} from '../../../properties/laws/status.ts'
import type { Refusal } from '../../../properties/laws/status.ts'
import { given, holds } from '../../../properties/observation.ts'
import type { Observation } from '../../../properties/observation.ts'
import type { Request, Scenario } from '../../../properties/scenario.ts'
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
} from '../../../properties/steps.ts'
import { withValueAt } from '../../../properties/term.ts'
import type { Json, Term } from '../../../properties/term.ts'
import { example, property } from '../../check.ts'

const roles = ['main', 'core', 'cluster'] as const satisfies Role[]
const perRole = (requests: (role: Role) => Request[]): Request[] => roles.flatMap(requests)
const badRequest: Refusal = { code: 400, reason: 'BadRequest' }

type Habit = 'unconditionalUpdate' | 'createOnUpdate'

/** The roles whose types are known to have a habit, or known not to have it. */
function* rolesWith(history: History, habit: Habit, has: boolean): Generator<Observation, Role[]> {
  const found = roles.filter(role => history.words.types[role][habit] === has)
  yield* given(found.length > 0, `no probe type is known to ${has ? 'have' : 'lack'} ${habit}`)
  return found
}

const missingVersion = (history: History, role: Role): Refusal => ({
  code: 422,
  reason: 'Invalid',
  // The one Invalid whose details name the resource in place of the kind.
  details: detailsOf(history, role, 'resource', ownName(history, 'x')),
  causes: [{ reason: 'FieldValueInvalid', field: 'metadata.resourceVersion' }],
})

/** A PUT (label `put ROLE`) of new content on an object that was changed since its creation. */
const putOnChanged = (version: Term | undefined) =>
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

function* overwrites(history: History): Generator<Observation> {
  for (const role of yield* rolesWith(history, 'unconditionalUpdate', true)) {
    yield* done(history, `object ${role}`, `twin ${role}`)
    const write = yield* answeredForGood(history, `put ${role}`)
    yield holds(write.answer?.status === 200, {
      says: 'A PUT without a version is answered 200 by a type that allows it.',
      expected: 200,
      got: answered(write),
      at: write,
    })
    const [sent, stored] = [write.request.body, at(history, `after ${role}`).answer?.body]
    const wanted = contentOf(history, role, JSON.parse(sent ?? 'null'))
    yield holds(contentOf(history, role, stored) === wanted, {
      says: 'A PUT without a version replaces whatever is there.',
      expected: wanted,
      got: contentOf(history, role, stored),
      at: `after ${role}`,
    })
  }
}

function* wantsVersion(history: History, says: string): Generator<Observation> {
  for (const role of yield* rolesWith(history, 'unconditionalUpdate', false)) {
    yield* done(history, `object ${role}`, `after ${role}`, `twin ${role}`)
    yield* refusesWith(history, `put ${role}`, missingVersion(history, role), says)
  }
}

/** A PUT to a name that is free, without a version and with one of another object. */
const putOnNothing = perRole(role => [
  create(`twin ${role}`, role, 'x'),
  put(`put ${role}`, role, named('y'), sample(role, 'y', 'new')),
  put(
    `versioned ${role}`,
    role,
    named('z'),
    withVersion(sample(role, 'z', 'new'), versionOf(`twin ${role}`)),
  ),
])

function* createsByPut(history: History): Generator<Observation> {
  const says = 'A PUT to a free name is answered 201 by a type that creates on update.'
  for (const role of yield* rolesWith(history, 'createOnUpdate', true)) {
    yield* done(history, `twin ${role}`)
    for (const label of [`put ${role}`, `versioned ${role}`]) {
      const write = yield* answeredForGood(history, label)
      const isCreated = write.answer?.status === 201 && typeof version(write) === 'string'
      yield holds(isCreated, {
        says,
        expected: '201 and the object',
        got: answered(write),
        at: write,
      })
    }
  }
}

function* findsNothingToPut(history: History): Generator<Observation> {
  const says = 'A PUT to a free name is answered 404 by a type that does not create on update.'
  for (const role of yield* rolesWith(history, 'createOnUpdate', false)) {
    yield* done(history, `twin ${role}`)
    for (const [label, name] of [
      ['put', 'y'],
      ['versioned', 'z'],
    ] as const) {
      const details = detailsOf(history, role, 'resource', ownName(history, name))
      const wanted = { code: 404, reason: 'NotFound', details }
      yield* refusesWith(history, `${label} ${role}`, wanted, says)
    }
  }
}

/** PUTs of bodies that do not fit their path (labels `fault …`), each after one that does. */
const putElsewhere = (set: Record<string, Term>, drop: string[] = []): Request[] =>
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

const misfitIsRefused = (says: string) =>
  function* (history: History): Generator<Observation> {
    for (const role of ['main', 'core']) {
      yield* done(history, `object ${role}`, `twin ${role}`)
      yield* refusesWith(history, `fault ${role}`, badRequest, says)
    }
  }

/** PUTs that change nothing: as read, or as written before, with and without a version. */
const noOps = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role>(...roles),
      isChanged: fc.boolean(),
      again: fc.integer({ min: 1, max: 2 }),
      isRead: fc.boolean(),
    })
    .map(({ role, isChanged, again, isRead }) => {
      const body = isRead
        ? seen('before', '')
        : edited(sample(role, 'x', isChanged ? 'second' : 'first'), {
            '/metadata/resourceVersion': versionOf('before'),
          })
      const changed = edited(sample(role, 'x', 'second'), {
        '/metadata/resourceVersion': versionOf('object'),
      })
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

function* keepsItsVersion(history: History): Generator<Observation> {
  yield* done(history, 'object', 'before')
  for (const { step } of history.exchanges) {
    if (!step.startsWith('again') && step !== 'after') continue
    yield* done(history, step)
    const isSame = differenceOf(written(history, 'before'), written(history, step)) === undefined
    yield* given(isSame, 'another writer changed the object')
    yield holds(version(at(history, step)) === version(at(history, 'before')), {
      says: 'A PUT that changes nothing keeps the version of its object.',
      expected: version(at(history, 'before')),
      got: version(at(history, step)),
      at: step,
    })
  }
}

/** An object without what the server keeps of its own accord about its writes. */
const written = (history: History, label: string): Json =>
  ['/metadata/resourceVersion', '/metadata/managedFields'].reduce(
    (object, place) => withValueAt(object, place, undefined),
    at(history, label).answer?.body as Json,
  )

const terminating = { '/status': { phase: 'Terminating' } }

function* statusIsNotWritten(history: History): Generator<Observation> {
  yield* given(history.words.types.namespaces.kind === 'Namespace', 'the type has another status')
  for (const label of ['create', 'update', 'after']) {
    yield* done(history, label)
    const phase = read(at(history, label), '/status/phase')
    yield holds(phase === 'Active', {
      says: 'Status in a body is ignored by a type that has a status subresource.',
      expected: '/status/phase: Active',
      got: phase,
      at: label,
    })
  }
}

export default [
  example(
    'K8S-WRITE-001',
    [
      ...perRole(role => [create(`create ${role}`, role, 'x')]),
      create('create namespace', 'namespaces', 'x'),
    ],
    function* (history) {
      for (const { step } of history.exchanges)
        yield* answersWith(history, step, 201, 'A POST that creates is answered 201.')
    },
  ),
  example(
    'K8S-WRITE-002',
    perRole(role => [
      create(`object ${role}`, role, 'x'),
      change(`update ${role}`, role, `object ${role}`, { '/metadata/annotations': { a: 'b' } }),
    ]),
    function* (history) {
      for (const role of roles) {
        yield* done(history, `object ${role}`)
        const says = 'A PUT on an object that is there is answered 200.'
        yield* answersWith(history, `update ${role}`, 200, says)
      }
    },
  ),
  example('K8S-WRITE-003', putOnChanged(undefined), overwrites),
  example('K8S-WRITE-004', putOnChanged(undefined), history =>
    wantsVersion(
      history,
      'A PUT without a version is answered 422 by a type that does not allow it.',
    ),
  ),
  example('K8S-WRITE-005', putOnChanged('0'), function* (history) {
    yield* wantsVersion(history, 'A PUT at version 0 counts as one without a version.')
    yield* overwrites(history)
  }),
  example('K8S-WRITE-006', putOnChanged('nothing'), function* (history) {
    for (const role of roles) {
      yield* done(history, `object ${role}`, `twin ${role}`)
      const says = 'A PUT at what is no version is answered 500.'
      yield* refusesWith(history, `put ${role}`, { code: 500, reason: null }, says)
    }
  }),
  example('K8S-WRITE-007', putOnNothing, createsByPut),
  example('K8S-WRITE-008', putOnNothing, findsNothingToPut),
  example(
    'K8S-WRITE-009',
    putElsewhere({ '/metadata/name': named('y') }),
    misfitIsRefused('A PUT whose body has another name than its path is answered 400.'),
  ),
  example(
    'K8S-WRITE-010',
    putElsewhere({}, ['/metadata/name']),
    misfitIsRefused('A PUT whose body has no name is answered 400.'),
  ),
  example(
    'K8S-WRITE-011',
    putElsewhere({ '/metadata/namespace': { $namespace: 1 } }),
    misfitIsRefused('A PUT whose body has another namespace than its path is answered 400.'),
  ),
  example(
    'K8S-WRITE-012',
    perRole(role => [
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
    ]),
    function* (history) {
      for (const role of roles) {
        yield* done(history, `object ${role}`, `same ${role}`, `absent ${role}`)
        const details = detailsOf(history, role, 'resource', ownName(history, 'x'))
        const wanted = { code: 409, reason: 'Conflict', details }
        const says = 'A PUT that names another uid is answered 409.'
        yield* refusesWith(history, `other ${role}`, wanted, says)
        const uid = read(at(history, `object ${role}`), '/metadata/uid')
        yield holds(read(at(history, `absent ${role}`), '/metadata/uid') === uid, {
          says: 'A PUT that names no uid keeps the stored one.',
          expected: uid,
          got: read(at(history, `absent ${role}`), '/metadata/uid'),
          at: `absent ${role}`,
        })
      }
    },
  ),
  property('K8S-WRITE-013', noOps(), keepsItsVersion),
  example(
    'K8S-WRITE-014',
    [
      create('create', 'namespaces', 'x', { set: terminating }),
      change('update', 'namespaces', 'create', { '/metadata/annotations/a': 'b', ...terminating }),
      get('after', 'namespaces', named('x')),
    ],
    statusIsNotWritten,
  ),
]
