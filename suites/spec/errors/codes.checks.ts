// Records which status code a target chooses where the specification names an error but no code.

import { notesAnswers } from '../../../properties/laws/notes.ts'
import {
  updateFrom,
  create,
  editTerm,
  get,
  list,
  caseName,
  rawRequest,
  sampleTerm,
} from '../../../properties/dsl/steps.ts'
import type { RequestStep, Step } from '../../../properties/dsl/scenario.ts'
import { requestsOf } from '../../../properties/dsl/scenario.ts'
import { apiPrefix } from '../../../properties/scenarios/paths-and-verbs/object-placement.ts'
import type { Id } from '../../generated/catalogue.ts'
import { example } from '../../check.ts'
import type { Check } from '../../check.ts'

/** A check that records the answers to `steps`. The steps in `lead` only prepare them. */
const notes = (id: Id, steps: Step[], lead: Step[] = []): Check =>
  example(
    id,
    [...lead, ...steps],
    notesAnswers(...requestsOf({ steps }).map(request => request.as)),
  )

const unknownField = { '/touchstoneUnknown': 'x' }
const patch = (as: string, contentType: string, body: RequestStep['body']): RequestStep => ({
  as,
  method: 'PATCH',
  to: { role: 'main', name: caseName('one') },
  query: { fieldValidation: 'Strict' },
  headers: { 'content-type': contentType },
  ...(body === undefined ? {} : { body }),
})
const group = apiPrefix('main')
const some = (segment: string) => ({ $join: [group, segment] })

export default [
  notes(
    'ERR-003',
    [
      patch('JSON patch', 'application/json-patch+json', [
        { op: 'add', path: '/touchstoneUnknown', value: 'x' },
      ]),
      patch('merge patch', 'application/merge-patch+json', { touchstoneUnknown: 'x' }),
      patch('strategic merge patch', 'application/strategic-merge-patch+json', {
        touchstoneUnknown: 'x',
      }),
      {
        ...patch(
          'apply',
          'application/apply-patch+yaml',
          editTerm(sampleTerm('main', 'one'), unknownField),
        ),
        query: { fieldValidation: 'Strict', fieldManager: 'touchstone' },
      },
    ],
    [create('object', 'main', 'one')],
  ),
  notes('ERR-006', [
    create('an invalid name', 'main', 'No_Name'),
    create('an invalid label', 'main', 'one', {
      set: { '/metadata/labels': { a: 'no value!' } },
    }),
  ]),
  notes('ERR-010', [
    create('create without a name', 'main', undefined),
    create('create without metadata', 'main', 'one', { drop: ['/metadata'] }),
  ]),
  notes(
    'ERR-011',
    ['Exact', 'NotOlderThan'].flatMap(match => [
      list(`${match} without a version`, 'main', { match }),
      list(`${match} without a version, limited`, 'main', { match, limit: 1 }),
      ...(match === 'Exact'
        ? [
            list('Exact at 0', 'main', { match, resourceVersion: '0' }),
            list('Exact at 0, limited', 'main', { match, resourceVersion: '0', limit: 1 }),
          ]
        : []),
    ]),
  ),
  notes('ERR-014', [list('an unknown token', 'main', { who: 'bad-token' })]),
  notes('ERR-015', [
    get('get without permission', 'main', caseName('one'), { who: 'limited' }),
    create('create without permission', 'main', 'one', { who: 'limited' }),
  ]),
  notes('ERR-016', [
    get('missing object', 'main', caseName('one')),
    get('missing namespace', 'main', caseName('one'), { namespace: 9 }),
    rawRequest('missing type', 'GET', some('/nothings')),
    rawRequest('missing version', 'GET', {
      $join: ['/apis/', { $word: 'group', of: 'main' }, '/v999/nothings'],
    }),
    rawRequest('missing group', 'GET', '/apis/nothing.example/v1/nothings'),
    rawRequest('unknown path', 'GET', '/touchstone/nothing'),
  ]),
  notes(
    'ERR-017',
    [create('create under a taken name', 'main', 'one')],
    [create('object', 'main', 'one')],
  ),
  notes(
    'ERR-022',
    [
      rawRequest('bad token, missing type', 'GET', some('/nothings'), { who: 'bad-token' }),
      rawRequest('denied, missing type', 'GET', some('/nothings'), { who: 'limited' }),
      get('denied, not acceptable', 'main', caseName('one'), {
        who: 'limited',
        headers: { accept: 'application/x-nothing' },
      }),
      create('not acceptable, unknown content type', 'main', 'two', {
        headers: { accept: 'application/x-nothing', 'content-type': 'application/x-nothing' },
      }),
      get('not acceptable, missing object', 'main', caseName('two'), {
        headers: { accept: 'application/x-nothing' },
      }),
      updateFrom(
        'not acceptable, stale',
        'main',
        'object',
        {},
        {
          headers: { accept: 'application/x-nothing' },
        },
      ),
      updateFrom('stale, bad label', 'main', 'object', { '/metadata/labels': { a: 'no value!' } }),
      create('taken name, bad label', 'main', 'one', {
        set: { '/metadata/labels': { a: 'no value!' } },
      }),
    ],
    [
      create('object', 'main', 'one'),
      updateFrom('newer', 'main', 'object', { '/metadata/annotations': { change: 'newer' } }),
    ],
  ),
]
