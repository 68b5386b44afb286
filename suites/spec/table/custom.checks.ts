// Checks Tables of custom types.

import { notesDefaultColumns } from '../../../properties/laws/custom-resources/custom-tables.ts'
import { tablesOfNotes } from '../../../properties/scenarios/custom-resources/custom-tables.ts'
import { example } from '../../check.ts'

export default [
  example('TABLE-015', tablesOfNotes, notesDefaultColumns, {
    needs: ['feature custom-resources', 'feature table'],
  }),
]
