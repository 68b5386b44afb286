// What holds of patches of every kind.

import { notesAnswers } from '../../../properties/laws/notes.ts'
import {
  allLeadToTheSame,
  keepsIdentity,
  laterPatchesFail,
  typeSelectsTheKind,
} from '../../../properties/laws/patch/patched-objects.ts'
import { answersTheStoredObject } from '../../../properties/laws/create-and-update/writes.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import {
  annotating,
  ofRole,
  patchable,
  patched,
  placeIn,
  threeWays,
} from '../../../properties/scenarios/patch/patches.ts'
import { rolesIn } from '../../../properties/history/history.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { get, named, sample } from '../../../properties/dsl/steps.ts'
import { patch, patchTypes } from '../../../properties/dsl/write-steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

const operations = [{ op: 'add', path: placeIn('annotations', 'c'), value: 'by JSON patch' }]
const members = { metadata: { labels: { c: 'merged' } } }

const sent = (as: string, type: 'json' | 'merge', body: Request['body']): Request =>
  patch(as, 'main', named('x'), { type, body })
const typed = (as: string, contentType: string, body: Term = members): Request => ({
  ...sent(as, 'merge', body),
  headers: { 'content-type': contentType },
})

const wrongTypes: Term[] = [
  { labels: { c: 7 } },
  { labels: { c: ['text'] } },
  { annotations: 'text' },
  { annotations: { c: { a: 'b' } } },
  { finalizers: 'text' },
]

export default [
  example(
    'PTCH-001',
    patched('core', [
      { type: 'merge', body: operations },
      { type: 'json', body: operations },
      { type: 'json', body: members },
      { type: 'merge', body: members },
    ]),
    typeSelectsTheKind,
  ),
  example(
    'PTCH-022',
    [
      ...patched('core', [annotating('json', 'twin'), annotating('merge', 'twin')]),
      ...Object.values(patchTypes).flatMap((type, index) => [
        patch(`patch ${index + 2}`, 'core', named('x'), {
          ...annotating(index === 0 ? 'json' : 'merge', `as ${type}`),
          headers: { 'content-type': type.replace('+json', '+cbor') },
        }),
        get(`look ${index + 3}`, 'core', named('x')),
      ]),
    ],
    laterPatchesFail('There is no CBOR form of this patch type.', { twins: 2 }),
  ),
  example(
    'PTCH-023',
    [
      patchable('main'),
      typed('application/json', 'application/json'),
      typed('text/plain', 'text/plain'),
      typed('an empty Content-Type', ''),
      typed('a charset', `${patchTypes.merge}; charset=utf-8`),
    ],
    notesAnswers('application/json', 'text/plain', 'an empty Content-Type', 'a charset'),
  ),
  example(
    'PTCH-024',
    writableRoles.flatMap(role => [
      patchable(role, `created ${role}`, 'one'),
      patch(`merge ${role}`, role, named('one'), {
        type: 'merge',
        body: sample(role, 'one', 'second'),
      }),
      get(`merged ${role}`, role, named('one')),
      patch(`json ${role}`, role, named('one'), annotating('json', 'patched')),
      get(`patched ${role}`, role, named('one')),
      ...ofRole(role, threeWays(role)),
    ]),
    function* (history) {
      for (const role of rolesIn(history, writableRoles)) {
        yield* answersTheStoredObject(history, `merge ${role}`, `merged ${role}`, 'second')
        yield* answersTheStoredObject(history, `json ${role}`, `patched ${role}`, 'second')
        yield* allLeadToTheSame(history, `by put ${role}`, `by json ${role}`, `by merge ${role}`)
      }
    },
  ),
  example(
    'PTCH-025',
    writableRoles.flatMap(role =>
      ofRole(role, patched(role, [annotating('json', 'first'), annotating('merge', 'second')])),
    ),
    function* (history) {
      for (const role of rolesIn(history, writableRoles)) yield* keepsIdentity(history, ` ${role}`)
    },
  ),
  example(
    'PTCH-026',
    [
      patchable('main'),
      sent('a JSON patch that is no JSON', 'json', { $text: '[{' }),
      sent('a JSON patch that is no list', 'json', {}),
      sent('an operation without a path', 'json', [{ op: 'remove' }]),
      sent('an operation of no known name', 'json', [{ op: 'frob', path: '/metadata' }]),
      sent('a merge patch that is no JSON', 'merge', { $text: '{' }),
      sent('a merge patch that is no object', 'merge', 'text'),
      sent('an empty merge patch', 'merge', { $text: '' }),
    ],
    notesAnswers(
      'a JSON patch that is no JSON',
      'a JSON patch that is no list',
      'an operation without a path',
      'an operation of no known name',
      'a merge patch that is no JSON',
      'a merge patch that is no object',
      'an empty merge patch',
    ),
  ),
  example(
    'PTCH-027',
    writableRoles.flatMap(role =>
      ofRole(
        role,
        patched(role, [
          { type: 'json', body: operations },
          { type: 'merge', body: members },
          ...wrongTypes.map(metadata => ({ type: 'merge' as const, body: { metadata } })),
          {
            type: 'json',
            body: [{ op: 'replace', path: placeIn('annotations', 'a'), value: 7 }],
          },
          { type: 'json', body: [{ op: 'replace', path: '/metadata/labels', value: ['text'] }] },
        ]),
      ),
    ),
    function* (history) {
      const says = 'A patch that gives a field a value of a wrong type fails.'
      for (const role of rolesIn(history, writableRoles))
        yield* laterPatchesFail(says, { twins: 2, suffix: ` ${role}` })(history)
    },
  ),
]
