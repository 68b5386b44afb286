import type { History } from '../../../properties/history/history.ts'
import {
  answerSummary,
  exchangeAt,
  bodyValueAt,
  rolesIn,
  isSuccess,
} from '../../../properties/history/history.ts'
import { notesAnswers } from '../../../properties/laws/notes.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import {
  writeAnswersTheStoredObject,
  answerCarriesContent,
  currentPutSucceeds,
  putReplacesTheObject,
  updateKeepsIdentity,
} from '../../../properties/laws/create-and-update/writes.ts'
import { recordAnswer } from '../../../properties/history/observation.ts'
import { rebuiltBody, replacingPut, writableRoles } from '../../../properties/scenarios/updates.ts'
import {
  updateFrom,
  create,
  editTerm,
  get,
  caseName,
  put,
  rawRequest,
  sampleTerm,
  fromAnswer,
} from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { untilLaterSecondThan } from '../../../properties/dsl/write-steps.ts'
import { example, property } from '../../check.ts'

const namespace: Term = { $join: ['/api/v1/namespaces/', { $namespace: 0 }] }
const condition = { type: 'Touchstone', status: 'True' }

export default [
  property('WRITE-005', replacingPut(), history =>
    putReplacesTheObject(history, { created: 'object', put: 'put', after: 'after' }),
  ),
  example(
    'WRITE-008',
    writableRoles.flatMap(role => [
      create(`created ${role}`, role, 'one', { content: 'first' }),
      get(`read ${role}`, role, caseName('one')),
      put(`put ${role}`, role, caseName('one'), rebuiltBody(role, 'one', `read ${role}`, 'second')),
      get(`after ${role}`, role, caseName('one')),
    ]),
    function* (history) {
      for (const role of rolesIn(history, writableRoles)) {
        const [reading, written, after] = [`read ${role}`, `put ${role}`, `after ${role}`]
        yield* currentPutSucceeds(history, { reading, put: written, after })
        const says = 'A PUT with the stored version stores its content.'
        yield* answerCarriesContent(history, after, 'second', says)
      }
    },
  ),
  example(
    'WRITE-011',
    [
      ...writableRoles.map(role => create(`created ${role}`, role, 'one', { content: 'first' })),
      ...writableRoles.flatMap(role => [
        // Timestamps have whole seconds: within one second, a timestamp that is wrongly set again
        // would be equal.
        untilLaterSecondThan(`created ${role}`, get(`later ${role}`, role, caseName('one'))),
        put(
          `put ${role}`,
          role,
          caseName('one'),
          rebuiltBody(role, 'one', `later ${role}`, 'second'),
        ),
        get(`read ${role}`, role, caseName('one')),
        updateFrom(`dated ${role}`, role, `read ${role}`, {
          '/metadata/annotations': { change: 'dated' },
          '/metadata/creationTimestamp': '2001-02-03T04:05:06Z',
        }),
        get(`after ${role}`, role, caseName('one')),
      ]),
    ],
    function* (history) {
      for (const role of rolesIn(history, writableRoles)) {
        yield* requireSuccess(history, `put ${role}`, `read ${role}`, `after ${role}`)
        const later = [`put ${role}`, `read ${role}`, `dated ${role}`, `after ${role}`]
        yield* updateKeepsIdentity(history, `created ${role}`, ...later)
      }
    },
  ),
  example(
    'WRITE-014',
    writableRoles.flatMap(role => [
      create(`created ${role}`, role, 'one', { content: 'first' }),
      put(
        `put ${role}`,
        role,
        caseName('one'),
        rebuiltBody(role, 'one', `created ${role}`, 'second'),
      ),
      get(`after ${role}`, role, caseName('one')),
    ]),
    function* (history) {
      for (const role of rolesIn(history, writableRoles)) {
        yield* writeAnswersTheStoredObject(history, `put ${role}`, `after ${role}`, 'second')
      }
    },
  ),
  example(
    'WRITE-015',
    [
      create('created', 'main', 'one'),
      updateFrom('PUT of an object', 'main', 'created', {
        '/metadata/annotations': { change: 'put' },
      }),
      put('PUT of a missing object', 'main', caseName('two'), sampleTerm('main', 'two')),
      {
        as: 'merge patch of an object',
        method: 'PATCH',
        to: { role: 'main', name: caseName('one') },
        headers: { 'content-type': 'application/merge-patch+json' },
        body: { metadata: { annotations: { change: 'patch' } } },
      },
    ],
    notesAnswers('PUT of an object', 'PUT of a missing object', 'merge patch of an object'),
  ),
  // Namespaces are the only type for which the specification defines a path of the status.
  example(
    'WRITE-016',
    [
      rawRequest('read', 'GET', namespace),
      rawRequest('main', 'PUT', namespace, {
        body: editTerm(fromAnswer('read', ''), { '/status/conditions': [condition] }),
      }),
      rawRequest('after main', 'GET', namespace),
      rawRequest(
        'status',
        'PUT',
        { $join: [namespace, '/status'] },
        {
          body: editTerm(fromAnswer('after main', ''), { '/spec/touchstone': 'set' }),
        },
      ),
      rawRequest('after status', 'GET', namespace),
    ],
    function* (history) {
      yield recordAnswer(
        `a PUT of a Namespace with another status: ${outcome(history, 'main', '/status/conditions')}`,
      )
      yield recordAnswer(
        `a PUT of the subresource status of a Namespace with another spec: ${outcome(history, 'status', '/spec/touchstone')}`,
      )
    },
  ),
]

function outcome(history: History, write: string, place: string): string {
  if (!isSuccess(exchangeAt(history, write))) return answerSummary(exchangeAt(history, write))
  const got = bodyValueAt(exchangeAt(history, `after ${write}`), place)
  return `${answerSummary(exchangeAt(history, write))}, ${got === undefined ? 'ignored' : 'stored'}`
}
