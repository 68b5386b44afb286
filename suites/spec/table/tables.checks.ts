// Checks Tables: their contents, the types that have them, and the clients that receive them.

import { precondition } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { answerSummary, exchangeAt, isSuccess } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  columnsAreAnArray,
  columnsAreTheDefaults,
  defaultColumnIs,
  everyColumnHas,
  fallbackIsServedInsteadOfTable,
  getsAreTables,
  typeWithoutTablesIsNotAcceptable,
  kindIsTable,
  parametersChooseTheForm,
  tableVersionIsMetaVersion,
} from '../../../properties/laws/table/tables.ts'
import { requireCreates } from '../../../properties/laws/preconditions.ts'
import { mediaTypeTerm } from '../../../properties/dsl/media-steps.ts'
import {
  readInBothForms,
  reviewAsTable,
  typeWithoutColumns,
} from '../../../properties/scenarios/table/tables.ts'
import type { Need } from '../../check.ts'
import { example, property } from '../../check.ts'

const needs: Need[] = ['feature table']
const ofDefaults: Need[] = [...needs, 'feature limitranges']
const ofReviews: Need[] = [
  ...needs,
  'feature subjectaccessreviews',
  'feature reviews-without-tables',
]

type Law = (history: History) => Generator<Observation>

/**
 * Judges the Tables of created objects. The objects have different roles, so that all types are
 * covered.
 */
const ofCreated = (law: Law): Law =>
  function* (history) {
    yield* requireCreates(history)
    yield* law(history)
  }

// Fewer observations are required, because some types may have no Tables.
const often = { needs, observationsMin: 8 }

const withoutColumns = (law: Law): Law =>
  function* (history) {
    const create = exchangeAt(history, 'created')
    yield* precondition(isSuccess(create), `the create answered ${answerSummary(create)}`)
    yield* law(history)
  }

export default [
  property('TABLE-001', readInBothForms(), ofCreated(parametersChooseTheForm), often),
  property('TABLE-002', readInBothForms(), ofCreated(kindIsTable), often),
  property('TABLE-003', readInBothForms(), ofCreated(tableVersionIsMetaVersion), often),
  property('TABLE-004', readInBothForms(), ofCreated(columnsAreAnArray), often),
  property('TABLE-005', readInBothForms(), ofCreated(everyColumnHas('name')), often),
  property('TABLE-006', readInBothForms(), ofCreated(everyColumnHas('type')), often),
  example('TABLE-007', typeWithoutColumns, withoutColumns(columnsAreTheDefaults), {
    needs: ofDefaults,
  }),
  example(
    'TABLE-008',
    typeWithoutColumns,
    withoutColumns(defaultColumnIs({ name: 'Name', type: 'string' })),
    { needs: ofDefaults },
  ),
  example(
    'TABLE-009',
    typeWithoutColumns,
    withoutColumns(defaultColumnIs({ name: 'Created At', type: 'date' })),
    { needs: ofDefaults },
  ),
  property('TABLE-010', readInBothForms(), ofCreated(getsAreTables), often),
  example('TABLE-011', reviewAsTable('table alone'), typeWithoutTablesIsNotAcceptable, {
    needs: ofReviews,
  }),
  example(
    'TABLE-012',
    reviewAsTable('table or json', mediaTypeTerm('json')),
    fallbackIsServedInsteadOfTable,
    {
      needs: ofReviews,
    },
  ),
]
