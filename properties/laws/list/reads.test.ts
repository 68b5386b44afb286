import { describe, expect, test } from 'vitest'
import { given, holds } from '../../history/observation.ts'
import { historyOf, listed, object, verdictsOf, wrote } from '../../history/written.ts'
import { eachRead, listsNeverGoBack } from './reads.ts'

const a1 = object('a', '1')
const a2 = object('a', '2')

describe('listsNeverGoBack', () => {
  const history = (first: typeof a1, second: typeof a1, sentAt: number) =>
    historyOf([
      wrote(a1, { at: [0, 1] }),
      wrote(a2, { at: [10, 100], basedOn: '1' }),
      listed('read-0', [first], { at: [20, 30] }),
      listed('read-1', [second], { at: [sentAt, 50] }),
    ])

  test('holds while lists go forward', () => {
    expect(verdictsOf(listsNeverGoBack(history(a1, a2, 40)))).toEqual(['held'])
    expect(verdictsOf(listsNeverGoBack(history(a2, a2, 40)))).toEqual(['held'])
  })

  test('is broken by a list that shows less than the one answered before', () => {
    expect(verdictsOf(listsNeverGoBack(history(a2, a1, 40)))).toEqual([
      expect.stringContaining('never shows an older state'),
    ])
  })

  test('says nothing of two lists at the same time', () => {
    expect(verdictsOf(listsNeverGoBack(history(a2, a1, 25)))).toEqual([])
  })
})

describe('eachRead', () => {
  test('judges the other reads when one does not meet a premise', () => {
    const history = historyOf([listed('read-0', []), listed('read-1', []), listed('seen-0', [])])
    const law = eachRead(function* (_history, read) {
      yield* given(read.step === 'read-1', 'not this one')
      yield holds(true, { says: '', expected: '', got: '', at: read })
    })

    expect(verdictsOf(law(history))).toEqual(['held'])
    expect(verdictsOf(eachRead(() => given(false, 'none'))(history))).toEqual(['unmet'])
  })
})
