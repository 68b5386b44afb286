import { expect, it } from 'vitest'
import type { Check } from '../check.ts'
import type { Verdict } from '../verdict.ts'
import { repeatExpiredChecks } from './repeat-expired-checks.ts'

const checkOf = (id: string) => ({ id }) as Check
const verdictOf = (id: string, verdict: Verdict['verdict'], because?: string): Verdict => ({
  id: id as Verdict['id'],
  verdict,
  cases: 1,
  observations: 0,
  ...(because !== undefined && { because }),
})

it('performs checks again whose version had expired, and keeps what is decided', async () => {
  const expired = 'GET /a (step "list") returned 410 Expired'
  const verdicts = new Map([
    [checkOf('LIST-010'), verdictOf('LIST-010', 'inconclusive', expired)],
    [checkOf('LIST-011'), verdictOf('LIST-011', 'inconclusive', expired)],
    [checkOf('LIST-012'), verdictOf('LIST-012', 'inconclusive', 'another writer is at work')],
    [checkOf('LIST-013'), verdictOf('LIST-013', 'pass')],
  ])
  const repeated: string[] = []

  await repeatExpiredChecks(
    verdicts,
    async ({ id }) => {
      repeated.push(id)
      return verdictOf(id, id === 'LIST-010' ? 'pass' : 'inconclusive', expired)
    },
    new AbortController().signal,
  )

  expect(repeated).toEqual(['LIST-010', 'LIST-011'])
  expect([...verdicts.values()].map(({ verdict }) => verdict)).toEqual([
    'pass',
    'inconclusive',
    'inconclusive',
    'pass',
  ])
})
