import { expect, test } from 'vitest'
import {
  getAnswer,
  historyOfWrites,
  listAnswer,
  listedObject,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import { watchEventDocument, watchExchangeOf } from '../../history/test-watches.ts'
import { eventsMatchAnswers } from './fidelity.ts'

const broken = 'The object of an event is the one that responses have at its version.'
const dark = listedObject('a', '2', { labels: { shade: 'dark' } })
const light = listedObject('a', '2', { labels: { shade: 'light' } })
const typed = { ...dark, kind: 'Lease', apiVersion: 'coordination.cluster.example/v1' }

const judged = (event: unknown, ...answers: ReturnType<typeof getAnswer>[]) =>
  observationTexts(
    eventsMatchAnswers('watch')(historyOfWrites([...answers, watchExchangeOf('watch', [event])])),
  )

test.each([
  ['a write', acknowledgedWrite(typed)],
  ['a get', getAnswer('get', typed)],
  ['a list, whose items may lack their type', listAnswer('list', [dark])],
])('an event has the same object as %s', (_what, answer) => {
  expect(judged(watchEventDocument('MODIFIED', typed), answer)).toEqual(['held'])
})

test.each([
  ['a write', acknowledgedWrite(light)],
  ['a get', getAnswer('get', light)],
  ['a list', listAnswer('list', [light])],
])('an event whose object differs from that of %s breaks the rule', (_what, answer) => {
  expect(judged(watchEventDocument('MODIFIED', dark), answer)).toEqual([broken])
})

test('removals, other versions and objects of others are not compared', () => {
  const theirs = { metadata: { ...light.metadata, name: 'theirs' } }
  expect(judged(watchEventDocument('DELETED', dark), acknowledgedWrite(light))).toEqual([])
  expect(
    judged(watchEventDocument('MODIFIED', dark), acknowledgedWrite(listedObject('a', '3'))),
  ).toEqual([])
  expect(judged(watchEventDocument('ADDED', theirs), listAnswer('list', [theirs]))).toEqual([])
})
