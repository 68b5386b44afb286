import { expect, it } from 'vitest'
import { at } from '../properties/history/history.ts'
import { given, holds, noted } from '../properties/history/observation.ts'
import { exchangeOf, historyOf } from '../properties/history/test-history.ts'
import { judgementOf, together } from './judge.ts'

const rule = (ok: boolean, says = 'It is so.') => holds(ok, { says, expected: 1, got: 2, at: 'a' })
const history = historyOf(exchangeOf('a', 200))

it('counts what was put to the test, and collects what was broken', () => {
  const judgement = judgementOf(function* () {
    yield rule(true)
    yield rule(false)
    yield noted('200')
    yield rule(false, 'It is not.')
  }, history)

  expect(judgement).toMatchObject({ observed: 3, unmet: [], noted: ['200'] })
  expect(judgement.broken.map(one => one.says)).toEqual(['It is so.', 'It is not.'])
})

it('stops at the first premise that is not met', () => {
  const judgement = judgementOf(function* () {
    yield* given(true, 'met')
    yield rule(true)
    yield* given(false, 'the server was busy')
    yield rule(false)
  }, history)

  expect(judgement).toEqual({
    broken: [],
    observed: 1,
    unmet: ['the server was busy'],
    noted: [],
    literal: [],
  })
})

it('says nothing of a history that lacks the step that it looks at', () => {
  const judgement = judgementOf(function* () {
    yield rule(true)
    yield rule(at(history, 'left out').answer !== undefined)
  }, history)

  expect(judgement).toMatchObject({ broken: [], observed: 1 })
  expect(judgement.unmet[0]).toContain('left out')
})

it('lets the fault of a judge through', () => {
  const wrong = () => {
    throw new TypeError('undefined is not a function')
  }

  expect(() => judgementOf(wrong, history)).toThrow(TypeError)
})

it('counts what was done where the dialect departs, but not what was not seen', () => {
  const did = [
    { kind: 'literal', did: 'follow' },
    { kind: 'literal', did: 'depart', what: 'accepted' },
    { kind: 'literal', did: 'not show', what: 'no answer' },
  ] as const

  expect(judgementOf(() => did, history)).toMatchObject({ observed: 2, literal: did })
})

it('adds judgements up', () => {
  const one = judgementOf(() => [rule(true), noted('a')], history)
  const other = judgementOf(() => [rule(false), ...given(false, 'b')], history)

  expect(together([one, other])).toEqual({
    broken: other.broken,
    observed: 2,
    unmet: ['b'],
    noted: ['a'],
    literal: [],
  })
  expect(together([])).toEqual({ broken: [], observed: 0, unmet: [], noted: [], literal: [] })
})
