// Builds requests that genuine servers refuse, one for each reason, and some with several reasons.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { Identity, RequestStep, Scenario, WatchStep } from '../../dsl/scenario.ts'
import {
  updateFrom,
  create,
  editTerm,
  get,
  list,
  caseName,
  put,
  rawRequest,
  deleteObject,
  sampleTerm,
  scenarioWith,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { patch } from '../../dsl/write-steps.ts'
import { apiPrefix } from '../paths-and-verbs/object-placement.ts'
import { someWritableRole } from '../updates.ts'

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

/** A PUT (`stale`) with the version that `object` had when it was created. */
const stale = (role: Role): RequestStep =>
  put(
    'stale',
    role,
    caseName('x'),
    editTerm(sampleTerm(role, 'x', 'stale'), {
      '/metadata/resourceVersion': versionFrom('object'),
    }),
  )

/** An object (`object`) and an update of it (`newer`), which makes its first version stale. */
const changedOnce = (role: Role): RequestStep[] => [
  create('object', role, 'x'),
  updateFrom('newer', role, 'object', { '/metadata/annotations': { a: 'b' } }),
]

/** Requests that are refused, each for another reason, which is the label. */
const refusals = (role: Role): RequestStep[] => [
  get('missing object', role, caseName('none')),
  // For an unknown type in the group of a custom type, genuine servers return plain text.
  ...(role === 'core'
    ? [rawRequest('missing type', 'GET', { $join: [apiPrefix(role), '/nothings'] })]
    : []),
  { as: 'method', method: 'PUT', to: { role }, body: sampleTerm(role, 'x') },
  create('name taken', role, 'x'),
  stale(role),
  create('invalid', role, 'y', { set: badLabel }),
  { ...create('unreadable', role, 'y'), body: { $text: 'nothing' } },
  list('bad options', role, { match: 'Exact' }),
]

/** Generates requests of the administrator that are refused for every reason, in any order. */
export const allRefusals = (): Arbitrary<Scenario> =>
  someWritableRole.chain(role => {
    const all = refusals(role)
    return fc
      .shuffledSubarray(all, { minLength: all.length })
      .map(chosen => scenarioWith(...changedOnce(role), ...chosen))
  })

/** Requests for one object that are refused (`missing`, `taken`, `stale`, `denied`). */
export const refusalsOfOneObject: RequestStep[] = [
  ...changedOnce('main'),
  get('missing', 'main', caseName('none')),
  create('taken', 'main', 'x'),
  stale('main'),
  get('denied', 'main', caseName('x'), { who: 'limited' }),
]

/** Generates gets and deletes (`fault …`) of a missing object. */
export const requestsForMissingObject = (): Arbitrary<Scenario> =>
  someWritableRole.map(role =>
    scenarioWith(
      create('object', role, 'x'),
      get('twin', role, caseName('x')),
      get('fault get', role, caseName('none')),
      deleteObject('fault delete', role, caseName('none')),
      get('fault again', role, caseName('none'), { resourceVersion: '0' }),
    ),
  )

/** Generates a create (`fault`) with the name of `object`, with the same or other content. */
export const createOfTakenName = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someWritableRole, content: fc.constantFrom('first', 'second') })
    .map(({ role, content }) =>
      scenarioWith(
        create('object', role, 'x', { content: 'first' }),
        create('twin', role, 'y', { content }),
        create('fault', role, 'x', { content }),
      ),
    )

/** Generates a create and an update (`fault …`) with several faults in the object. */
export const writesOfInvalidObjects = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      faults: fc.subarray(['not a value!', '-', 'x'.repeat(64)], { minLength: 1 }),
    })
    .map(({ role, faults }) => {
      const set = Object.fromEntries(
        faults.map((value, index) => [`/metadata/labels/l${index}`, value]),
      )
      return scenarioWith(
        create('object', role, 'x'),
        create('twin', role, 'y'),
        deleteObject('freed', role, caseName('y')),
        create('fault create', role, 'y', { set }),
        updateFrom('fault update', role, 'object', set),
        get('after', role, caseName('x')),
      )
    })

const unreadable: ((role: Role) => RequestStep['body'])[] = [
  () => ({ $text: '' }),
  () => ({ $text: '  ' }),
  () => ({ $text: 'nothing' }),
  () => ({ $text: '{"metadata": {' }),
  () => ({ $text: '{"metadata": {}} {}' }),
  role => [sampleTerm(role, 'x')],
  () => 'text',
  () => 7,
  () => true,
  role => editTerm(sampleTerm(role, 'x'), { '/metadata': ['text'] }),
  role => editTerm(sampleTerm(role, 'x'), { '/metadata/name': 7 }),
  role => editTerm(sampleTerm(role, 'x'), { '/metadata/labels': 'text' }),
  role => editTerm(sampleTerm(role, 'x'), { '/metadata/labels': { a: 7 } }),
  role => editTerm(sampleTerm(role, 'x'), { '/metadata/finalizers': 'text' }),
]

/** Generates creates and updates (`fault …`) whose bodies are not objects of the type. */
export const writesOfUndecodableBodies = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someNamespaced, body: fc.constantFrom(...unreadable) })
    .map(({ role, body }) =>
      scenarioWith(
        create('object', role, 'x'),
        updateFrom('twin', role, 'object', { '/metadata/annotations': { a: 'b' } }),
        { ...create('fault create', role, 'y'), body: body(role) ?? null },
        { ...put('fault update', role, caseName('x'), null), body: body(role) ?? null },
      ),
    )

/** Generates a create (`fault`) with a Content-Type that is not supported. */
export const createInOtherMediaType = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someNamespaced,
      type: fc.constantFrom('text/plain', 'application/xml', 'application/x-nothing', 'nothing'),
    })
    .map(({ role, type }) =>
      scenarioWith(
        create('object', role, 'x'),
        create('fault', role, 'y', { headers: { 'content-type': type } }),
        create('twin', role, 'z'),
      ),
    )

/** One request for each operation on objects, by a client without permissions. */
export const everyOperation = (
  role: Role,
  who: 'limited' | 'bad-token',
): (RequestStep | WatchStep)[] => [
  get('get', role, caseName('x'), { who }),
  list('list', role, { who }),
  create('create', role, 'y', { who }),
  put('update', role, caseName('x'), sampleTerm(role, 'x'), { who }),
  deleteObject('delete', role, caseName('x'), { who }),
  watch('optional watch', role, { who }),
  patch('optional patch', role, caseName('x'), { type: 'merge', body: annotated, who }),
  // The namespace does not exist, so that a server that permits the request deletes nothing.
  ...(role === 'cluster' ? [] : [deleteNothing(role, who)]),
]

const annotated = { metadata: { annotations: { a: 'b' } } }

const deleteNothing = (role: Role, who: Identity): RequestStep => ({
  as: 'optional deletecollection',
  method: 'DELETE',
  to: { role, namespace: 9 },
  query: { dryRun: 'All' },
  who,
})

/** Generates every operation by the limited identity, after a permitted get (`twin`). */
export const forbiddenRequests = (): Arbitrary<Scenario> =>
  someWritableRole.map(role =>
    scenarioWith(
      create('object', role, 'x'),
      get('twin', role, caseName('x')),
      ...everyOperation(role, 'limited'),
    ),
  )

/** Faulty requests by a client without permissions. */
export const requestsWithTwoFaults = (who: 'limited' | 'bad-token'): RequestStep[] => [
  rawRequest('no such type', 'GET', unknownType, { who }),
  { ...create('no such method', 'main', 'x', { who }), to: { role: 'main', name: caseName('x') } },
  { ...create('unreadable', 'main', 'y', { who }), body: { $text: '{' } },
  create('nowhere', 'main', 'y', { who, namespace: 9 }),
  get('no such object', 'main', caseName('none'), { who }),
]
