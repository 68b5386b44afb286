import { expect, test } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { subresourceAnswersInKind, eachStatusIsServed } from './subresources.ts'

const objectOf = (uid: string) => ({ kind: 'Namespace', metadata: { uid } })

const statusLaw = (second: [status: number, body?: object]): string[] =>
  observationTexts(
    eachStatusIsServed('Served.')(
      historyOfExchanges(
        exchangeOf('object 0', 200, objectOf('a')),
        exchangeOf('status 0', 200, objectOf('a')),
        exchangeOf('object 1', 200, objectOf('b')),
        exchangeOf('status 1', ...second),
      ),
    ),
  )

test('a status is served in any form, but not of another object', () => {
  expect(statusLaw([200, objectOf('b')])).toEqual(['held'])
  expect(statusLaw([200, { kind: 'Phase' }])).toEqual(['held'])
  expect(statusLaw([200, objectOf('a')])).toEqual(['held', 'Served.'])
  expect(statusLaw([200])).toEqual(['held', 'Served.'])
  expect(statusLaw([404])).toEqual(['held', 'Served.'])
})

test('missing rights or a server error are inconclusive', () => {
  expect(statusLaw([403])).toEqual(['held', 'preconditionUnmet'])
  expect(statusLaw([500])).toEqual(['held', 'preconditionUnmet'])
})

test('each verb answers in the kind of the subresource', () => {
  const judge = (status: number, kind: string): string[] =>
    observationTexts(
      subresourceAnswersInKind(
        'Scale',
        'update',
      )(historyOfExchanges(exchangeOf('object', 201), exchangeOf('update', status, { kind }))),
    )

  expect(judge(200, 'Scale')).toEqual(['held'])
  expect(judge(200, 'ReplicaSet')).toEqual([expect.stringContaining('returns the kind')])
  expect(judge(405, 'Status')).toEqual([expect.stringContaining('returns the kind')])
  expect(judge(409, 'Status')).toEqual(['preconditionUnmet'])
})
