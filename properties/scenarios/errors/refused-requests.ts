// Requests that genuine servers refuse, one for each reason there is, and some for several at once.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Identity, Request, Scenario, Watch } from '../../dsl/scenario.ts'
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
  watch,
} from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { patch } from '../../dsl/write-steps.ts'
import { prefixOf } from '../paths-and-verbs/places.ts'
import { writableRoles } from '../updates.ts'

const someRole: Arbitrary<Role> = fc.constantFrom(...writableRoles)
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

/** A PUT (label `stale`) at the version that `object` had when it was created. */
const stale = (role: Role): Request =>
  put(
    'stale',
    role,
    named('x'),
    edited(sample(role, 'x', 'stale'), { '/metadata/resourceVersion': versionOf('object') }),
  )

/** An object (label `object`) and an update of it (`newer`), which makes its first version old. */
const changedOnce = (role: Role): Request[] => [
  create('object', role, 'x'),
  change('newer', role, 'object', { '/metadata/annotations': { a: 'b' } }),
]

/** Requests that are refused, each for another reason (label: the reason). */
const refusals = (role: Role): Request[] => [
  get('missing object', role, named('none')),
  raw('missing type', 'GET', { $join: [prefixOf(role), '/nothings'] }),
  { as: 'method', method: 'PUT', to: { role }, body: sample(role, 'x') },
  create('name taken', role, 'x'),
  stale(role),
  create('invalid', role, 'y', { set: badLabel }),
  { ...create('unreadable', role, 'y'), body: { $text: 'nothing' } },
  list('bad options', role, { match: 'Exact' }),
]

/** Every reason to refuse a request of somebody who may do everything, in any order. */
export const allRefusals = (): Arbitrary<Scenario> =>
  someRole.chain(role => {
    const all = refusals(role)
    return fc
      .shuffledSubarray(all, { minLength: all.length })
      .map(chosen => steps(...changedOnce(role), ...chosen))
  })

/** Refusals for the sake of one object (labels `missing`, `taken`, `stale`, `denied`). */
export const refusalsOfOneObject: Request[] = [
  ...changedOnce('main'),
  get('missing', 'main', named('none')),
  create('taken', 'main', 'x'),
  stale('main'),
  get('denied', 'main', named('x'), { who: 'limited' }),
]

/** Gets and deletes (labels `fault …`) of an object that is not there. */
export const ofMissing = (): Arbitrary<Scenario> =>
  someRole.map(role =>
    steps(
      create('object', role, 'x'),
      get('twin', role, named('x')),
      get('fault get', role, named('none')),
      remove('fault delete', role, named('none')),
      get('fault again', role, named('none'), { resourceVersion: '0' }),
    ),
  )

/** A create (label `fault`) under the name of `object`, with the same content or with other. */
export const ofTakenName = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, content: fc.constantFrom('first', 'second') })
    .map(({ role, content }) =>
      steps(
        create('object', role, 'x', { content: 'first' }),
        create('twin', role, 'y', { content }),
        create('fault', role, 'x', { content }),
      ),
    )

/** A create and an update (labels `fault …`) with several things wrong in the object. */
export const ofInvalid = (): Arbitrary<Scenario> =>
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

const unreadable: ((role: Role) => Request['body'])[] = [
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
]

/** Bodies that are no object of the type, in a create and in an update (labels `fault …`). */
export const ofUnreadable = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someNamespaced, body: fc.constantFrom(...unreadable) })
    .map(({ role, body }) =>
      steps(
        create('object', role, 'x'),
        change('twin', role, 'object', { '/metadata/annotations': { a: 'b' } }),
        { ...create('fault create', role, 'y'), body: body(role) ?? null },
        { ...put('fault update', role, named('x'), null), body: body(role) ?? null },
      ),
    )

/** A create (label `fault`) whose body is said to be of a media type that is not served. */
export const ofOtherMediaTypes = (): Arbitrary<Scenario> =>
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
    )

/** One request for each operation on objects, by somebody who may do none of them. */
export const everyOperation = (role: Role, who: 'limited' | 'bad-token'): (Request | Watch)[] => [
  get('get', role, named('x'), { who }),
  list('list', role, { who }),
  create('create', role, 'y', { who }),
  put('update', role, named('x'), sample(role, 'x'), { who }),
  remove('delete', role, named('x'), { who }),
  watch('optional watch', role, { who }),
  patch('optional patch', role, named('x'), { type: 'merge', body: annotated, who }),
  // A server that permits it must find nothing to delete: the namespace does not exist.
  ...(role === 'cluster' ? [] : [deleteNothing(role, who)]),
]

const annotated = { metadata: { annotations: { a: 'b' } } }

const deleteNothing = (role: Role, who: Identity): Request => ({
  as: 'optional deletecollection',
  method: 'DELETE',
  to: { role, namespace: 9 },
  query: { dryRun: 'All' },
  who,
})

/** Every operation by the limited identity, after a get (`twin`) by one that may do it. */
export const ofDenied = (): Arbitrary<Scenario> =>
  someRole.map(role =>
    steps(
      create('object', role, 'x'),
      get('twin', role, named('x')),
      ...everyOperation(role, 'limited'),
    ),
  )

/** Requests that nobody could be answered well, by somebody who may do nothing. */
export const doublyWrong = (who: 'limited' | 'bad-token'): Request[] => [
  raw('no such type', 'GET', unknownType, { who }),
  { ...create('no such method', 'main', 'x', { who }), to: { role: 'main', name: named('x') } },
  { ...create('unreadable', 'main', 'y', { who }), body: { $text: '{' } },
  create('nowhere', 'main', 'y', { who, namespace: 9 }),
  get('no such object', 'main', named('none'), { who }),
]
