// Custom objects as Tables.

import { createObject, getObject, listObjects } from '../../dsl/custom-steps.ts'
import type { Step } from '../../dsl/scenario.ts'
import { gadget, note, withGadgets, withNotes } from './custom-types.ts'
import { tableOnly } from '../table/tables.ts'

const table = { headers: tableOnly }

/** A gadget with all that its columns show, and one with little of it. */
export const tablesOfGadgets: Step[] = [
  withGadgets,
  createObject('full', gadget, 'a', {
    spec: { color: 'red', size: 3, since: '2001-02-03T04:05:06Z' },
  }),
  createObject('bare', gadget, 'b', { spec: { color: 'blue' } }),
  listObjects('list', gadget, table),
  getObject('get', gadget, 'a', table),
]

export const tablesOfNotes: Step[] = [
  withNotes,
  createObject('object', note, 'a', { spec: { text: 'a' } }),
  listObjects('list', note, table),
]
