// What stays after a dry run: nothing.

import { leavesNoTrace, causesNoEvent } from '../../../properties/laws/dry-run/dry-run-traces.ts'
import {
  changesNothing,
  createsNothing,
  deletesNothing,
} from '../../../properties/laws/dry-run/dry-runs.ts'
import { accepts } from '../../../properties/laws/decisions.ts'
import { done } from '../../../properties/laws/premises.ts'
import { dryCreate, dryPatch, dryPut } from '../../../properties/scenarios/dry-run/dry-runs.ts'
import {
  mixedDryRuns,
  watchedDryRuns,
} from '../../../properties/scenarios/dry-run/dry-run-mixes.ts'
import { held } from '../../../properties/scenarios/delete-and-finalizers/finalizers.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { create, get, named, nameOf, remove } from '../../../properties/dsl/steps.ts'
import { dry } from '../../../properties/dsl/write-steps.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import { at, read } from '../../../properties/history/history.ts'
import { example, property } from '../../check.ts'

/** Objects that are deleted dry, and others that are deleted in earnest. */
const dryDeletes = (more: Parameters<typeof create>[3] = {}): Request[] =>
  writableRoles.flatMap(role => [
    create(`object ${role}`, role, 'x', more),
    create(`other ${role}`, role, 'y', more),
    dry(remove('delete', role, named('x')), `dry ${role}`),
    get(`after ${role}`, role, named('x')),
    remove(`twin ${role}`, role, named('y')),
  ])

export default [
  property('DRY-001', dryCreate(), createsNothing),
  property('DRY-002', dryPut(), changesNothing('PUT')),
  property('DRY-003', dryPatch(), changesNothing('PATCH')),
  example('DRY-004', dryDeletes(), deletesNothing(writableRoles)),
  property('DRY-011', mixedDryRuns(), leavesNoTrace, { observationsMin: 20 }),
  property('DRY-012', watchedDryRuns(), causesNoEvent),
  example(
    'DRY-013',
    [
      dry(create('create', 'main', 'x'), 'dry named'),
      create('named', 'main', 'x'),
      dry(
        create('create', 'main', undefined, { set: { '/metadata/generateName': named('g-') } }),
        'dry generated',
      ),
      create('generated', 'main', undefined, {
        set: { '/metadata/name': nameOf('dry generated') },
      }),
    ],
    function* (history) {
      const says = 'A name that a dry create was given stays free.'
      for (const word of ['named', 'generated']) {
        yield* done(history, `dry ${word}`)
        // An answer need not tell the name that it made up.
        if (read(at(history, `dry ${word}`), '/metadata/name') === undefined) continue
        yield* accepts(history, word, says)
      }
    },
  ),
  example('DRY-026', dryDeletes({ set: held }), deletesNothing(writableRoles)),
]
