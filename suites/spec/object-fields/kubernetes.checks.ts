// The metadata of objects as genuine servers check it, fill it in and keep it.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import { at, read, succeeded } from '../../../properties/history.ts'
import type { History } from '../../../properties/history.ts'
import { faultsAreInvalid } from '../../../properties/laws/metadata-syntax.ts'
import { done } from '../../../properties/laws/premises.ts'
import {
  answeredForGood,
  detailsOf,
  ownName,
  refusesWith,
} from '../../../properties/laws/status.ts'
import { versionsFollowTheWrites } from '../../../properties/laws/version-order.ts'
import { given, holds } from '../../../properties/observation.ts'
import type { Observation } from '../../../properties/observation.ts'
import type { Request, Scenario } from '../../../properties/scenario.ts'
import { createGenerated } from '../../../properties/scenarios/names.ts'
import {
  faultyAnnotations,
  faultyLabels,
  faultyNames,
} from '../../../properties/scenarios/metadata-syntax.ts'
import { someObjects, someWrites, created } from '../../../properties/scenarios/spread.ts'
import { change, create, get, named, remove, steps, versionOf } from '../../../properties/steps.ts'
import { valueAt } from '../../../properties/term.ts'
import type { Term } from '../../../properties/term.ts'
import { example, property } from '../../check.ts'

const writable = ['main', 'core', 'cluster'] as const satisfies Role[]
const someRole: Arbitrary<Role> = fc.constantFrom(...writable)
const finalizers = '/metadata/finalizers'

/** What a field of an answer is, as one of the rule's own sentences wants it. */
function fieldIs(
  history: History,
  label: string,
  { at: pointer, says, expected, is }: FieldRule,
): Observation {
  const got = read(at(history, label), pointer)
  return holds(is(got), { says, expected: `${pointer}: ${expected}`, got, at: label })
}

type FieldRule = { at: string; says: string; expected: string; is: (value: unknown) => boolean }

type Places = Record<string, Term>

/** A create and an update (labels `fault …`) whose body says that it is of another type. */
const otherTypes = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role>('main', 'core'),
      fault: fc.constantFrom<Places>(
        { '/kind': 'Nothing' },
        { '/kind': { $word: 'kind', of: 'cluster' } },
        { '/apiVersion': 'nothing.example/v9' },
        { '/apiVersion': { $word: 'apiVersion', of: 'cluster' } },
        {
          '/kind': { $word: 'kind', of: 'cluster' },
          '/apiVersion': { $word: 'apiVersion', of: 'cluster' },
        },
      ),
    })
    .map(({ role, fault }) =>
      steps(
        create('twin', role, 'x'),
        create('fault create', role, 'y', { set: fault }),
        change('twin update', role, 'twin', { '/metadata/annotations': { a: 'b' } }),
        change('fault update', role, 'twin update', {
          '/metadata/annotations': { a: 'c' },
          ...fault,
        }),
      ),
    )

/** A create with a generateName (label `generated`), also one too long for any name. */
const oneGenerated = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      more: fc.integer({ min: 0, max: 90 }),
      end: fc.constantFrom('', '-', '0'),
    })
    .map(({ role, more, end }) => {
      const base = { $join: [named('g'), { $repeat: 'x', times: more }, end] }
      return steps(createGenerated('generated', role, base))
    })

// No vowels and nothing that can be mistaken for one, so that no words come about.
const suffix = /^[bcdfghjklmnpqrstvwxz2456789]{5}$/
const baseLengthMax = 58

function* isBaseAndSuffix(history: History): Generator<Observation> {
  yield* done(history, 'generated')
  const { request } = at(history, 'generated')
  const base = valueAt(JSON.parse(request.body ?? 'null'), '/metadata/generateName') as string
  const start = base.slice(0, baseLengthMax)
  yield fieldIs(history, 'generated', {
    at: '/metadata/name',
    says: 'A generated name is generateName, cut to 58 characters, and five random ones.',
    expected: `${start}, then five of bcdfghjklmnpqrstvwxz2456789`,
    is: name =>
      typeof name === 'string' && name.startsWith(start) && suffix.test(name.slice(start.length)),
  })
  yield fieldIs(history, 'generated', {
    at: '/metadata/generateName',
    says: 'An object with a generated name keeps its generateName.',
    expected: base,
    is: value => value === base,
  })
}

const foreign: Places = {
  '/metadata/uid': '11111111-2222-4333-8444-555555555555',
  '/metadata/creationTimestamp': '2001-01-01T00:00:00Z',
  '/metadata/deletionTimestamp': '2001-01-01T00:00:00Z',
  '/metadata/deletionGracePeriodSeconds': 5,
  '/metadata/selfLink': '/nothing',
}

/** A create (label `create`) that brings some of the fields that are the server's to set. */
const bringsServerSet = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      places: fc.subarray(Object.keys(foreign), { minLength: 1 }),
    })
    .map(({ role, places }) => {
      const set = places.map(place => [place, foreign[place] ?? null] as const)
      return steps(create('create', role, 'x', { set: Object.fromEntries(set) }))
    })

function* serverSetIsReplaced(history: History): Generator<Observation> {
  yield* done(history, 'create')
  for (const [place, value] of Object.entries(foreign))
    yield fieldIs(history, 'create', {
      at: place,
      says: 'What a create brings for fields that the server sets is dropped or replaced.',
      expected: `not ${String(value)}`,
      is: got => got !== value,
    })
}

const isTimestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const isText =
  (form: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && form.test(value)

/** Objects that are made, changed and removed one after the other. */
const writesInTurn = (): Arbitrary<Scenario> =>
  fc
    .record({ role: fc.constantFrom<Role>('main', 'core'), objects: someObjects(2, 4) })
    .chain(({ role, objects }) =>
      someWrites({ role, objects, fresh: 'f' }, 2, 6).map(writes =>
        steps(...objects.map(object => created(role, object)), ...writes),
      ),
    )

const holder: Places = { [finalizers]: ['touchstone.example/held'] }

/** An object (label `object`) that is being deleted, and held by its finalizer (`deleted`). */
const finalizing = (role: Role): Request[] => [
  create('object', role, 'x', { set: holder }),
  remove('deleted', role, named('x')),
  get('held', role, named('x')),
]

function* isFinalizing(history: History): Generator<Observation> {
  yield* done(history, 'object', 'deleted', 'held')
  const isHeld = typeof read(at(history, 'held'), '/metadata/deletionTimestamp') === 'string'
  yield* given(isHeld, 'the object is not held by its finalizer')
}

export default [
  property('K8S-OBJ-001', otherTypes(), function* (history) {
    yield* done(history, 'twin', 'twin update')
    const says = 'A body that says it is of another kind or version than its path is answered 400.'
    for (const label of ['fault create', 'fault update'])
      yield* refusesWith(history, label, { code: 400, reason: 'BadRequest' }, says)
  }),
  example(
    'K8S-OBJ-002',
    [
      create('twin', 'main', 'x'),
      create('create', 'main', 'y', { drop: ['/kind', '/apiVersion'] }),
    ],
    function* (history) {
      yield* done(history, 'twin')
      const create = yield* answeredForGood(history, 'create')
      yield holds(succeeded(create), {
        says: 'A body without kind and apiVersion is taken for an object of its path.',
        expected: 'success',
        got: create.answer?.status,
        at: create,
      })
    },
  ),
  property('K8S-OBJ-003', oneGenerated(), isBaseAndSuffix),
  example(
    'K8S-OBJ-004',
    writable.map(role =>
      create(`both ${role}`, role, 'x', { set: { '/metadata/generateName': named('g-') } }),
    ),
    function* (history) {
      for (const { step } of history.exchanges) {
        yield* done(history, step)
        yield fieldIs(history, step, {
          at: '/metadata/name',
          says: 'Of name and generateName the name wins.',
          expected: ownName(history, 'x'),
          is: name => name === ownName(history, 'x'),
        })
      }
    },
  ),
  property(
    'K8S-OBJ-005',
    faultyNames(),
    faultsAreInvalid({
      cause: { reason: 'FieldValueInvalid', field: 'metadata.name' },
      says: 'A name that is no DNS subdomain of at most 253 characters is answered 422.',
    }),
  ),
  example(
    'K8S-OBJ-006',
    [
      create('twin', 'namespaces', 'x'),
      create('fault dot', 'namespaces', 'x.y'),
      create('fault capital', 'namespaces', 'X'),
      create('fault long', 'namespaces', 'x'.repeat(64)),
    ],
    faultsAreInvalid({
      cause: { reason: 'FieldValueInvalid', field: 'metadata.name' },
      says: 'A name of a namespace that is no DNS label of at most 63 characters is answered 422.',
    }),
  ),
  property(
    'K8S-OBJ-007',
    faultyLabels(),
    faultsAreInvalid({
      cause: { reason: 'FieldValueInvalid', field: 'metadata.labels' },
      says: 'A label whose key or value breaks their syntax is answered 422.',
    }),
  ),
  property(
    'K8S-OBJ-008',
    faultyAnnotations(),
    faultsAreInvalid({
      cause: { reason: 'FieldValueInvalid', field: 'metadata.annotations' },
      says: 'An annotation whose key breaks the syntax of label keys is answered 422.',
    }),
  ),
  example(
    'K8S-OBJ-009',
    [
      create('twin', 'main', 'x', {
        set: { '/metadata/annotations': { a: { $repeat: 'x', times: 256 * 1024 - 1 } } },
      }),
      create('fault size', 'main', 'y', {
        set: { '/metadata/annotations': { a: { $repeat: 'x', times: 256 * 1024 } } },
      }),
    ],
    faultsAreInvalid({
      cause: { reason: 'FieldValueTooLong', field: 'metadata.annotations' },
      says: 'Annotations of more than 256 KiB in all are answered 422.',
    }),
  ),
  example(
    'K8S-OBJ-010',
    [
      create('twin', 'core', 'x', { set: holder }),
      create('fault', 'core', 'y', { set: { [finalizers]: ['held'] } }),
      create('fault syntax', 'core', 'z', { set: { [finalizers]: ['touchstone.example/a b'] } }),
    ],
    function* (history) {
      yield* done(history, 'twin')
      const wanted = { code: 422, reason: 'Invalid' }
      const says = 'A finalizer that is no name qualified by a domain is answered 422.'
      for (const label of ['fault', 'fault syntax'])
        yield* refusesWith(history, label, wanted, says)
    },
  ),
  example(
    'K8S-OBJ-011',
    [
      create('absent', 'main', 'x'),
      create('empty', 'core', 'x', { set: { '/metadata/namespace': '' } }),
    ],
    function* (history) {
      for (const { step, about } of history.exchanges) {
        yield* done(history, step)
        yield fieldIs(history, step, {
          at: '/metadata/namespace',
          says: 'A namespace that the body leaves out is filled in from the path.',
          expected: String(about?.namespace),
          is: namespace => namespace === about?.namespace,
        })
      }
    },
  ),
  example(
    'K8S-OBJ-012',
    (['main', 'core'] as const).flatMap(role => [
      create(`twin ${role}`, role, 'x', { set: { '/metadata/namespace': { $namespace: 0 } } }),
      create(`other ${role}`, role, 'y', { set: { '/metadata/namespace': { $namespace: 1 } } }),
    ]),
    function* (history) {
      const says = 'A create whose body names another namespace than its path is answered 400.'
      for (const role of ['main', 'core']) {
        yield* done(history, `twin ${role}`)
        const wanted = { code: 400, reason: 'BadRequest' }
        yield* refusesWith(history, `other ${role}`, wanted, says)
      }
    },
  ),
  example(
    'K8S-OBJ-013',
    [create('create', 'cluster', 'x', { set: { '/metadata/namespace': { $namespace: 0 } } })],
    function* (history) {
      const create = yield* answeredForGood(history, 'create')
      yield holds(succeeded(create) && read(create, '/metadata/namespace') === undefined, {
        says: 'A namespace in the body of an object that has none is dropped.',
        expected: 'success, without metadata.namespace',
        got: create.answer?.text,
        at: create,
      })
    },
  ),
  example(
    'K8S-OBJ-014',
    (['main', 'core'] as const).flatMap(role => [
      create(`twin ${role}`, role, 'x'),
      create(`nowhere ${role}`, role, 'x', { namespace: 9 }),
    ]),
    function* (history) {
      for (const role of ['main', 'core']) {
        yield* done(history, `twin ${role}`)
        const { about } = at(history, `nowhere ${role}`)
        const details = detailsOf(history, 'namespaces', 'resource', about?.namespace)
        const wanted = { code: 404, reason: 'NotFound', details }
        const says = 'A create in a namespace that is not there is answered 404.'
        yield* refusesWith(history, `nowhere ${role}`, wanted, says)
      }
    },
  ),
  example(
    'K8S-OBJ-015',
    writable.flatMap(role => [
      create(`twin ${role}`, role, 'x'),
      create(`nameless ${role}`, role, undefined),
      create(`empty ${role}`, role, undefined, { set: { '/metadata/name': '' } }),
    ]),
    function* (history) {
      for (const role of writable) {
        yield* done(history, `twin ${role}`)
        const details = detailsOf(history, role, 'kind')
        const causes = [{ reason: 'FieldValueRequired', field: 'metadata.name' }]
        const wanted = { code: 422, reason: 'Invalid', details, causes }
        const says = 'A create without name and generateName is answered 422.'
        for (const label of [`nameless ${role}`, `empty ${role}`])
          yield* refusesWith(history, label, wanted, says)
      }
    },
  ),
  property('K8S-OBJ-016', bringsServerSet(), serverSetIsReplaced),
  example(
    'K8S-OBJ-017',
    [
      create('twin', 'core', 'x'),
      create('versioned', 'core', 'y', { set: { '/metadata/resourceVersion': versionOf('twin') } }),
    ],
    function* (history) {
      yield* done(history, 'twin')
      const says = 'A create whose body carries a resourceVersion is answered 500.'
      yield* refusesWith(history, 'versioned', { code: 500, reason: null }, says)
    },
  ),
  example(
    'K8S-OBJ-018',
    [...finalizing('main'), create('other', 'core', 'x'), create('third', 'cluster', 'x')],
    function* (history) {
      yield* isFinalizing(history)
      yield* done(history, 'other', 'third')
      const says = 'Timestamps of metadata are RFC 3339 in UTC with seconds.'
      const rule = { says, expected: '2025-01-31T12:00:00Z', is: isText(isTimestamp) }
      for (const label of ['object', 'other', 'third'])
        yield fieldIs(history, label, { at: '/metadata/creationTimestamp', ...rule })
      yield fieldIs(history, 'held', { at: '/metadata/deletionTimestamp', ...rule })
    },
  ),
  example(
    'K8S-OBJ-019',
    writable.map(role => create(`create ${role}`, role, 'x')),
    function* (history) {
      for (const { step } of history.exchanges) {
        yield* done(history, step)
        yield fieldIs(history, step, {
          at: '/metadata/uid',
          says: 'A uid is a UUID.',
          expected: '8-4-4-4-12 hexadecimal digits',
          is: isText(isUuid),
        })
      }
    },
  ),
  property('K8S-OBJ-020', writesInTurn(), versionsFollowTheWrites),
  example(
    'K8S-OBJ-021',
    [
      create('object', 'core', 'x'),
      change('twin', 'core', 'object', { '/metadata/annotations': { a: 'b' } }),
      change('deleting', 'core', 'twin', {
        '/metadata/deletionTimestamp': '2001-01-01T00:00:00Z',
      }),
    ],
    function* (history) {
      yield* done(history, 'object', 'twin')
      const details = detailsOf(history, 'core', 'kind', ownName(history, 'x'))
      const causes = [{ reason: 'FieldValueInvalid', field: 'metadata.deletionTimestamp' }]
      const wanted = { code: 422, reason: 'Invalid', details, causes }
      const says = 'A PUT that sets deletionTimestamp on a live object is answered 422.'
      yield* refusesWith(history, 'deleting', wanted, says)
    },
  ),
  example(
    'K8S-OBJ-022',
    [
      ...finalizing('core'),
      change('kept', 'core', 'held', { '/metadata/annotations': { a: 'b' } }),
      change(
        'revived',
        'core',
        'kept',
        { '/metadata/annotations': { a: 'c' } },
        {
          drop: ['/metadata/deletionTimestamp', '/metadata/deletionGracePeriodSeconds'],
        },
      ),
      get('after', 'core', named('x')),
    ],
    function* (history) {
      yield* isFinalizing(history)
      yield* done(history, 'kept', 'revived', 'after')
      const deleted = read(at(history, 'held'), '/metadata/deletionTimestamp')
      for (const label of ['revived', 'after'])
        yield fieldIs(history, label, {
          at: '/metadata/deletionTimestamp',
          says: 'A PUT that drops deletionTimestamp does not undo the deletion.',
          expected: String(deleted),
          is: value => value === deleted,
        })
    },
  ),
  example(
    'K8S-OBJ-023',
    [
      ...finalizing('core'),
      change('twin', 'core', 'held', { '/metadata/annotations': { a: 'b' } }),
      change('joined', 'core', 'twin', {
        [finalizers]: ['touchstone.example/held', 'touchstone.example/late'],
      }),
    ],
    function* (history) {
      yield* isFinalizing(history)
      yield* done(history, 'twin')
      const details = detailsOf(history, 'core', 'kind', ownName(history, 'x'))
      const causes = [{ reason: 'FieldValueForbidden', field: 'metadata.finalizers' }]
      const wanted = { code: 422, reason: 'Invalid', details, causes }
      const says = 'A PUT that adds a finalizer to an object that is being deleted is answered 422.'
      yield* refusesWith(history, 'joined', wanted, says)
    },
  ),
]
