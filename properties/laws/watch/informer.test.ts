import { expect, test } from 'vitest'
import { historyOf, listed, object, removed, verdictsOf, wrote } from '../../history/written.ts'
import { told, waited, watched } from '../../history/written-watch.ts'
import { addsUp } from './informer.ts'

const [a1, a3, b2, c4] = [object('a', '1'), object('a', '3'), object('b', '2'), object('c', '4')]
const everything = [told('MODIFIED', a3), told('DELETED', object('b', '9')), told('ADDED', c4)]

const judged = (events: unknown[], { end = [a3, c4], problem = '' } = {}) =>
  verdictsOf(
    addsUp({ start: 'start', watch: 'watch', wait: 'wait', end: 'end' })(
      historyOf([
        wrote(a1),
        wrote(b2),
        listed('start', [a1, b2], { version: '2' }),
        watched('watch', events, { from: '2' }),
        wrote(a3, { basedOn: '1' }),
        removed('b'),
        wrote(c4),
        problem === '' ? waited('wait') : waited('wait', problem),
        listed('end', end),
      ]),
    ),
  )

const broken = expect.stringContaining('add up')

test('a list and all changes after it add up to a later list', () => {
  expect(judged(everything)).toEqual(['held'])
})

test.each([
  ['a change', 0],
  ['a removal', 1],
  ['a creation', 2],
])('they do not when %s is not told', (_what, missing) => {
  expect(judged(everything.filter((_, index) => index !== missing))).toContainEqual(broken)
})

test('a stream that has not shown the last write says nothing', () => {
  expect(judged([], { problem: 'nothing came for 5 ms' })).toEqual(['unmet'])
})

test('what others changed after it says nothing', () => {
  expect(judged(everything, { end: [object('a', '7'), c4] })).toContain('unmet')
})
