import type { History } from '../../../properties/history/history.ts'
import { answered, at, read, rolesIn, succeeded } from '../../../properties/history/history.ts'
import { notesAnswers } from '../../../properties/laws/notes.ts'
import { done } from '../../../properties/laws/premises.ts'
import {
  answersTheStoredObject,
  carriesContent,
  currentPutSucceeds,
  isReplaced,
  keepsIdentity,
} from '../../../properties/laws/create-and-update/writes.ts'
import { noted } from '../../../properties/history/observation.ts'
import { rebuilt, replacement, writableRoles } from '../../../properties/scenarios/updates.ts'
import {
  change,
  create,
  edited,
  get,
  named,
  put,
  raw,
  sample,
  seen,
} from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { secondAfter } from '../../../properties/dsl/write-steps.ts'
import { example, property } from '../../check.ts'

const namespace: Term = { $join: ['/api/v1/namespaces/', { $namespace: 0 }] }
const condition = { type: 'Touchstone', status: 'True' }

export default [
  property('WRITE-005', replacement(), history =>
    isReplaced(history, { created: 'object', put: 'put', after: 'after' }),
  ),
  example(
    'WRITE-008',
    writableRoles.flatMap(role => [
      create(`created ${role}`, role, 'one', { content: 'first' }),
      get(`read ${role}`, role, named('one')),
      put(`put ${role}`, role, named('one'), rebuilt(role, 'one', `read ${role}`, 'second')),
      get(`after ${role}`, role, named('one')),
    ]),
    function* (history) {
      for (const role of rolesIn(history, writableRoles)) {
        const [reading, written, after] = [`read ${role}`, `put ${role}`, `after ${role}`]
        yield* currentPutSucceeds(history, { reading, put: written, after })
        const says = 'A PUT that carries the stored version stores its content.'
        yield* carriesContent(history, after, 'second', says)
      }
    },
  ),
  example(
    'WRITE-011',
    [
      ...writableRoles.map(role => create(`created ${role}`, role, 'one', { content: 'first' })),
      ...writableRoles.flatMap(role => [
        // Times are whole seconds: within one of them a time that is set anew would be the same.
        secondAfter(`created ${role}`, get(`later ${role}`, role, named('one'))),
        put(`put ${role}`, role, named('one'), rebuilt(role, 'one', `later ${role}`, 'second')),
        get(`read ${role}`, role, named('one')),
        change(`dated ${role}`, role, `read ${role}`, {
          '/metadata/annotations': { change: 'dated' },
          '/metadata/creationTimestamp': '2001-02-03T04:05:06Z',
        }),
        get(`after ${role}`, role, named('one')),
      ]),
    ],
    function* (history) {
      for (const role of rolesIn(history, writableRoles)) {
        yield* done(history, `put ${role}`, `read ${role}`, `after ${role}`)
        const later = [`put ${role}`, `read ${role}`, `dated ${role}`, `after ${role}`]
        yield* keepsIdentity(history, `created ${role}`, ...later)
      }
    },
  ),
  example(
    'WRITE-014',
    writableRoles.flatMap(role => [
      create(`created ${role}`, role, 'one', { content: 'first' }),
      put(`put ${role}`, role, named('one'), rebuilt(role, 'one', `created ${role}`, 'second')),
      get(`after ${role}`, role, named('one')),
    ]),
    function* (history) {
      for (const role of rolesIn(history, writableRoles)) {
        yield* answersTheStoredObject(history, `put ${role}`, `after ${role}`, 'second')
      }
    },
  ),
  example(
    'WRITE-015',
    [
      create('created', 'main', 'one'),
      change('PUT of an object', 'main', 'created', { '/metadata/annotations': { change: 'put' } }),
      put('PUT of a missing object', 'main', named('two'), sample('main', 'two')),
      {
        as: 'merge patch of an object',
        method: 'PATCH',
        to: { role: 'main', name: named('one') },
        headers: { 'content-type': 'application/merge-patch+json' },
        body: { metadata: { annotations: { change: 'patch' } } },
      },
    ],
    notesAnswers('PUT of an object', 'PUT of a missing object', 'merge patch of an object'),
  ),
  // A namespace is the one type with a status that the specification itself places.
  example(
    'WRITE-016',
    [
      raw('read', 'GET', namespace),
      raw('main', 'PUT', namespace, {
        body: edited(seen('read', ''), { '/status/conditions': [condition] }),
      }),
      raw('after main', 'GET', namespace),
      raw(
        'status',
        'PUT',
        { $join: [namespace, '/status'] },
        {
          body: edited(seen('after main', ''), { '/spec/touchstone': 'set' }),
        },
      ),
      raw('after status', 'GET', namespace),
    ],
    function* (history) {
      yield noted(`status through the namespace: ${outcome(history, 'main', '/status/conditions')}`)
      yield noted(`spec through its status: ${outcome(history, 'status', '/spec/touchstone')}`)
    },
  ),
]

function outcome(history: History, write: string, place: string): string {
  if (!succeeded(at(history, write))) return answered(at(history, write))
  const got = read(at(history, `after ${write}`), place)
  return `${answered(at(history, write))}, ${got === undefined ? 'ignored' : 'stored'}`
}
