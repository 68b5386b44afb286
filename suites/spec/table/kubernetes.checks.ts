// Checks Tables of genuine servers, in comparison with the same objects in the ordinary form.

import type { History } from '../../../properties/history/history.ts'
import { requireCreates, requireSuccess } from '../../../properties/laws/preconditions.ts'
import { refusesWith } from '../../../properties/laws/status.ts'
import {
  parameterOrderDoesNotMatter,
  betaTablesHaveBetaVersion,
  otherFormsAreNotAcceptable,
  contentTypeOmitsConversion,
  yamlMatchesJson,
} from '../../../properties/laws/table/tables-media.ts'
import {
  bookmarksAreTables,
  columnsComeOnce,
  eventsAreTablesOfOneRow,
} from '../../../properties/laws/table/tables-events.ts'
import {
  tableShowsOneObject,
  metadataIsOfTheList,
  namesStandInTheirCells,
  rowsHaveACellPerColumn,
  rowsMatchItems,
  rowsCarryMetadata,
  rowsCarryWhatIsIncluded,
} from '../../../properties/laws/table/tables-rows.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  betaTables,
  conversionsInOtherOrders,
  tableOnly,
  tablesInYaml,
  tablesOfEachKind,
  unknownConversions,
} from '../../../properties/scenarios/table/tables.ts'
import {
  tablesInChunks,
  stateAsTables,
  tablesWithEachIncludeObject,
  tablesWithPlainReads,
  watchInForm,
  writesAsTables,
} from '../../../properties/scenarios/table/tables-with-controls.ts'
import { create, get, list, caseName } from '../../../properties/dsl/steps.ts'
import type { Need } from '../../check.ts'
import { example, property } from '../../check.ts'

type Law = (history: History) => Generator<Observation>

const all = (...laws: Law[]): Law =>
  function* (history) {
    for (const law of laws) yield* law(history)
  }

const ofCreated = (...laws: Law[]): Law => all(requireCreates, ...laws)

const needs: Need[] = ['feature table']
const often = { needs, observationsMin: 20 }
const get1 = { table: 'Table get', plain: 'plain get' }
const ofWrite = (write: string): Law =>
  tableShowsOneObject({ table: write, plain: `plain after ${write}` })

export default [
  property('K8S-TABLE-001', tablesWithPlainReads(), ofCreated(rowsMatchItems), often),
  property('K8S-TABLE-002', tablesWithPlainReads(), ofCreated(rowsHaveACellPerColumn), often),
  property('K8S-TABLE-003', tablesWithPlainReads(), ofCreated(rowsCarryMetadata), often),
  property(
    'K8S-TABLE-004',
    tablesWithEachIncludeObject(),
    ofCreated(rowsCarryWhatIsIncluded),
    often,
  ),
  example(
    'K8S-TABLE-005',
    [
      list('twin', 'main', { headers: tableOnly, query: { includeObject: 'Object' } }),
      list('plain', 'main', { query: { includeObject: 'all' } }),
      list('Table', 'main', { headers: tableOnly, query: { includeObject: 'all' } }),
    ],
    function* (history) {
      yield* requireSuccess(history, 'twin', 'plain')
      const says = 'A Table with an unknown includeObject is refused with 400.'
      yield* refusesWith(history, 'Table', { code: 400, reason: 'BadRequest' }, says)
    },
    { needs },
  ),
  property('K8S-TABLE-006', tablesInChunks(), ofCreated(metadataIsOfTheList), often),
  property('K8S-TABLE-007', tablesWithPlainReads(), ofCreated(tableShowsOneObject(get1)), often),
  property('K8S-TABLE-008', tablesWithPlainReads(), ofCreated(namesStandInTheirCells), often),
  example(
    'K8S-TABLE-009',
    writesAsTables('main'),
    all(ofWrite('Table create'), ofWrite('Table put'), ofWrite('Table patch')),
    { needs },
  ),
  example(
    'K8S-TABLE-010',
    [
      create('object', 'main', 'x'),
      get('twin', 'main', caseName('x'), { headers: tableOnly }),
      get('missing', 'main', caseName('y'), { headers: tableOnly }),
      create('taken', 'main', 'x', { headers: tableOnly }),
    ],
    function* (history) {
      yield* requireSuccess(history, 'object', 'twin')
      const says = 'The refusal of a request that accepts Tables is a Status.'
      yield* refusesWith(history, 'missing', { code: 404, reason: 'NotFound' }, says)
      yield* refusesWith(history, 'taken', { code: 409, reason: 'AlreadyExists' }, says)
    },
    { needs },
  ),
  example('K8S-TABLE-011', tablesOfEachKind, contentTypeOmitsConversion, { needs }),
  example('K8S-TABLE-012', betaTables, betaTablesHaveBetaVersion, { needs }),
  example('K8S-TABLE-013', unknownConversions, otherFormsAreNotAcceptable, { needs }),
  example('K8S-TABLE-014', conversionsInOtherOrders, parameterOrderDoesNotMatter, { needs }),
  property('K8S-TABLE-015', watchInForm('Table'), ofCreated(eventsAreTablesOfOneRow), often),
  property('K8S-TABLE-016', watchInForm('Table'), ofCreated(columnsComeOnce), often),
  example('K8S-TABLE-017', stateAsTables, ofCreated(bookmarksAreTables), {
    needs: [...needs, 'feature streaming-list'],
  }),
  example('K8S-TABLE-022', tablesInYaml, yamlMatchesJson, { needs }),
]
