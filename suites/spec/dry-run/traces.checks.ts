// Checks that a dry run has no lasting effect.

import {
  dryRunLeavesNoTrace,
  dryRunCausesNoEvent,
} from '../../../properties/laws/dry-run/dry-run-traces.ts'
import {
  dryChangeStoresNothing,
  dryCreateStoresNothing,
  dryDeleteKeepsTheObject,
} from '../../../properties/laws/dry-run/dry-runs.ts'
import { acceptsRequest } from '../../../properties/laws/decisions.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { dryCreate, dryPatch, dryPut } from '../../../properties/scenarios/dry-run/dry-runs.ts'
import {
  mixedDryRuns,
  watchedDryRuns,
} from '../../../properties/scenarios/dry-run/dry-run-mixes.ts'
import { heldByFinalizer } from '../../../properties/scenarios/delete-and-finalizers/finalizers.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { create, get, caseName, nameFrom, deleteObject } from '../../../properties/dsl/steps.ts'
import { asDryRun } from '../../../properties/dsl/write-steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { exchangeAt, bodyValueAt } from '../../../properties/history/history.ts'
import { example, property } from '../../check.ts'

/**
 * Deletes an object of each role in a dry run, and another object of the role with a real request.
 */
const dryDeletes = (more: Parameters<typeof create>[3] = {}): RequestStep[] =>
  writableRoles.flatMap(role => [
    create(`object ${role}`, role, 'x', more),
    create(`other ${role}`, role, 'y', more),
    asDryRun(deleteObject('delete', role, caseName('x')), `dry ${role}`),
    get(`after ${role}`, role, caseName('x')),
    deleteObject(`twin ${role}`, role, caseName('y')),
  ])

export default [
  property('DRY-001', dryCreate(), dryCreateStoresNothing),
  property('DRY-002', dryPut(), dryChangeStoresNothing('PUT')),
  property('DRY-003', dryPatch(), dryChangeStoresNothing('PATCH')),
  example('DRY-004', dryDeletes(), dryDeleteKeepsTheObject(writableRoles)),
  property('DRY-011', mixedDryRuns(), dryRunLeavesNoTrace, { observationsMin: 20 }),
  property('DRY-012', watchedDryRuns(), dryRunCausesNoEvent),
  example(
    'DRY-013',
    [
      asDryRun(create('create', 'main', 'x'), 'dry named'),
      create('named', 'main', 'x'),
      asDryRun(
        create('create', 'main', undefined, { set: { '/metadata/generateName': caseName('g-') } }),
        'dry generated',
      ),
      create('generated', 'main', undefined, {
        set: { '/metadata/name': nameFrom('dry generated') },
      }),
    ],
    function* (history) {
      const says = 'A name generated in a dry-run create stays unused.'
      for (const word of ['named', 'generated']) {
        yield* requireSuccess(history, `dry ${word}`)
        // The answer to a dry run may omit the generated name.
        if (bodyValueAt(exchangeAt(history, `dry ${word}`), '/metadata/name') === undefined)
          continue
        yield* acceptsRequest(history, word, says)
      }
    },
  ),
  example('DRY-026', dryDeletes({ set: heldByFinalizer }), dryDeleteKeepsTheObject(writableRoles)),
]
