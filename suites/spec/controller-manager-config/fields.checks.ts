// Checks the fields of the controller managers, each of which is required and has one type.

import fc from 'fast-check'
import {
  validCloudManager,
  validClusterManager,
  validLeaderMigration,
  subConfigurations,
} from '../../../properties/models/config/controller-manager-files.ts'
import {
  commonFieldRows,
  controllerFieldRows,
  leaderMigrationFields,
  cloudFieldRows,
} from '../../../properties/models/config/controller-managers.ts'
import type { FieldRow } from '../../../properties/models/config/controller-managers.ts'
import { configurationIsJudgedAsExpected } from '../../../properties/laws/configuration/configuration.ts'
import { configCheckSteps } from '../../../properties/scenarios/configuration/configuration.ts'
import { fieldCases } from '../../../properties/scenarios/configuration/controller-manager-files.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { property } from '../../check.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

/** A check of the same fields wherever they occur: in both managers, or in a separate kind. */
const fieldsCheck = (id: string, ...places: [good: Term, row: FieldRow][]): Check => {
  const names = places.map(
    ([, { path, fields }]) =>
      `${path || 'the configuration'}: ${Object.keys(fields).join(', ') || 'none'}`,
  )
  const says = `Every field is required and of one type. ${names.join('; ')}.`
  const drawn = fc.tuple(...places.map(([good, row]) => fieldCases(good, row)))
  return property(
    // The keys of the table are ids of the catalogue; a test of the catalogue verifies this.
    id as Id,
    drawn.map(all => ({ steps: configCheckSteps(...all) })),
    configurationIsJudgedAsExpected(says),
    // Every scenario tests each field and type. Only the other valid values are generated, so a few
    // scenarios are enough.
    { needs: ['accepts'], scenariosMax: 3 },
  )
}

const fieldsOf = (rows: Record<string, FieldRow>, ...goods: Term[]): Check[] =>
  Object.entries(rows).map(([id, row]) =>
    fieldsCheck(id, ...goods.map((good): [Term, FieldRow] => [good, row])),
  )

export default [
  ...fieldsOf(commonFieldRows, validClusterManager, validCloudManager),
  ...fieldsOf(cloudFieldRows, validCloudManager),
  ...fieldsOf(controllerFieldRows, validClusterManager),
  fieldsCheck('CM-028', [
    validClusterManager,
    {
      path: '',
      fields: Object.fromEntries(subConfigurations.map(name => [name, 'object' as const])),
    },
  ]),
  fieldsCheck('CM-053', [
    validClusterManager,
    { path: 'ServiceController', fields: { ConcurrentServiceSyncs: 'int32' } },
  ]),
  fieldsCheck(
    'CM-019',
    [validLeaderMigration, { path: '', fields: leaderMigrationFields }],
    [validClusterManager, { path: 'Generic.LeaderMigration', fields: leaderMigrationFields }],
    [validCloudManager, { path: 'Generic.LeaderMigration', fields: leaderMigrationFields }],
  ),
]
