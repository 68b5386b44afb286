import {
  oneUpdateAVersion,
  staleChangesNothing,
} from '../../../properties/laws/errors/conflicts.ts'
import { notesAnswers } from '../../../properties/laws/notes.ts'
import { concurrentUpdates, staleUpdate } from '../../../properties/scenarios/updates.ts'
import { change, create, edited, named, put, sample, seen } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

export default [
  example(
    'WRITE-007',
    [
      create('object', 'main', 'one'),
      put('PUT without a version, main', 'main', named('one'), sample('main', 'one', 'second')),
      create('object', 'core', 'one'),
      put('PUT without a version, core', 'core', named('one'), sample('core', 'one', 'second')),
    ],
    notesAnswers('PUT without a version, main', 'PUT without a version, core'),
  ),
  property('WRITE-009', staleUpdate(), staleChangesNothing),
  property('WRITE-010', concurrentUpdates(), history =>
    oneUpdateAVersion(history, 'object', 'final'),
  ),
  example(
    'WRITE-012',
    [
      create('object', 'main', 'one'),
      put(
        'PUT of another name',
        'main',
        named('one'),
        edited(seen('object', ''), { '/metadata/name': named('two') }),
      ),
      change('PUT of another namespace', 'main', 'object', {
        '/metadata/namespace': { $namespace: 1 },
      }),
    ],
    notesAnswers('PUT of another name', 'PUT of another namespace'),
  ),
  example(
    'WRITE-013',
    [
      create('object', 'main', 'one'),
      change('PUT of another uid', 'main', 'object', {
        '/metadata/uid': '11111111-2222-4333-8444-555555555555',
      }),
    ],
    notesAnswers('PUT of another uid'),
  ),
]
