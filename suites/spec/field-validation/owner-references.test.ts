import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../../properties/history/test-history.ts'
import checks from './kubernetes.checks.ts'

const judge = checks.find(({ id }) => id === 'K8S-VALID-005')?.judge

const labels = ['Ignore apiVersion', 'Warn kind', 'Strict name', 'default uid']

/** Judges creates of which the server accepts the one without a uid. */
function judged(uid?: string) {
  const refusal = { kind: 'Status', status: 'Failure', code: 422 }
  const history = historyOfExchanges(
    exchangeOf('owner', 201, { metadata: { name: 't-0-owner', uid } }),
    exchangeOf('twin', 201, {}),
    exchangeOf('after twin', 200, {}),
    ...labels.flatMap(label => [
      exchangeOf(label, label === 'default uid' ? 201 : 422, refusal),
      exchangeOf(`after ${label}`, label === 'default uid' ? 200 : 404, refusal),
    ]),
  )
  return [...(judge?.(history) ?? [])].map(({ kind }) => kind)
}

it('requires the uid of an owner only on a server that gives objects uids', () => {
  expect(judged('u')).toContain('violated')
  expect(judged()).toEqual(Array.from({ length: 6 }, () => 'held'))
})
