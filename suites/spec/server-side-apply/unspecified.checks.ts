// Records answers to server-side applies where the specification is silent.

import { notesAnswers, notesOf } from '../../../properties/laws/notes.ts'
import {
  causesOfConflict,
  managedFieldsMembers,
  remainingAnnotations,
} from '../../../properties/laws/server-side-apply/apply-notes.ts'
import {
  applyStep,
  readBack,
  partialBody,
  wholeBody,
} from '../../../properties/scenarios/server-side-apply/apply.ts'
import { editTerm, caseName, versionFrom } from '../../../properties/dsl/steps.ts'
import { apply, patch } from '../../../properties/dsl/write-steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { example } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature apply']

const annotated = (as: string, manager: string, annotations: Record<string, string>): RequestStep =>
  applyStep(as, 'main', manager, partialBody('main', { annotations }))

const withoutManager = (as: string, name: string): RequestStep =>
  apply(as, 'main', caseName(name), { body: partialBody('main', {}, name) })

export default [
  example(
    'APPLY-009',
    [
      applyStep('object', 'main', 'm', wholeBody('main', 'one')),
      patch('patched', 'main', caseName('x'), {
        type: 'merge',
        body: { metadata: { annotations: { a: 'one' } } },
      }),
      readBack('record', 'main'),
    ],
    notesOf(managedFieldsMembers, 'record'),
    { needs },
  ),
  example(
    'APPLY-011',
    [
      applyStep('object', 'main', 'm', wholeBody('main', 'one', { annotations: { a: 'one' } })),
      annotated('conflict', 'n', { a: 'two' }),
    ],
    notesOf(causesOfConflict, 'conflict'),
    { needs },
  ),
  example(
    'APPLY-013',
    [
      applyStep('object', 'main', 'm', wholeBody('main', 'one')),
      withoutManager('no manager, an object', 'x'),
      withoutManager('no manager, no object', 'y'),
      {
        ...patch('force on a merge patch', 'main', caseName('x'), { type: 'merge', body: {} }),
        query: { force: 'true' },
      },
    ],
    notesAnswers('no manager, an object', 'no manager, no object', 'force on a merge patch'),
    { needs },
  ),
  example(
    'APPLY-015',
    [
      applyStep('object', 'main', 'creator', wholeBody('main', 'one')),
      annotated('both', 'm', { a: 'one', b: 'one' }),
      annotated('shared', 'n', { b: 'one' }),
      annotated('neither', 'm', {}),
      readBack('left out', 'main'),
    ],
    notesOf(remainingAnnotations, 'left out'),
    { needs },
  ),
  example(
    'APPLY-016',
    [
      applyStep('an apply that creates', 'main', 'm', wholeBody('main', 'one')),
      applyStep('an apply that changes', 'main', 'm', wholeBody('main', 'two')),
      applyStep('an apply that changes nothing', 'main', 'm', wholeBody('main', 'two')),
    ],
    notesAnswers('an apply that creates', 'an apply that changes', 'an apply that changes nothing'),
    { needs },
  ),
  example(
    'APPLY-018',
    [
      applyStep('object', 'main', 'm', wholeBody('main', 'one')),
      annotated('newer', 'n', { a: 'one' }),
      ...(['newer', 'object'] as const).map(of =>
        applyStep(
          of === 'newer' ? 'the current version' : 'a stale version',
          'main',
          'm',
          editTerm(wholeBody('main', 'two'), { '/metadata/resourceVersion': versionFrom(of) }),
        ),
      ),
    ],
    notesAnswers('the current version', 'a stale version'),
    { needs },
  ),
  example(
    'APPLY-019',
    [
      applyStep('object', 'main', 'm', wholeBody('main', 'one')),
      ...Object.entries({
        'no apiVersion': ['/apiVersion'],
        'no kind': ['/kind'],
        neither: ['/apiVersion', '/kind'],
      }).map(([as, drop]) =>
        applyStep(as, 'main', 'm', editTerm(wholeBody('main', 'one'), {}, drop)),
      ),
    ],
    notesAnswers('no apiVersion', 'no kind', 'neither'),
    { needs },
  ),
]
