// The fields of the controller managers, each of which is required and has one type.

import {
  cloudManager,
  clusterManager,
  migration,
  subConfigurations,
} from '../../../properties/models/config/controller-manager-files.ts'
import {
  common,
  controllers,
  ofCloud,
} from '../../../properties/models/config/controller-managers.ts'
import type { FieldRow } from '../../../properties/models/config/controller-managers.ts'
import { fieldCases } from '../../../properties/scenarios/controller-manager-files.ts'
import type { Term } from '../../../properties/term.ts'
import { drawnDocuments } from '../../check.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

const fields = (good: Term, rows: Record<string, FieldRow>): Check[] =>
  Object.entries(rows).map(([id, row]) => {
    const names = Object.keys(row.fields).join(', ') || 'none'
    const says = `${row.at || 'The configuration'} has these required fields of one type each: ${names}.`
    // The table's keys are ids of the catalogue, as the catalogue's own test would notice.
    return drawnDocuments(id as Id, says, fieldCases(good, row))
  })

export default [
  ...fields(clusterManager, common),
  ...fields(cloudManager, ofCloud),
  ...fields(clusterManager, controllers),
  ...fields(clusterManager, {
    'CM-028': {
      at: '',
      fields: Object.fromEntries(subConfigurations.map(name => [name, 'object' as const])),
    },
    'CM-053': { at: 'ServiceController', fields: { ConcurrentServiceSyncs: 'int32' } },
  }),
  ...fields(migration, {
    'CM-019': {
      at: '',
      fields: { leaderName: 'string', resourceLock: 'string', controllerLeaders: 'objects' },
    },
  }),
]
