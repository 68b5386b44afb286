// Checks rules that apply to all patch types.

import { notesAnswers } from '../../../properties/laws/notes.ts'
import {
  patchAnswersTheStoredObject,
  patchKeepsIdentity,
  laterPatchesFail,
  mediaTypeSelectsPatchKind,
} from '../../../properties/laws/patch/patched-objects.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import {
  annotationPatch,
  labelsOfRole,
  createPatchable,
  patchesBetweenReads,
  metadataPointer,
  updatesByThreeWays,
} from '../../../properties/scenarios/patch/patches.ts'
import { rolesIn } from '../../../properties/history/history.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { get, caseName, sampleTerm } from '../../../properties/dsl/steps.ts'
import { patch, patchMediaTypes } from '../../../properties/dsl/write-steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

const operations = [
  { op: 'add', path: metadataPointer('annotations', 'c'), value: 'by JSON patch' },
]
const members = { metadata: { labels: { c: 'merged' } } }

const sent = (as: string, type: 'json' | 'merge', body: RequestStep['body']): RequestStep =>
  patch(as, 'main', caseName('x'), { type, body })
const typed = (as: string, contentType: string, body: Term = members): RequestStep => ({
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
    patchesBetweenReads('core', [
      { type: 'merge', body: operations },
      { type: 'json', body: operations },
      { type: 'json', body: members },
      { type: 'merge', body: members },
    ]),
    mediaTypeSelectsPatchKind,
  ),
  example(
    'PTCH-022',
    [
      ...patchesBetweenReads('core', [
        annotationPatch('json', 'twin'),
        annotationPatch('merge', 'twin'),
      ]),
      ...Object.values(patchMediaTypes).flatMap((type, index) => [
        patch(`patch ${index + 2}`, 'core', caseName('x'), {
          ...annotationPatch(index === 0 ? 'json' : 'merge', `as ${type}`),
          headers: { 'content-type': type.replace('+json', '+cbor') },
        }),
        get(`look ${index + 3}`, 'core', caseName('x')),
      ]),
    ],
    laterPatchesFail('There is no CBOR form of this patch type.', { twins: 2 }),
  ),
  example(
    'PTCH-023',
    [
      createPatchable('main'),
      typed('application/json', 'application/json'),
      typed('text/plain', 'text/plain'),
      typed('an empty Content-Type', ''),
      typed('a charset', `${patchMediaTypes.merge}; charset=utf-8`),
    ],
    notesAnswers('application/json', 'text/plain', 'an empty Content-Type', 'a charset'),
  ),
  example(
    'PTCH-024',
    writableRoles.flatMap(role => [
      createPatchable(role, `created ${role}`, 'one'),
      patch(`merge ${role}`, role, caseName('one'), {
        type: 'merge',
        body: sampleTerm(role, 'one', 'second'),
      }),
      get(`merged ${role}`, role, caseName('one')),
      patch(`json ${role}`, role, caseName('one'), annotationPatch('json', 'patched')),
      get(`patched ${role}`, role, caseName('one')),
      ...labelsOfRole(role, updatesByThreeWays(role)),
    ]),
    function* (history) {
      for (const role of rolesIn(history, writableRoles))
        yield* patchAnswersTheStoredObject(history, role)
    },
  ),
  example(
    'PTCH-025',
    writableRoles.flatMap(role =>
      labelsOfRole(
        role,
        patchesBetweenReads(role, [
          annotationPatch('json', 'first'),
          annotationPatch('merge', 'second'),
        ]),
      ),
    ),
    function* (history) {
      for (const role of rolesIn(history, writableRoles))
        yield* patchKeepsIdentity(history, ` ${role}`)
    },
  ),
  example(
    'PTCH-026',
    [
      createPatchable('main'),
      sent('a JSON patch that is not JSON', 'json', { $text: '[{' }),
      sent('a JSON patch that is not a list', 'json', {}),
      sent('an operation without a path', 'json', [{ op: 'remove' }]),
      sent('an unknown operation', 'json', [{ op: 'frob', path: '/metadata' }]),
      sent('a merge patch that is not JSON', 'merge', { $text: '{' }),
      sent('a merge patch that is not an object', 'merge', 'text'),
      sent('an empty merge patch', 'merge', { $text: '' }),
    ],
    notesAnswers(
      'a JSON patch that is not JSON',
      'a JSON patch that is not a list',
      'an operation without a path',
      'an unknown operation',
      'a merge patch that is not JSON',
      'a merge patch that is not an object',
      'an empty merge patch',
    ),
  ),
  example(
    'PTCH-027',
    writableRoles.flatMap(role =>
      labelsOfRole(
        role,
        patchesBetweenReads(role, [
          { type: 'json', body: operations },
          { type: 'merge', body: members },
          ...wrongTypes.map(metadata => ({ type: 'merge' as const, body: { metadata } })),
          {
            type: 'json',
            body: [{ op: 'replace', path: metadataPointer('annotations', 'a'), value: 7 }],
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
