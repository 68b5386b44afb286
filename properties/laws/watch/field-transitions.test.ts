import { expect, test } from 'vitest'
import type { Exchange } from '../../history/history.ts'
import { historyOfWrites, observationTexts } from '../../history/test-writes.ts'
import { awaitExchangeOf, watchEventDocument, watchExchangeOf } from '../../history/test-watches.ts'
import { eventsFollowPhase } from './field-transitions.ts'

const answered =
  (step: string, name: string, phase: string) =>
  (position: number): Exchange => ({
    ...watchExchangeOf(step, [])(position),
    stream: undefined as never,
    answer: {
      status: 200,
      headers: {},
      text: '',
      body: { metadata: { name }, status: { phase } },
    },
  })

const eventsOf = (name: string, types: string[]) =>
  types.map(type => watchEventDocument(type, { metadata: { name } }))

const judged = (active: string[], terminating: string[], later = 'Terminating') =>
  observationTexts(
    eventsFollowPhase(
      historyOfWrites([
        answered('other', 'other', 'Active'),
        watchExchangeOf('active', eventsOf('x', active)),
        watchExchangeOf('terminating', eventsOf('x', terminating)),
        answered('object', 'x', 'Active'),
        answered('removed', 'x', later),
        answered('after', 'x', later),
        answered('marker', 'marker', 'Active'),
        awaitExchangeOf('active shows marker'),
      ]),
    ),
  )

const broken =
  'With a field selector, an object that starts to match is ADDED, and one that stops matching is DELETED.'

test('an object that ceases to match is DELETED, one that begins to match is ADDED', () => {
  expect(judged(['ADDED', 'DELETED'], ['ADDED'])).toEqual(['held'])
  expect(judged(['ADDED', 'MODIFIED', 'DELETED'], ['ADDED', 'MODIFIED', 'DELETED'])).toEqual([
    'held',
  ])
})

test('other types are violations', () => {
  expect(judged(['ADDED', 'MODIFIED'], ['ADDED'])).toEqual([broken, 'held'])
  expect(judged(['ADDED'], ['MODIFIED'])).toEqual([broken])
})

test('without the phase or an event nothing is judged', () => {
  expect(judged(['ADDED', 'DELETED'], ['ADDED'], 'Active')).toEqual(['preconditionUnmet'])
  expect(judged(['ADDED', 'DELETED'], [])).toEqual(['held', 'preconditionUnmet'])
})
