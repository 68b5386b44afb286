import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { nothingOutlivesItsNamespace } from './namespace-races.ts'

const judged = ({ gone = 404, late = 201, left = [] as string[] }): string[] =>
  observationTexts(
    nothingOutlivesItsNamespace(
      historyOfExchanges(
        exchangeOf('namespace', 201),
        exchangeOf('late 0.0', late),
        exchangeOf('deleted', 200),
        exchangeOf('gone', gone),
        exchangeOf('again', 201),
        exchangeOf('left core', 200, {
          metadata: {},
          items: left.map(name => ({ metadata: { name, namespace: 't-0-n' } })),
        }),
      ),
    ),
  )

it('holds if all created objects are gone or were refused', () => {
  expect(judged({})).toEqual(['held'])
  expect(judged({ late: 403 })).toEqual(['held'])
})

it('is violated by objects that are found under the same name again', () => {
  expect(judged({ left: ['t-0-late-0-0'] })).toContain('Nothing outlives its namespace.')
})

it('is violated by a refusal with another code', () => {
  expect(judged({ late: 422 })).toContain(
    'A create in a namespace that is being deleted succeeds or is refused with 403 or 404.',
  )
})

it('is inconclusive while the namespace still exists', () => {
  expect(judged({ gone: 200 })).toEqual(['preconditionUnmet'])
})
