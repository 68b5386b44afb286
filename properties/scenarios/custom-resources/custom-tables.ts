// Builds Table reads of custom objects.

import { createCustomObject, getCustomObject, listCustomObjects } from '../../dsl/custom-steps.ts'
import type { Step } from '../../dsl/scenario.ts'
import { gadgetRef, noteRef, withGadgets, withNotes } from './custom-types.ts'
import { tableOnly } from '../table/tables.ts'

const table = { headers: tableOnly }

/** A gadget with values in all columns, and one with few. */
export const tablesOfGadgets: Step[] = [
  withGadgets,
  createCustomObject('full', gadgetRef, 'a', {
    spec: { color: 'red', size: 3, since: '2001-02-03T04:05:06Z' },
  }),
  createCustomObject('bare', gadgetRef, 'b', { spec: { color: 'blue' } }),
  listCustomObjects('list', gadgetRef, table),
  getCustomObject('get', gadgetRef, 'a', table),
]

export const tablesOfNotes: Step[] = [
  withNotes,
  createCustomObject('object', noteRef, 'a', { spec: { text: 'a' } }),
  listCustomObjects('list', noteRef, table),
]
