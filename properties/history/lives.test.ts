import { expect, test } from 'vitest'
import type { History } from './history.ts'
import { isUntouched, livesOf } from './lives.ts'
import type { Lives } from './lives.ts'
import { historyOf, listed, lostWrite, object, removed, wrote } from './written.ts'

/** The lives of a history, and why they are not known. */
function livesIn(history: History): { lives: Lives; unmet: string[] } {
  const judging = livesOf(history, 'main')
  const unmet: string[] = []
  for (let next = judging.next(); ; next = judging.next()) {
    if (next.done) return { lives: next.value, unmet }
    if (next.value.kind === 'unmet') unmet.push(next.value.because)
  }
}

const versions = ({ byKey }: Lives, name: string) =>
  byKey
    .get(`n/own-${name}`)
    ?.map(({ before, version }) => [before?.metadata['resourceVersion'], version])

const a1 = object('a', '1')
const a2 = object('a', '2')

test('an object is made, changed and removed', () => {
  const { lives, unmet } = livesIn(
    historyOf([wrote(a1), wrote(a2, { basedOn: '1' }), removed('a')]),
  )
  expect(unmet).toEqual([])
  expect(versions(lives, 'a')).toEqual([
    [undefined, '1'],
    ['1', '2'],
    ['2', undefined],
  ])
})

test('writes at the same time stand in the order of the versions they name', () => {
  const history = historyOf([
    wrote(object('a', '3'), { basedOn: '2', at: [10, 40] }),
    wrote(a2, { basedOn: '1', at: [10, 40] }),
    wrote(a1, { at: [0, 5] }),
  ])
  const { lives } = livesIn(history)
  expect(versions(lives, 'a')?.map(([, version]) => version)).toEqual(['1', '2', '3'])
})

test('lives are not known when two writes to one object may have come in either order', () => {
  const history = historyOf([
    wrote(a1),
    wrote(a2, { basedOn: '1', at: [10, 40] }),
    removed('a', { at: [10, 40] }),
  ])
  expect(livesIn(history).unmet).toEqual([expect.stringContaining('order')])
})

test('lives are not known when a write has no known outcome', () => {
  expect(livesIn(historyOf([wrote(a1), lostWrite('a')])).unmet).toEqual([
    expect.stringContaining('outcome'),
  ])
})

const isUntouchedIn = (history: History): boolean =>
  isUntouched(history, livesIn(history).lives.byKey.get('n/own-a') ?? [], ['final'])

test('an object is untouched when the last list shows what the last write left', () => {
  expect(isUntouchedIn(historyOf([wrote(a1), listed('final', [a1])]))).toBe(true)
  expect(isUntouchedIn(historyOf([wrote(a1), removed('a'), listed('final', [])]))).toBe(true)
})

test('an object that the last list shows at another version was written by others', () => {
  expect(isUntouchedIn(historyOf([wrote(a1), listed('final', [a2])]))).toBe(false)
})

test('a change based on a version that no write gave shows another writer', () => {
  const a3 = object('a', '3')
  const history = historyOf([wrote(a1), wrote(a3, { basedOn: '2' }), listed('final', [a3])])
  expect(isUntouchedIn(history)).toBe(false)
})
