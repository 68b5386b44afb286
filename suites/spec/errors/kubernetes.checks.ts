// What the refusals of genuine servers say, and which of several comes first.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import { answered, at, read } from '../../../properties/history.ts'
import type { History } from '../../../properties/history.ts'
import { done, notOvertaken } from '../../../properties/laws/premises.ts'
import {
  answeredForGood,
  causesOf,
  detailsOf,
  ownName,
  refusalsAreStatuses,
  refusesWith,
} from '../../../properties/laws/status.ts'
import type { Refusal } from '../../../properties/laws/status.ts'
import { given, holds } from '../../../properties/observation.ts'
import type { Observation } from '../../../properties/observation.ts'
import type { Request, Scenario } from '../../../properties/scenario.ts'
import { staleUpdate } from '../../../properties/scenarios/updates.ts'
import {
  change,
  create,
  edited,
  get,
  list,
  named,
  put,
  raw,
  remove,
  sample,
  steps,
  versionOf,
} from '../../../properties/steps.ts'
import { valueAt } from '../../../properties/term.ts'
import type { Term } from '../../../properties/term.ts'
import { example, property } from '../../check.ts'

const someRole: Arbitrary<Role> = fc.constantFrom('main', 'core', 'cluster')
const someNamespaced: Arbitrary<Role> = fc.constantFrom('main', 'core')
const badLabel = { '/metadata/labels/a': 'not a value!' }

const unknownType: Term = {
  $join: [
    '/apis/',
    { $word: 'group', of: 'main' },
    '/',
    { $word: 'version', of: 'main' },
    '/nothings',
  ],
}

/** Requests that are refused, each for another reason (label: the code that it comes to). */
const refusals = (role: Role): Request[] => [
  get('missing object', role, named('none')),
  raw('missing type', 'GET', unknownType),
  { as: 'method', method: 'PUT', to: { role }, body: sample(role, 'x') },
  create('name taken', role, 'x'),
  put(
    'stale',
    role,
    named('x'),
    edited(sample(role, 'x', 'stale'), { '/metadata/resourceVersion': versionOf('object') }),
  ),
  create('invalid', role, 'y', { set: badLabel }),
  { ...create('unreadable', role, 'y'), body: { $text: 'nothing' } },
  list('bad options', role, { match: 'Exact' }),
  get('denied', role, named('x'), { who: 'limited' }),
  get('unauthenticated', role, named('x'), { who: 'bad-token' }),
]

const someRefusals = (): Arbitrary<Scenario> =>
  someRole.chain(role =>
    fc
      .shuffledSubarray(refusals(role), { minLength: 4, maxLength: 6 })
      .map(chosen =>
        steps(
          create('object', role, 'x'),
          change('newer', role, 'object', { '/metadata/annotations': { a: 'b' } }),
          ...chosen,
        ),
      ),
  )

/** Gets, updates and deletes (labels `fault …`) of an object that is not there. */
const ofMissing = (): Arbitrary<Scenario> =>
  someRole.map(role =>
    steps(
      create('object', role, 'x'),
      get('twin', role, named('x')),
      get('fault get', role, named('none')),
      remove('fault delete', role, named('none')),
      get('fault again', role, named('none'), { resourceVersion: '0' }),
    ),
  )

/** The labelled steps are refused for an object's sake; details name it by its resource. */
const faultsSay = (
  twins: string[],
  { code, reason }: Pick<Refusal, 'code' | 'reason'>,
  logical: string,
  says: string,
) =>
  function* (history: History): Generator<Observation> {
    yield* done(history, ...twins)
    for (const { step, about } of history.exchanges) {
      if (!step.startsWith('fault') || !about) continue
      const details = detailsOf(history, about.role, 'resource', ownName(history, logical))
      yield* refusesWith(history, step, { code, reason: reason ?? null, details }, says)
    }
  }

function* staleIsConflict(history: History): Generator<Observation> {
  yield* done(history, 'read', 'before', 'after', 'twin')
  const { about } = at(history, 'stale')
  const isStale = (label: string) => read(at(history, label), '/metadata/resourceVersion')
  yield* given(about !== undefined && isStale('read') !== isStale('before'), 'nothing is stale')
  if (!about) return
  const details = detailsOf(history, about.role, 'resource', ownName(history, 'x'))
  const wanted = { code: 409, reason: 'Conflict', details }
  yield* refusesWith(history, 'stale', wanted, 'A PUT at a stale version is answered 409 Conflict.')
}

/** A create and an update (labels `fault …`) with several things wrong in the object. */
const ofInvalid = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      faults: fc.subarray(['not a value!', '-', 'x'.repeat(64)], { minLength: 1 }),
    })
    .map(({ role, faults }) => {
      const set = Object.fromEntries(
        faults.map((value, index) => [`/metadata/labels/l${index}`, value]),
      )
      return steps(
        create('object', role, 'x'),
        create('twin', role, 'y'),
        remove('freed', role, named('y')),
        create('fault create', role, 'y', { set }),
        change('fault update', role, 'object', set),
        get('after', role, named('x')),
      )
    })

function* invalidNamesTheKind(history: History): Generator<Observation> {
  yield* done(history, 'object', 'twin', 'freed', 'after')
  yield* notOvertaken(history, { put: 'fault update', of: 'object', after: 'after' })
  for (const [label, logical] of [
    ['fault create', 'y'],
    ['fault update', 'x'],
  ] as const) {
    const exchange = at(history, label)
    if (!exchange.about) continue
    const details = detailsOf(history, exchange.about.role, 'kind', ownName(history, logical))
    const wanted = { code: 422, reason: 'Invalid', details }
    const says = 'An object that breaks the rules of its type is answered 422 Invalid.'
    yield* refusesWith(history, label, wanted, says)
    const causes = causesOf(exchange)
    const wholes = causes.filter(cause =>
      ['/reason', '/message', '/field'].every(member => Boolean(valueAt(cause, member))),
    )
    yield holds(causes.length > 0 && wholes.length === causes.length, {
      says: 'Every cause of an Invalid carries reason, message and field.',
      expected: 'causes with reason, message and field',
      got: causes,
      at: exchange,
    })
  }
}

/** Bodies that are no object of the type, in a create and in an update (labels `fault …`). */
const ofUnreadable = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someNamespaced,
      body: fc.constantFrom<(role: Role) => Request['body']>(
        () => ({ $text: '' }),
        () => ({ $text: '  ' }),
        () => ({ $text: 'nothing' }),
        () => ({ $text: '{"metadata": {' }),
        () => ({ $text: '{"metadata": {}} {}' }),
        role => [sample(role, 'x')],
        () => 'text',
        () => 7,
        () => true,
        role => edited(sample(role, 'x'), { '/metadata': ['text'] }),
        role => edited(sample(role, 'x'), { '/metadata/name': 7 }),
        role => edited(sample(role, 'x'), { '/metadata/labels': 'text' }),
        role => edited(sample(role, 'x'), { '/metadata/labels': { a: 7 } }),
        role => edited(sample(role, 'x'), { '/metadata/finalizers': 'text' }),
      ),
    })
    .map(({ role, body }) =>
      steps(
        create('object', role, 'x'),
        change('twin', role, 'object', { '/metadata/annotations': { a: 'b' } }),
        { ...create('fault create', role, 'y'), body: body(role) ?? null },
        { ...put('fault update', role, named('x'), null), body: body(role) ?? null },
      ),
    )

const everyOperation = (role: Role, who: 'limited' | 'bad-token'): Request[] => [
  get('get', role, named('x'), { who }),
  list('list', role, { who }),
  create('create', role, 'y', { who }),
  put('update', role, named('x'), sample(role, 'x'), { who }),
  remove('delete', role, named('x'), { who }),
]

function* deniedNamesTheResource(history: History): Generator<Observation> {
  yield* done(history, 'object', 'twin')
  for (const { step, about, request } of history.exchanges) {
    if (request.who !== 'limited' || !about) continue
    const details = detailsOf(history, about.role, 'resource', about.name)
    const wanted = { code: 403, reason: 'Forbidden', details }
    yield* refusesWith(history, step, wanted, 'Who may not do something is answered 403 Forbidden.')
  }
}

/** Requests that nobody could be answered well, by somebody who may do nothing. */
const doublyWrong = (who: 'limited' | 'bad-token'): Request[] => [
  raw('no such type', 'GET', unknownType, { who }),
  { ...create('no such method', 'main', 'x', { who }), to: { role: 'main', name: named('x') } },
  { ...create('unreadable', 'main', 'y', { who }), body: { $text: '{' } },
  create('nowhere', 'main', 'y', { who, namespace: 9 }),
  get('no such object', 'main', named('none'), { who }),
]

const allComeTo = (wanted: Refusal, says: string) =>
  function* (history: History): Generator<Observation> {
    yield* done(history, 'object')
    for (const { step, request } of history.exchanges)
      if (request.who !== 'admin') yield* refusesWith(history, step, wanted, says)
  }

function* messagesNameTheObject(history: History): Generator<Observation> {
  yield* done(history, 'object', 'newer')
  for (const label of ['missing', 'taken', 'stale', 'denied']) {
    const exchange = yield* answeredForGood(history, label)
    const type = history.words.types.main
    const name = ownName(history, label === 'missing' ? 'none' : 'x')
    const subject = `${type.resource}${type.group && `.${type.group}`} "${name}"`
    const message = read(exchange, '/message')
    yield* given((exchange.answer?.status ?? 0) >= 400, `${label} answered ${answered(exchange)}`)
    yield holds(typeof message === 'string' && message.includes(subject), {
      says: 'The message of a refusal names the resource, its group and the object.',
      expected: subject,
      got: message,
      at: exchange,
    })
  }
}

const unauthorized: Refusal = { code: 401, reason: 'Unauthorized' }

export default [
  property('K8S-ERR-001', someRefusals(), refusalsAreStatuses, {
    needs: ['identity limited', 'identity bad-token'],
  }),
  property(
    'K8S-ERR-002',
    ofMissing(),
    faultsSay(
      ['object', 'twin'],
      { code: 404, reason: 'NotFound' },
      'none',
      'An object that is not there is answered 404 NotFound.',
    ),
  ),
  property(
    'K8S-ERR-003',
    fc
      .record({ role: someRole, content: fc.constantFrom('first', 'second') })
      .map(({ role, content }) =>
        steps(
          create('object', role, 'x', { content: 'first' }),
          create('twin', role, 'y', { content }),
          create('fault', role, 'x', { content }),
        ),
      ),
    faultsSay(
      ['object', 'twin'],
      { code: 409, reason: 'AlreadyExists' },
      'x',
      'A create under a name that is taken is answered 409 AlreadyExists.',
    ),
  ),
  property('K8S-ERR-004', staleUpdate(), staleIsConflict),
  property('K8S-ERR-005', ofInvalid(), invalidNamesTheKind),
  property('K8S-ERR-006', ofUnreadable(), function* (history) {
    yield* done(history, 'object', 'twin')
    const says = 'A body that is no object of its type is answered 400 BadRequest.'
    for (const label of ['fault create', 'fault update'])
      yield* refusesWith(history, label, { code: 400, reason: 'BadRequest' }, says)
  }),
  example(
    'K8S-ERR-007',
    [create('object', 'main', 'x'), ...everyOperation('main', 'bad-token')],
    allComeTo(unauthorized, 'A token that is no token is answered 401.'),
  ),
  property(
    'K8S-ERR-008',
    someRole.map(role =>
      steps(
        create('object', role, 'x'),
        get('twin', role, named('x')),
        ...everyOperation(role, 'limited'),
      ),
    ),
    deniedNamesTheResource,
    { needs: ['identity limited'] },
  ),
  example(
    'K8S-ERR-009',
    [create('object', 'main', 'x'), raw('path', 'GET', '/touchstone-nothing', { who: 'limited' })],
    allComeTo(
      { code: 403, reason: 'Forbidden', details: {} },
      'A path of no resource is forbidden to those who may do nothing, with empty details.',
    ),
  ),
  example(
    'K8S-ERR-010',
    [create('object', 'main', 'x'), ...doublyWrong('bad-token')],
    allComeTo({ code: 401 }, 'A bad token is answered 401 whatever else is wrong.'),
  ),
  example(
    'K8S-ERR-011',
    [create('object', 'main', 'x'), ...doublyWrong('limited')],
    allComeTo({ code: 403 }, 'What may not be done is answered 403 whatever else is wrong.'),
  ),
  example(
    'K8S-ERR-012',
    [
      create('object', 'main', 'x'),
      create('too large', 'main', 'y', {
        set: { '/metadata/annotations': { a: { $repeat: 'x', times: 3 * 1024 * 1024 } } },
      }),
    ],
    function* (history) {
      yield* done(history, 'object')
      const wanted = { code: 413, reason: 'RequestEntityTooLarge' }
      yield* refusesWith(history, 'too large', wanted, 'A body over 3 MiB is answered 413.')
    },
  ),
  property(
    'K8S-ERR-013',
    fc
      .record({
        role: someNamespaced,
        type: fc.constantFrom('text/plain', 'application/xml', 'application/x-nothing', 'nothing'),
      })
      .map(({ role, type }) =>
        steps(
          create('object', role, 'x'),
          create('fault', role, 'y', { headers: { 'content-type': type } }),
          create('twin', role, 'z'),
        ),
      ),
    function* (history) {
      yield* done(history, 'object', 'twin')
      const wanted = { code: 415, reason: 'UnsupportedMediaType' }
      const says = 'A body of a media type that is not served is answered 415.'
      yield* refusesWith(history, 'fault', wanted, says)
    },
  ),
  example(
    'K8S-ERR-014',
    [
      create('object', 'main', 'x'),
      change('newer', 'main', 'object', { '/metadata/annotations': { a: 'b' } }),
      get('missing', 'main', named('none')),
      create('taken', 'main', 'x'),
      put(
        'stale',
        'main',
        named('x'),
        edited(sample('main', 'x', 'stale'), { '/metadata/resourceVersion': versionOf('object') }),
      ),
      get('denied', 'main', named('x'), { who: 'limited' }),
    ],
    messagesNameTheObject,
  ),
]
