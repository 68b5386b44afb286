import { expect, test } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { acceptsFlag, obeysRate, overlap } from './options.ts'

const call = (receivedAt: number, answeredAt?: number) => ({
  method: 'PullImage',
  request: {},
  receivedAt,
  ...(answeredAt !== undefined && { answeredAt }),
})

const pulledAt = (...times: number[]) => {
  const history = historyOfExchanges(
    exchangeOf('pulled', 200, { calls: times.map(at => call(at)) }),
  )
  const rate = { method: 'PullImage', perSecond: 1, burst: 3, says: 's' }
  return Array.from(obeysRate(history, 'pulled', rate), ({ kind }) => kind)
}

test('a burst of calls and then the rate are allowed', () => {
  expect(pulledAt(0, 0, 0)).toEqual(['held'])
  expect(pulledAt(0, 0, 0, 1000, 2000, 3000)).toEqual(['held'])
  expect(pulledAt(5000, 0, 0, 0)).toEqual(['held'])
})

test('more calls than the burst and the rate allow are too many, also later', () => {
  expect(pulledAt(0, 10, 20, 30, 40, 50)).toEqual(['violated'])
  expect(pulledAt(0, 20_000, 20_010, 20_020, 20_030, 20_040)).toEqual(['violated'])
})

test('one call that is less than a second early is tolerated', () => {
  expect(pulledAt(0, 0, 0, 100)).toEqual(['held'])
})

test('calls overlap if one is sent before the answer to another', () => {
  expect(overlap([call(0, 10), call(10, 20)])).toBe(false)
  expect(overlap([call(10, 20), call(0, 11)])).toBe(true)
  expect(overlap([call(0), call(5, 6)])).toBe(true)
})

/** What is observed of an agent that did not start for a reason, and what comes of it. */
function judged(problem: string, dialect: string) {
  const { answer: _, ...refused } = exchangeOf('runs', 200)
  const history = historyOfExchanges({ ...refused, problem }, exchangeOf('control', 200))
  const context = { ...history.context, dialect }
  const given = { flag: 'cloud-config', label: 'runs', control: 'control' }
  const observations = acceptsFlag({ ...history, context }, given)
  const kinds: string[] = []
  for (;;) {
    const { done, value } = observations.next()
    if (done === true) return { kinds, goesOn: value }
    kinds.push(value.kind)
    // The judge ends here.
    if (value.kind === 'preconditionUnmet') return { kinds, goesOn: false }
  }
}

test('an agent that names the flag in its refusal violates the rule or departs', () => {
  const refusal = 'it ended; the end of its log:\nunknown flag: --cloud-config'

  expect(judged(refusal, 'cluster')).toEqual({ kinds: ['violated'], goesOn: false })
  expect(judged(refusal, 'kubernetes')).toEqual({ kinds: ['departure'], goesOn: false })
})

test('an agent that does not start for another reason is inconclusive', () => {
  expect(judged('the disk is full', 'cluster')).toEqual({
    kinds: ['preconditionUnmet'],
    goesOn: false,
  })
})
