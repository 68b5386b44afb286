import { expect, test } from 'vitest'
import { historyOf, object, verdictsOf } from '../../history/written.ts'
import { told, waited, watched } from '../../history/written-watch.ts'
import { agree } from './agreement.ts'

const a2 = told('ADDED', object('a', '2'))
const a4 = told('MODIFIED', object('a', '4'))
const b3 = told('ADDED', object('b', '3', { namespace: 'n0' }))

type Options = { from?: string; problem?: string }

/** A watch of all namespaces beside one of the first. */
const judged = (all: unknown[], one: unknown[], { from = '1', problem }: Options = {}) =>
  verdictsOf(
    agree(
      ['all', 'one'],
      ['wait'],
    )(
      historyOf([
        watched('all', all, { from: '1', namespace: 'all' }),
        watched('one', one, { from }),
        waited('wait', problem),
      ]),
    ),
  )

test('two watches agree on what both are about', () => {
  expect(judged([a2, b3, a4], [a2, a4])).toEqual(['held'])
})

test.each([
  ['leaves out an event', [a2]],
  ['has another order', [a4, a2]],
  ['names another type', [a2, told('ADDED', object('a', '4'))]],
])('a watch that %s does not agree with the other', (_what, one) => {
  expect(judged([a2, b3, a4], one)).toContainEqual(
    expect.stringContaining('deliver the same changes'),
  )
})

test('a watch that shows an object otherwise does not agree', () => {
  const otherwise = told('MODIFIED', object('a', '4', { labels: { shade: 'dark' } }))
  expect(judged([a2, a4], [a2, otherwise])).toEqual([
    'held',
    'Two watches show an object at one version alike.',
  ])
})

test('watches from two versions, or that have not shown everything, say nothing', () => {
  expect(judged([a2, a4], [a4], { from: '2' })).toEqual(['unmet'])
  expect(judged([a2, a4], [a2], { problem: 'nothing came for 5 ms' })).toEqual(['unmet'])
})
