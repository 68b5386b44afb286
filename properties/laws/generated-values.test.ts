import { expect, test } from 'vitest'
import type { Observation } from '../history/observation.ts'
import { exchangeOf, historyOfExchanges } from '../history/test-history.ts'
import { observationTexts } from '../history/test-writes.ts'
import {
  dryRunAnswersTheRealResult,
  defaultsAreFilled,
  notesWhatDiffers,
} from './generated-values.ts'

const says = 'It answers the object.'

const answerOf = (name: string, more: Record<string, unknown> = {}, uid = name) => ({
  metadata: { name: `t-0-${name}`, uid, resourceVersion: uid, labels: { a: 'b' } },
  data: 'kept',
  ...more,
})

const judge = (dry: object, real: object, again: object): string[] =>
  observationTexts(
    dryRunAnswersTheRealResult(says)(
      historyOfExchanges(
        exchangeOf('dry', 200, dry),
        exchangeOf('real', 200, real),
        exchangeOf('again', 200, again),
      ),
    ),
  )

test('answers that differ in generated values alone are alike', () => {
  expect(judge(answerOf('x', {}, 'other'), answerOf('x'), answerOf('y'))).toEqual(['held'])
})

test.each([
  ['lacks a field', { data: undefined }],
  ['has another value', { data: 'lost' }],
  ['has a field more', { extra: true }],
])('a dry run that %s breaks the rule', (_, more) => {
  expect(judge(answerOf('x', more), answerOf('x'), answerOf('y'))).toEqual([says])
})

test('what differs from one real request to the next is made up', () => {
  const [dry, real, again] = ['1', '2', '3'].map(nonce => ({ status: { nonce } }))

  expect(judge(answerOf('x', dry), answerOf('x', real), answerOf('y', again))).toEqual(['held'])
})

test('times are made up, also those of two seconds, and so is who manages a field', () => {
  const [early, late] = ['53', '54'].map(second => `2026-01-01T12:00:${second}Z`)
  const of = (name: string, time: string | undefined) => ({
    ...answerOf(name, { seenAt: time }),
    metadata: { ...answerOf(name).metadata, managedFields: [{ time, operation: time }] },
  })

  expect(judge(of('x', early), of('x', late), of('y', late))).toEqual(['held'])
})

test('a value that holds the name is the same for another name', () => {
  const [dry, real, again] = ['x', 'x', 'y'].map(name => ({ link: `/of/t-0-${name}` }))

  expect(judge(answerOf('x', dry), answerOf('x', real), answerOf('y', again))).toEqual(['held'])
  expect(judge(answerOf('x'), answerOf('x', real), answerOf('y', again))).toEqual([says])
})

test('nothing is said where the real request was refused', () => {
  const history = historyOfExchanges(
    exchangeOf('dry', 200, answerOf('x')),
    exchangeOf('real', 409),
    exchangeOf('again', 200, answerOf('y')),
  )

  expect(observationTexts(dryRunAnswersTheRealResult(says)(history))).toEqual(['preconditionUnmet'])
})

const filled = (dry: object, real: object, again: object): string[] => {
  const request = { body: JSON.stringify({ metadata: { name: 'x' }, spec: { a: 1 } }) }
  return observationTexts(
    defaultsAreFilled('core')(
      historyOfExchanges(
        exchangeOf('dry core', 200, dry, { request }),
        exchangeOf('real core', 200, real, { request }),
        exchangeOf('again core', 200, again, { request }),
      ),
    ),
  )
}

test('a default of the real create is wanted of the dry one', () => {
  const stored = { metadata: { uid: 'u' }, spec: { a: 1, b: 2 } }
  const broken = 'The response to a dry run has the default values of the type.'

  expect(filled(stored, stored, stored)).toEqual(['held'])
  expect(filled({ spec: { a: 1 } }, stored, stored)).toEqual([broken])
  expect(filled({ spec: { a: 1, b: 3 } }, stored, stored)).toEqual([broken])
  expect(filled({ spec: { b: 3 } }, stored, { spec: { b: 4 } })).toEqual(['held'])
})

test('a type without defaults has nothing that the rule applies to', () => {
  const bare = { metadata: { uid: 'u' }, spec: { a: 1 }, status: { phase: 'new' } }

  expect(filled(bare, bare, bare)).toEqual(['notApplicable'])
})

test('differences are noted, those that nobody announced too', () => {
  const history = historyOfExchanges(
    exchangeOf('dry', 200, answerOf('x', { data: 'other' }, 'dry')),
    exchangeOf('real', 200, answerOf('x')),
  )
  const noted = [...notesWhatDiffers(history)].map((one: Observation) =>
    one.kind === 'recorded' ? one.what : one.kind,
  )

  expect(noted).toEqual([
    'a dry create differs from the real one in /data, /metadata/resourceVersion, /metadata/uid',
    'among them, unexpectedly: /data',
  ])
})
