import { notesOf } from '../../../properties/laws/notes.ts'
import {
  writeAnswersTheStoredObject,
  createCarriesServerSetMetadata,
  createdObjectsAreFound,
} from '../../../properties/laws/create-and-update/writes.ts'
import { createsAndReads } from '../../../properties/scenarios/create-and-update/creates.ts'
import { rolesIn } from '../../../properties/history/history.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { create, get, nameFrom } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

export default [
  example(
    'WRITE-001',
    writableRoles.flatMap(role => [
      create(`created ${role}`, role, 'one', { content: 'new' }),
      get(`read ${role}`, role, nameFrom(`created ${role}`)),
    ]),
    function* (history) {
      for (const role of rolesIn(history, writableRoles)) {
        yield* createCarriesServerSetMetadata(history, `created ${role}`)
        yield* writeAnswersTheStoredObject(history, `created ${role}`, `read ${role}`, 'new')
      }
    },
  ),
  example(
    'WRITE-002',
    [create('create', 'main', 'one')],
    notesOf(({ answer }) => `${answer?.status ?? 'no answer'}`, 'create'),
  ),
  property('WRITE-003', createsAndReads(), createdObjectsAreFound),
]
