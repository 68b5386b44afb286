// Tables as genuine servers show them, beside the same objects in the ordinary form.

import type { History } from '../../../properties/history/history.ts'
import { created, done } from '../../../properties/laws/premises.ts'
import { refusesWith } from '../../../properties/laws/status.ts'
import {
  acceptsOrders,
  betaTablesAreBeta,
  otherFormsAreNotAcceptable,
  typesAreBare,
  yamlSaysTheSame,
} from '../../../properties/laws/table/tables-media.ts'
import {
  bookmarksAreTables,
  columnsComeOnce,
  eventsAreTablesOfOneRow,
} from '../../../properties/laws/table/tables-events.ts'
import {
  isTableOf,
  metadataIsOfTheList,
  namesStandInTheirCells,
  rowsAreFull,
  rowsAreTheItems,
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
  chunksOfTables,
  stateAsTables,
  twinsOfEachInclude,
  twinsOfTables,
  watchedInForm,
  writesAsTables,
} from '../../../properties/scenarios/table/tables-twins.ts'
import { create, get, list, named } from '../../../properties/dsl/steps.ts'
import type { Need } from '../../check.ts'
import { example, property } from '../../check.ts'

type Law = (history: History) => Generator<Observation>

const all = (...laws: Law[]): Law =>
  function* (history) {
    for (const law of laws) yield* law(history)
  }

const ofCreated = (...laws: Law[]): Law => all(created, ...laws)

const needs: Need[] = ['feature table']
const often = { needs, observationsMin: 20 }
const get1 = { table: 'Table get', plain: 'plain get' }
const ofWrite = (write: string): Law => isTableOf({ table: write, plain: `plain after ${write}` })

export default [
  property('K8S-TABLE-001', twinsOfTables(), ofCreated(rowsAreTheItems), often),
  property('K8S-TABLE-002', twinsOfTables(), ofCreated(rowsAreFull), often),
  property('K8S-TABLE-003', twinsOfTables(), ofCreated(rowsCarryMetadata), often),
  property('K8S-TABLE-004', twinsOfEachInclude(), ofCreated(rowsCarryWhatIsIncluded), often),
  example(
    'K8S-TABLE-005',
    [
      list('twin', 'main', { headers: tableOnly, query: { includeObject: 'Object' } }),
      list('plain', 'main', { query: { includeObject: 'all' } }),
      list('Table', 'main', { headers: tableOnly, query: { includeObject: 'all' } }),
    ],
    function* (history) {
      yield* done(history, 'twin', 'plain')
      const says = 'A Table with an unknown includeObject is refused with 400.'
      yield* refusesWith(history, 'Table', { code: 400, reason: 'BadRequest' }, says)
    },
    { needs },
  ),
  property('K8S-TABLE-006', chunksOfTables(), ofCreated(metadataIsOfTheList), often),
  property('K8S-TABLE-007', twinsOfTables(), ofCreated(isTableOf(get1)), often),
  property('K8S-TABLE-008', twinsOfTables(), ofCreated(namesStandInTheirCells), often),
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
      get('twin', 'main', named('x'), { headers: tableOnly }),
      get('missing', 'main', named('y'), { headers: tableOnly }),
      create('taken', 'main', 'x', { headers: tableOnly }),
    ],
    function* (history) {
      yield* done(history, 'object', 'twin')
      const says = 'A refusal of one who accepts Tables is a Status.'
      yield* refusesWith(history, 'missing', { code: 404, reason: 'NotFound' }, says)
      yield* refusesWith(history, 'taken', { code: 409, reason: 'AlreadyExists' }, says)
    },
    { needs },
  ),
  example('K8S-TABLE-011', tablesOfEachKind, typesAreBare, { needs }),
  example('K8S-TABLE-012', betaTables, betaTablesAreBeta, { needs }),
  example('K8S-TABLE-013', unknownConversions, otherFormsAreNotAcceptable, { needs }),
  example('K8S-TABLE-014', conversionsInOtherOrders, acceptsOrders, { needs }),
  property('K8S-TABLE-015', watchedInForm('Table'), ofCreated(eventsAreTablesOfOneRow), often),
  property('K8S-TABLE-016', watchedInForm('Table'), ofCreated(columnsComeOnce), often),
  example('K8S-TABLE-017', stateAsTables, ofCreated(bookmarksAreTables), {
    needs: [...needs, 'feature streaming-list'],
  }),
  example('K8S-TABLE-022', tablesInYaml, yamlSaysTheSame, { needs }),
]
