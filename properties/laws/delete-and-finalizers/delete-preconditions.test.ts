import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { unmetPreconditionsDeleteNothing } from './delete-preconditions.ts'

const conflict = { kind: 'Status', status: 'Failure', code: 409, reason: 'Conflict', message: 'm' }

type Case = { uids: boolean; sent?: object; status?: number; after?: number }

function judge({ uids, sent, status = 409, after = 200 }: Case) {
  const shown = (name: string, resourceVersion: string) => ({
    metadata: { name, namespace: 'own', resourceVersion, ...(uids && { uid: `uid ${name}` }) },
  })
  const fault =
    sent === undefined
      ? exchangeOf('fault', 0)
      : exchangeOf('fault', status, status === 409 ? conflict : {}, {
          request: { method: 'DELETE', body: JSON.stringify({ preconditions: sent }) },
        })
  return observationTexts(
    unmetPreconditionsDeleteNothing(
      historyOfExchanges(
        exchangeOf('object', 201, shown('t-0-x', '1')),
        exchangeOf('other', 201, shown('t-0-y', '2')),
        fault,
        exchangeOf('after', after, after === 200 ? shown('t-0-x', '1') : {}),
        exchangeOf('twin', 200, {}),
      ),
    ),
  )
}

const refused = 'A DELETE with preconditions that do not hold is refused with 409 Conflict.'
const kept = 'A DELETE whose preconditions do not hold deletes nothing.'

it.each([true, false])('judges another version, with uids: %s', uids => {
  const sent = { resourceVersion: '2' }

  expect(judge({ uids, sent })).toEqual(['held'])
  expect(judge({ uids, sent, status: 200 })).toContain(refused)
  expect(judge({ uids, sent, after: 404 })).toContain(kept)
})

it('judges other uids only if objects have uids', () => {
  expect(judge({ uids: true, sent: { uid: 'v' }, status: 200 })).toContain(refused)
  expect(judge({ uids: false, sent: { uid: 'v' }, status: 200 })).toContain('notApplicable')
  expect(judge({ uids: false })).toContain('notApplicable')
})
