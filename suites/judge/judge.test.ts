import { expect, it } from 'vitest'
import { exchangeAt } from '../../properties/history/history.ts'
import {
  noOtherWriter,
  applicable,
  precondition,
  verify,
  recordAnswer,
} from '../../properties/history/observation.ts'
import { exchangeOf, historyOfExchanges } from '../../properties/history/test-history.ts'
import { judgementOf, mergeJudgements } from './judge.ts'

const rule = (ok: boolean, says = 'It is so.') => verify(ok, { says, expected: 1, got: 2, at: 'a' })
const history = historyOfExchanges(exchangeOf('a', 200))

it('counts observations and collects violations', () => {
  const judgement = judgementOf(function* () {
    yield rule(true)
    yield rule(false)
    yield recordAnswer('200')
    yield rule(false, 'It is not.')
  }, history)

  expect(judgement).toMatchObject({
    testedCount: 3,
    whyNotJudged: [],
    hadOtherWriter: false,
    notApplicable: [],
    recorded: ['200'],
  })
  expect(judgement.violations.map(one => one.says)).toEqual(['It is so.', 'It is not.'])
})

it('stops at the first precondition that is not met', () => {
  const judgement = judgementOf(function* () {
    yield* precondition(true, 'met')
    yield rule(true)
    yield* precondition(false, 'the server was busy')
    yield rule(false)
  }, history)

  expect(judgement).toEqual({
    violations: [],
    testedCount: 1,
    whyNotJudged: ['the server was busy'],
    hadOtherWriter: false,
    notApplicable: [],
    recorded: [],
    departures: [],
  })
})

it('remembers that another client writes', () => {
  const judgement = judgementOf(function* () {
    yield* noOtherWriter(false, 'a is not of this case')
  }, history)

  expect(judgement).toMatchObject({
    whyNotJudged: ['another writer is at work: a is not of this case'],
    hadOtherWriter: true,
  })
  expect(mergeJudgements([judgement]).hadOtherWriter).toBe(true)
})

it('is inconclusive for a history without the step it inspects', () => {
  const judgement = judgementOf(function* () {
    yield rule(true)
    yield rule(exchangeAt(history, 'left out').answer !== undefined)
  }, history)

  expect(judgement).toMatchObject({ violations: [], testedCount: 1 })
  expect(judgement.whyNotJudged[0]).toContain('left out')
})

it('rethrows an error in a judge', () => {
  const wrong = () => {
    throw new TypeError('undefined is not a function')
  }

  expect(() => judgementOf(wrong, history)).toThrow(TypeError)
})

it('counts departures of the dialect, but not missing observations', () => {
  const did = [
    { kind: 'departure', presence: 'absent' },
    { kind: 'departure', presence: 'present', what: 'accepted' },
    { kind: 'departure', presence: 'not shown', what: 'no answer' },
  ] as const

  expect(judgementOf(() => did, history)).toMatchObject({ testedCount: 2, departures: did })
})

it('adds up judgements', () => {
  const one = judgementOf(() => [rule(true), recordAnswer('a')], history)
  const other = judgementOf(() => [rule(false), ...precondition(false, 'b')], history)

  expect(mergeJudgements([one, other])).toEqual({
    violations: other.violations,
    testedCount: 2,
    whyNotJudged: ['b'],
    hadOtherWriter: false,
    notApplicable: [],
    recorded: ['a'],
    departures: [],
  })
  expect(mergeJudgements([])).toEqual({
    violations: [],
    testedCount: 0,
    whyNotJudged: [],
    hadOtherWriter: false,
    notApplicable: [],
    recorded: [],
    departures: [],
  })
})

it('ends where the rule does not apply', () => {
  const judge = function* () {
    yield* applicable(false, 'one encoding only')
    yield { kind: 'held' } as const
  }

  expect(judgementOf(judge, history)).toMatchObject({
    notApplicable: ['one encoding only'],
    testedCount: 0,
  })
})
