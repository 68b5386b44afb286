import { expect, test } from 'vitest'
import { historyOf, listed, object, verdictsOf, wrote } from '../../history/written.ts'
import { bookmark, told, waited, watched } from '../../history/written-watch.ts'
import { tellsNoMoreThan, tellsNothingTwice } from './unique.ts'

const [a1, a2, a4] = [object('a', '1'), object('a', '2'), object('a', '4')]
const gone = told('DELETED', object('a', '3'))

const judged = (events: unknown[]) =>
  verdictsOf(tellsNothingTwice('watch')(historyOf([watched('watch', events)])))

test('each state is told once, also of a name that is used again', () => {
  const life = [told('ADDED', a1), told('MODIFIED', a2), gone, told('ADDED', a4)]
  expect(judged(life)).toEqual(['held'])
})

test.each([
  ['a state twice', [told('ADDED', a1), told('MODIFIED', a1)], 'delivered twice'],
  ['a removal twice', [told('ADDED', a1), gone, gone], 'delivered twice'],
  ['what is there as ADDED', [told('ADDED', a1), told('ADDED', a2)], 'there already'],
])('a stream that tells %s breaks the rule', (_what, events, says) => {
  expect(judged(events)).toContainEqual(expect.stringContaining(says))
})

test('bookmarks, the objects of others, and what is no stream say nothing', () => {
  const theirs = told('ADDED', { metadata: { ...a1.metadata, name: 'theirs' } })
  expect(judged([bookmark('1'), bookmark('1'), theirs, theirs])).toEqual([])
  const refused = historyOf([listed('watch', [])])
  expect(verdictsOf(tellsNothingTwice('watch')(refused))).toEqual(['unmet'])
})

const [x1, x2, x3] = [object('x', '1'), object('x', '2'), object('x', '3')]

const counted = (events: unknown[], problem?: string) =>
  verdictsOf(
    tellsNoMoreThan('watch', ['MODIFIED', 'MODIFIED'])(
      historyOf([
        wrote(x1),
        watched('watch', events, { from: '1' }),
        wrote(x2, { basedOn: '1' }),
        wrote(x2, { basedOn: '2' }),
        wrote(x3, { basedOn: '2' }),
        waited('watch shows marker', problem),
      ]),
    ),
  )

test('an update that changes nothing is not told', () => {
  const [second, third] = [told('MODIFIED', x2), told('MODIFIED', x3)]
  expect(counted([second, third, told('ADDED', a4)])).toEqual(['held'])
  expect(counted([second, second, third])).toEqual(['An update that changes nothing is no event.'])
  expect(counted([second], 'nothing came for 5 ms')).toEqual(['unmet'])
})
