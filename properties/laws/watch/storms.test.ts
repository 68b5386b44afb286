import { expect, test } from 'vitest'
import { historyOfWrites, listedObject, observationTexts } from '../../history/test-writes.ts'
import { watchEventDocument, watchExchangeOf } from '../../history/test-watches.ts'
import { burstHasNewVersions } from './storms.ts'

const judged = (...versions: string[]) => {
  const events = versions.map((version, index) =>
    watchEventDocument('DELETED', listedObject(`d${index}`, version)),
  )
  return observationTexts(
    burstHasNewVersions(
      historyOfWrites([watchExchangeOf('all', events, { from: '10' })], { ordered: true }),
    ),
  )
}

const broken = 'Each event of a watch is at a later version than the one before it.'

test('deletions at increasing versions after the list are new', () => {
  expect(judged('11', '12', '15')).toEqual(['held'])
})

test('deletions at the versions of their creation are old, also in order', () => {
  expect(judged('4', '5', '6')).toContain(broken)
})

test('deletions may not share a version', () => {
  expect(judged('11', '11')).toContain(broken)
})

test('without events nothing is judged', () => {
  expect(judged()).toEqual(['preconditionUnmet'])
})
