import { expect, it } from 'vitest'
import { verify } from '../../properties/history/observation.ts'
import { list } from '../../properties/dsl/steps.ts'
import { example } from '../check.ts'
import type { Check } from '../check.ts'
import type { Verdict } from '../verdict.ts'
import {
  repeatServingChecks,
  noticeStuckWrites,
  replacementVerdict,
} from './repeat-serving-checks.ts'

const checkOf = (id: 'PATH-004' | 'PATH-012' | 'LIST-001' | 'PAGE-001') =>
  example(id, [list('all', 'main')], () => [
    verify(true, { says: 'It is there.', expected: 200, got: 200, at: 'all' }),
  ])

const [lists, creates, other] = [checkOf('PATH-004'), checkOf('PATH-012'), checkOf('LIST-001')]

const verdictOf = (check: Check, verdict: Verdict['verdict']): Verdict => ({
  id: check.id,
  verdict,
  cases: 1,
  observations: 1,
  because: 'So it is.',
})

/** The verdicts of a run in which so many further checks are inconclusive. */
const runWith = (unjudged: number): Map<Check, Verdict> =>
  new Map([
    [lists, verdictOf(lists, 'pass')],
    [creates, verdictOf(creates, 'inconclusive')],
    [other, verdictOf(other, 'pass')],
    ...Array.from({ length: unjudged }, () => checkOf('PAGE-001')).map(
      check => [check, verdictOf(check, 'inconclusive')] as const,
    ),
  ])

async function lookedAgain(
  verdicts: Map<Check, Verdict>,
  verdict: Verdict['verdict'],
  signal = new AbortController().signal,
) {
  const performed: string[] = []
  const judge = async (check: Check) => {
    performed.push(check.id)
    return verdictOf(check, verdict)
  }
  await repeatServingChecks(verdicts, judge, signal)
  return performed
}

it('fails rows about serving that do not pass the second time', async () => {
  const verdicts = runWith(4)

  expect(await lookedAgain(verdicts, 'fail')).toEqual(['PATH-004', 'PATH-012'])
  expect(verdicts.get(lists)).toMatchObject({
    verdict: 'fail',
    because:
      'So it is. It was served earlier in this run; an object that was stored since may break it.',
  })
  expect(verdicts.get(creates)).toMatchObject({ verdict: 'fail', because: 'So it is.' })
  expect(verdicts.get(other)?.verdict).toBe('pass')
})

it('keeps verdicts if the second one is inconclusive', async () => {
  const verdicts = runWith(4)

  await lookedAgain(verdicts, 'inconclusive')
  expect(verdicts.get(lists)?.verdict).toBe('pass')
  expect(verdicts.get(creates)?.verdict).toBe('inconclusive')
})

it('does nothing in a run that could judge most checks, or that is ending', async () => {
  expect(await lookedAgain(runWith(3), 'fail')).toEqual([])
  expect(await lookedAgain(runWith(9), 'fail', AbortSignal.abort())).toEqual([])
})

it('notices once that three checks in a row timed out at writes of one method', () => {
  const notice = noticeStuckWrites([lists, creates, other])
  const late = (method: string) => {
    const timeOut = { shape: { method, path: '/x', hasOddBody: false }, problem: 'late' }
    return notice({ ...verdictOf(other, 'inconclusive'), timeOut })
  }

  expect([late('POST'), late('DELETE'), late('POST')].flat()).toEqual([])
  expect(late('POST')).toEqual([creates])
  expect(late('POST')).toEqual([])
  notice(verdictOf(other, 'pass'))
  expect([late('POST'), late('POST'), late('POST'), late('GET')].flat()).toEqual([])
})

it('replaces a verdict only with a failure, and says that the request was served earlier', () => {
  const fail = verdictOf(creates, 'fail')

  expect(replacementVerdict(undefined, fail)).toEqual(fail)
  expect(replacementVerdict(verdictOf(creates, 'pass'), fail)?.because).toContain('served earlier')
  expect(replacementVerdict(fail, fail)).toBeUndefined()
  expect(replacementVerdict(undefined, verdictOf(creates, 'inconclusive'))).toBeUndefined()
})
