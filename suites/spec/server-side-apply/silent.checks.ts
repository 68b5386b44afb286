// Where the specification says nothing of server-side apply.

import { notesAnswers, notesOf } from '../../../properties/laws/notes.ts'
import {
  causesOfConflict,
  recordForm,
  whatIsLeft,
} from '../../../properties/laws/server-side-apply/apply-notes.ts'
import {
  applied,
  look,
  naming,
  whole,
} from '../../../properties/scenarios/server-side-apply/apply.ts'
import { edited, named, versionOf } from '../../../properties/dsl/steps.ts'
import { apply, patch } from '../../../properties/dsl/write-steps.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import { example } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature apply']

const annotated = (as: string, manager: string, annotations: Record<string, string>): Request =>
  applied(as, 'main', manager, naming('main', { annotations }))

const withoutManager = (as: string, name: string): Request =>
  apply(as, 'main', named(name), { body: naming('main', {}, name) })

export default [
  example(
    'APPLY-009',
    [
      applied('object', 'main', 'm', whole('main', 'one')),
      patch('patched', 'main', named('x'), {
        type: 'merge',
        body: { metadata: { annotations: { a: 'one' } } },
      }),
      look('record', 'main'),
    ],
    notesOf(recordForm, 'record'),
    { needs },
  ),
  example(
    'APPLY-011',
    [
      applied('object', 'main', 'm', whole('main', 'one', { annotations: { a: 'one' } })),
      annotated('conflict', 'n', { a: 'two' }),
    ],
    notesOf(causesOfConflict, 'conflict'),
    { needs },
  ),
  example(
    'APPLY-013',
    [
      applied('object', 'main', 'm', whole('main', 'one')),
      withoutManager('no manager, an object', 'x'),
      withoutManager('no manager, no object', 'y'),
      {
        ...patch('force on a merge patch', 'main', named('x'), { type: 'merge', body: {} }),
        query: { force: 'true' },
      },
    ],
    notesAnswers('no manager, an object', 'no manager, no object', 'force on a merge patch'),
    { needs },
  ),
  example(
    'APPLY-015',
    [
      applied('object', 'main', 'creator', whole('main', 'one')),
      annotated('both', 'm', { a: 'one', b: 'one' }),
      annotated('shared', 'n', { b: 'one' }),
      annotated('neither', 'm', {}),
      look('left out', 'main'),
    ],
    notesOf(whatIsLeft, 'left out'),
    { needs },
  ),
  example(
    'APPLY-016',
    [
      applied('an apply that creates', 'main', 'm', whole('main', 'one')),
      applied('an apply that changes', 'main', 'm', whole('main', 'two')),
      applied('an apply that changes nothing', 'main', 'm', whole('main', 'two')),
    ],
    notesAnswers('an apply that creates', 'an apply that changes', 'an apply that changes nothing'),
    { needs },
  ),
  example(
    'APPLY-018',
    [
      applied('object', 'main', 'm', whole('main', 'one')),
      annotated('newer', 'n', { a: 'one' }),
      ...(['newer', 'object'] as const).map(of =>
        applied(
          of === 'newer' ? 'the current version' : 'a stale version',
          'main',
          'm',
          edited(whole('main', 'two'), { '/metadata/resourceVersion': versionOf(of) }),
        ),
      ),
    ],
    notesAnswers('the current version', 'a stale version'),
    { needs },
  ),
  example(
    'APPLY-019',
    [
      applied('object', 'main', 'm', whole('main', 'one')),
      ...Object.entries({
        'no apiVersion': ['/apiVersion'],
        'no kind': ['/kind'],
        neither: ['/apiVersion', '/kind'],
      }).map(([as, drop]) => applied(as, 'main', 'm', edited(whole('main', 'one'), {}, drop))),
    ],
    notesAnswers('no apiVersion', 'no kind', 'neither'),
    { needs },
  ),
]
