import { expect, test } from 'vitest'
import { historyOf, object, verdictsOf } from '../../history/written.ts'
import { bookmark, told, watched } from '../../history/written-watch.ts'
import { versionsIncrease } from './ordered.ts'

const broken = 'Each event of a watch is at a later version than the one before it.'

const judged = (
  events: unknown[],
  { from = '1', ordered = true }: { from?: string; ordered?: boolean } = {},
) =>
  verdictsOf(
    versionsIncrease('watch')(historyOf([watched('watch', events, { from })], { ordered })),
  )

test('versions that increase as numbers keep the order, with gaps', () => {
  const removal = told('DELETED', object('a', '11'))
  expect(judged([told('ADDED', object('a', '9')), removal])).toEqual(['held'])
})

test.each([
  ['is earlier than the one before', ['11', '9']],
  ['is the same as the one before', ['9', '9']],
])('a version that %s breaks the order', (_what, versions) => {
  const events = versions.map(version => told('MODIFIED', object('a', version)))
  expect(judged(events)).toEqual([broken])
})

test('initial events stand in any order, and what follows them does not', () => {
  const state = [told('ADDED', object('a', '9')), told('ADDED', object('b', '2'))]
  const tail = [told('MODIFIED', object('b', '11')), told('MODIFIED', object('a', '10'))]
  expect(judged(state, { from: '' })).toEqual([])
  expect(judged([...state, bookmark('9'), ...tail], { from: '' })).toEqual([broken])
})

test('what others wrote, and versions without an order, say nothing', () => {
  const theirs = { metadata: { ...object('a', '3').metadata, name: 'theirs' } }
  const backwards = [told('ADDED', object('a', '9')), told('ADDED', object('b', '2'))]
  expect(judged([told('ADDED', object('a', '9')), told('ADDED', theirs)])).toEqual([])
  expect(judged(backwards, { ordered: false })).toEqual(['unmet'])
})
