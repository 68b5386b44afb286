import {
  eachVersionIsUpdatedOnce,
  staleUpdateChangesNothing,
} from '../../../properties/laws/errors/conflicts.ts'
import { notesAnswers } from '../../../properties/laws/notes.ts'
import { concurrentUpdates, staleUpdate } from '../../../properties/scenarios/updates.ts'
import {
  updateFrom,
  create,
  editTerm,
  caseName,
  put,
  sampleTerm,
  fromAnswer,
} from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

export default [
  example(
    'WRITE-007',
    [
      create('object', 'main', 'one'),
      put(
        'PUT without a version, main',
        'main',
        caseName('one'),
        sampleTerm('main', 'one', 'second'),
      ),
      create('object', 'core', 'one'),
      put(
        'PUT without a version, core',
        'core',
        caseName('one'),
        sampleTerm('core', 'one', 'second'),
      ),
    ],
    notesAnswers('PUT without a version, main', 'PUT without a version, core'),
  ),
  property('WRITE-009', staleUpdate(), staleUpdateChangesNothing),
  property('WRITE-010', concurrentUpdates(), history =>
    eachVersionIsUpdatedOnce(history, 'object', 'final'),
  ),
  example(
    'WRITE-012',
    [
      create('object', 'main', 'one'),
      put(
        'PUT of another name',
        'main',
        caseName('one'),
        editTerm(fromAnswer('object', ''), { '/metadata/name': caseName('two') }),
      ),
      updateFrom('PUT of another namespace', 'main', 'object', {
        '/metadata/namespace': { $namespace: 1 },
      }),
    ],
    notesAnswers('PUT of another name', 'PUT of another namespace'),
  ),
  example(
    'WRITE-013',
    [
      create('object', 'main', 'one'),
      updateFrom('PUT of another uid', 'main', 'object', {
        '/metadata/uid': '11111111-2222-4333-8444-555555555555',
      }),
    ],
    notesAnswers('PUT of another uid'),
  ),
]
