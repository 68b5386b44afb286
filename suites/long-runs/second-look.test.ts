import { expect, it } from 'vitest'
import type { Verdict } from '../verdict.ts'
import { withSecondLook } from './second-look.ts'

const verdict = (id: Verdict['id'], word: Verdict['verdict']): Verdict => ({
  id,
  verdict: word,
  cases: 1,
  observations: 1,
})

it('judges only inconclusive rows once more', async () => {
  const asked: (readonly string[] | undefined)[] = []
  const verdicts = await withSecondLook(async ids => {
    asked.push(ids)
    return ids
      ? [verdict('LIST-001', 'pass')]
      : [verdict('GET-001', 'fail'), verdict('LIST-001', 'inconclusive')]
  })

  expect(verdicts).toEqual([verdict('GET-001', 'fail'), verdict('LIST-001', 'pass')])
  expect(asked).toEqual([undefined, ['LIST-001']])
})

it('keeps decided verdicts', async () => {
  const decided = [verdict('GET-001', 'fail')]

  expect(await withSecondLook(async ids => (ids ? [] : decided))).toEqual(decided)
})
