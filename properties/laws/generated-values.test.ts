import { describe, expect, it, test } from 'vitest'
import type { Observation } from '../history/observation.ts'
import { exchangeOf, historyOfExchanges } from '../history/test-history.ts'
import { observationTexts } from '../history/test-writes.ts'
import {
  allDifferences,
  dryRunAnswersTheRealResult,
  defaultsAreFilled,
  isUndefinedMetadata,
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

test('responses that differ only in generated values are equal', () => {
  expect(judge(answerOf('x', {}, 'other'), answerOf('x'), answerOf('y'))).toEqual(['held'])
})

test('the generation, and annotations that the server itself adds, are generated values', () => {
  const stamped = (name: string, generation: number, annotations?: object) => ({
    ...answerOf(name),
    metadata: { ...answerOf(name).metadata, generation, annotations },
  })
  const stamp = { 'vendor.example/place': 'root' }
  const real = stamped('x', 2, stamp)

  expect(judge(stamped('x', 1), real, stamped('y', 2, stamp))).toEqual(['held'])
  expect(judge(stamped('x', 1, { a: 'b' }), real, stamped('y', 2, stamp))).toEqual([says])
  const other = { 'vendor.example/place': 'elsewhere' }
  expect(judge(stamped('x', 2, other), real, stamped('y', 2, stamp))).toEqual([says])
})

test.each([
  ['lacks a field', { data: undefined }],
  ['has another value', { data: 'lost' }],
  ['has a field more', { extra: true }],
])('a dry run that %s breaks the rule', (_, more) => {
  expect(judge(answerOf('x', more), answerOf('x'), answerOf('y'))).toEqual([says])
})

test('a value that differs between two real requests is generated', () => {
  const [dry, real, again] = ['1', '2', '3'].map(nonce => ({ status: { nonce } }))

  expect(judge(answerOf('x', dry), answerOf('x', real), answerOf('y', again))).toEqual(['held'])
})

test('times are generated values, also if they differ, and so are managed fields', () => {
  const [early, late] = ['53', '54'].map(second => `2026-01-01T12:00:${second}Z`)
  const of = (name: string, time: string | undefined) => ({
    ...answerOf(name, { seenAt: time }),
    metadata: { ...answerOf(name).metadata, managedFields: [{ time, operation: time }] },
  })

  expect(judge(of('x', early), of('x', late), of('y', late))).toEqual(['held'])
})

test('a value that contains the name matches that with another name', () => {
  const [dry, real, again] = ['x', 'x', 'y'].map(name => ({ link: `/of/t-0-${name}` }))

  expect(judge(answerOf('x', dry), answerOf('x', real), answerOf('y', again))).toEqual(['held'])
  expect(judge(answerOf('x'), answerOf('x', real), answerOf('y', again))).toEqual([says])
})

test('a refused real request is inconclusive', () => {
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

test('a dry run has to return the default values of a real create', () => {
  const stored = { metadata: { uid: 'u' }, spec: { a: 1, b: 2 } }
  const broken = 'The response to a dry run has the default values of the type.'

  expect(filled(stored, stored, stored)).toEqual(['held'])
  expect(filled({ spec: { a: 1 } }, stored, stored)).toEqual([broken])
  expect(filled({ spec: { a: 1, b: 3 } }, stored, stored)).toEqual([broken])
  expect(filled({ spec: { b: 3 } }, stored, { spec: { b: 4 } })).toEqual(['held'])
})

test('the rule does not apply to a type without defaults', () => {
  const bare = { metadata: { uid: 'u' }, spec: { a: 1 }, status: { phase: 'new' } }

  expect(filled(bare, bare, bare)).toEqual(['notApplicable'])
})

test('differences are recorded, including undocumented ones', () => {
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

describe('two objects', () => {
  const differing = (one: object, other: object): string[] =>
    [...allDifferences({ metadata: one }, { metadata: other })]
      .filter(isUndefinedMetadata)
      .map(({ pointer }) => pointer)

  it('may differ in a member of metadata that nothing defines', () => {
    expect(differing({ shard: '1', visits: ['a'] }, { shard: '2', visits: ['b', 'c'] })).toEqual([
      '/metadata/shard',
      '/metadata/visits/0',
      '/metadata/visits/1',
    ])
  })

  it('must both have it', () => {
    expect(differing({ shard: '1' }, {})).toEqual([])
  })

  it('must not differ in what clients write, or in the generation', () => {
    expect(
      differing(
        { annotations: { a: '1' }, generation: 1 },
        { annotations: { a: 1 }, generation: 2 },
      ),
    ).toEqual([])
  })
})
