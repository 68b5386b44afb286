// Records answers about Tables where the specification is silent.

import { notesOf } from '../../../properties/laws/notes.ts'
import {
  columnMembers,
  contentTypeText,
  describeAnswerForm,
  metadataMembers,
  notesTablesOfEvents,
  rowShape,
} from '../../../properties/laws/table/tables-notes.ts'
import { withHeaders } from '../../../properties/dsl/media-steps.ts'
import { otherForms, tableOnly } from '../../../properties/scenarios/table/tables.ts'
import {
  create,
  get,
  list,
  caseName,
  deleteObject,
  awaitEventCount,
  versionFrom,
  watch,
} from '../../../properties/dsl/steps.ts'
import type { Need } from '../../check.ts'
import { example } from '../../check.ts'

const needs: Need[] = ['feature table']
const more = { headers: tableOnly }
const twoObjects = [create('a', 'main', 'a'), create('b', 'main', 'b')]

export default [
  example('TABLE-014', [...twoObjects, list('list', 'main', more)], notesOf(rowShape, 'list'), {
    needs,
  }),
  example('TABLE-016', [list('list', 'main', more)], notesOf(columnMembers, 'list'), { needs }),
  example(
    'TABLE-017',
    [
      ...twoObjects,
      list('chunk', 'main', { ...more, limit: 1 }),
      get('object', 'main', caseName('a'), more),
    ],
    notesOf(metadataMembers, 'chunk', 'object'),
    { needs },
  ),
  example(
    'TABLE-018',
    [
      create('a', 'main', 'a'),
      watch('watch', 'main', { ...more, resourceVersion: versionFrom('a') }),
      create('b', 'main', 'b'),
      deleteObject('removal', 'main', caseName('b')),
      awaitEventCount('watch', 2),
    ],
    notesTablesOfEvents,
    { needs },
  ),
  example(
    'TABLE-019',
    [
      create('a', 'main', 'a'),
      ...Object.entries(otherForms).map(([as, headers]) =>
        withHeaders(get(as, 'main', caseName('a')), headers),
      ),
    ],
    notesOf(describeAnswerForm, ...Object.keys(otherForms)),
    { needs },
  ),
  example('TABLE-020', [list('list', 'main', more)], notesOf(contentTypeText, 'list'), { needs }),
]
