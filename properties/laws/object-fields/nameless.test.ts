import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { namelessIsRefused } from './names.ts'

type Listed = { name: string; uid?: string }

const labels = { 'touchstone/run': 'run' }
const itemsWith = (items: Listed[]) => ({
  items: items.map(metadata => ({ metadata: { ...metadata, labels } })),
})

const judge = (before: Listed[] | undefined, after: Listed[]) =>
  observationTexts(
    namelessIsRefused(
      historyOfExchanges(
        exchangeOf('twin', 201, { metadata: { name: 't-0-x', labels } }),
        ...(before ? [exchangeOf('before', 200, itemsWith(before))] : []),
        exchangeOf('nameless', 400, {}),
        exchangeOf('after', 200, itemsWith(after)),
      ),
      { before: 'before', nameless: 'nameless', twin: 'twin', after: 'after' },
    ),
  )

const violation = 'A create without name and generateName stores nothing.'

it('blames a create without a name only for objects that were not there before', () => {
  const left = { name: 'left', uid: 'u' }

  expect(judge([left], [left])).not.toContain(violation)
  expect(judge([left], [left, { name: 'stray', uid: 'v' }])).toContain(violation)
})

it('knows objects without uid by their names', () => {
  expect(judge([{ name: 'left' }], [{ name: 'left' }])).not.toContain(violation)
  expect(judge([{ name: 'left' }], [{ name: 'left' }, { name: 'stray' }])).toContain(violation)
})

it('judges cases that were saved without a list before', () => {
  expect(judge(undefined, [])).not.toContain(violation)
  expect(judge(undefined, [{ name: 'stray', uid: 'v' }])).toContain(violation)
})
