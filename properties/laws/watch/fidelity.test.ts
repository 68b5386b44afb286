import { expect, test } from 'vitest'
import { got, historyOf, listed, object, verdictsOf, wrote } from '../../history/written.ts'
import { told, watched } from '../../history/written-watch.ts'
import { showsWhatAnswersShow } from './fidelity.ts'

const broken = 'The object of an event is the one that answers show at its version.'
const dark = object('a', '2', { labels: { shade: 'dark' } })
const light = object('a', '2', { labels: { shade: 'light' } })
const typed = { ...dark, kind: 'Lease', apiVersion: 'coordination.cluster.example/v1' }

const judged = (event: unknown, ...answers: ReturnType<typeof got>[]) =>
  verdictsOf(showsWhatAnswersShow('watch')(historyOf([...answers, watched('watch', [event])])))

test.each([
  ['a write', wrote(typed)],
  ['a get', got('get', typed)],
  ['a list, whose items may lack their type', listed('list', [dark])],
])('an event shows what %s shows', (_what, answer) => {
  expect(judged(told('MODIFIED', typed), answer)).toEqual(['held'])
})

test.each([
  ['a write', wrote(light)],
  ['a get', got('get', light)],
  ['a list', listed('list', [light])],
])('an event that shows the object otherwise than %s breaks the rule', (_what, answer) => {
  expect(judged(told('MODIFIED', dark), answer)).toEqual([broken])
})

test('removals, other versions and the objects of others are not compared', () => {
  const theirs = { metadata: { ...light.metadata, name: 'theirs' } }
  expect(judged(told('DELETED', dark), wrote(light))).toEqual([])
  expect(judged(told('MODIFIED', dark), wrote(object('a', '3')))).toEqual([])
  expect(judged(told('ADDED', theirs), listed('list', [theirs]))).toEqual([])
})
