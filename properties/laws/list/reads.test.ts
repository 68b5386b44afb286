import { describe, expect, test } from 'vitest'
import { precondition, verify } from '../../history/observation.ts'
import {
  historyOfWrites,
  listAnswer,
  listedObject,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import { eachRead, listsNeverGoBack } from './reads.ts'

const a1 = listedObject('a', '1')
const a2 = listedObject('a', '2')

describe('listsNeverGoBack', () => {
  const history = (first: typeof a1, second: typeof a1, sentAt: number) =>
    historyOfWrites([
      acknowledgedWrite(a1, { times: [0, 1] }),
      acknowledgedWrite(a2, { times: [10, 100], basedOn: '1' }),
      listAnswer('read-0', [first], { times: [20, 30] }),
      listAnswer('read-1', [second], { times: [sentAt, 50] }),
    ])

  test('holds while lists go forward', () => {
    expect(observationTexts(listsNeverGoBack(history(a1, a2, 40)))).toEqual(['held'])
    expect(observationTexts(listsNeverGoBack(history(a2, a2, 40)))).toEqual(['held'])
  })

  test('is violated by a list that is older than one answered before', () => {
    expect(observationTexts(listsNeverGoBack(history(a2, a1, 40)))).toEqual([
      expect.stringContaining('never returns an older state'),
    ])
  })

  test('does not judge concurrent lists', () => {
    expect(observationTexts(listsNeverGoBack(history(a2, a1, 25)))).toEqual([])
  })
})

describe('eachRead', () => {
  test('judges the other reads if one does not meet a precondition', () => {
    const history = historyOfWrites([
      listAnswer('read-0', []),
      listAnswer('read-1', []),
      listAnswer('seen-0', []),
    ])
    const law = eachRead(function* (_history, read) {
      yield* precondition(read.step === 'read-1', 'not this one')
      yield verify(true, { says: '', expected: '', got: '', at: read })
    })

    expect(observationTexts(law(history))).toEqual(['held'])
    expect(observationTexts(eachRead(() => precondition(false, 'none'))(history))).toEqual([
      'preconditionUnmet',
    ])
  })
})
