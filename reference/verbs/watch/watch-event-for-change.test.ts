import { describe, expect, it } from 'vitest'

import type { StoreChange, Key, Revision, StoredEntry } from '../../api/store.ts'
import { eventForChange } from './watch-event-for-change.ts'

const entry = (text: string, revision: string): StoredEntry => ({
  key: 'g/r/n/a' as Key,
  revision: revision as Revision,
  value: Buffer.from(text),
})

const isSelected = ({ value }: StoredEntry) => String(value) === 'yes'

/** What was before, what is now (or nothing), and what is told. */
const table = [
  [undefined, 'yes', 'ADDED', 'yes'],
  [undefined, 'no', undefined, undefined],
  ['yes', 'yes', 'MODIFIED', 'yes'],
  ['no', 'yes', 'ADDED', 'yes'],
  ['yes', 'no', 'DELETED', 'yes'],
  ['no', 'no', undefined, undefined],
  ['yes', undefined, 'DELETED', 'yes'],
  ['no', undefined, undefined, undefined],
] as const

describe('classify', () => {
  it.each(table)('maps %s, then %s to %s with the state %s', (before, after, type, state) => {
    const previous = before && entry(before, '1')
    const change: StoreChange =
      after === undefined && previous
        ? { type: 'remove', entry: { ...previous, revision: '2' as Revision }, previous }
        : { type: 'put', entry: entry(after ?? '', '2'), previous }

    const event = eventForChange(change, isSelected)

    expect(event?.type).toBe(type)
    expect(event && String(event.entry.value)).toBe(state)
    expect(event?.entry.revision).toBe(type && '2')
  })
})
