import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { otherObjectIsNotPut } from './puts.ts'

const named = (name: string, a?: string) => ({
  metadata: { name, uid: name, resourceVersion: '1', ...(a && { annotations: { a } }) },
})

function judged(status: number, found: string | undefined): string[] {
  const about = { role: 'core' } as const
  return observationTexts(
    otherObjectIsNotPut(
      historyOfExchanges(
        exchangeOf('object core', 201, named('x'), { about }),
        exchangeOf('other core', 201, named('y'), { about }),
        exchangeOf('twin core', 200, named('x', 'b'), { about }),
        exchangeOf('fault core', status, named('y', 'c'), { about }),
        exchangeOf('after core', 200, named('y', found), { about }),
      ),
    ),
  )
}

const says = 'A PUT to the path of one object does not change another object.'

it('fails if a PUT of another object changes that object', () => {
  expect(judged(200, 'c')).toContain(says)
})

it('passes if such a PUT is refused, or writes the object of its path', () => {
  expect(judged(400, undefined)).toEqual(['held'])
  expect(judged(200, undefined)).toEqual(['held'])
})

it('does not judge a PUT that the server failed to answer', () => {
  expect(judged(503, undefined)).toEqual(['preconditionUnmet'])
})
