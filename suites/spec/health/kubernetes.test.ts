import { expect, test } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../../properties/history/test-history.ts'
import checks from './kubernetes.checks.ts'

const endpoints = ['livez', 'readyz', 'healthz']

/** Judges K8S-HEALTH-008: the responses of the three endpoints. */
const judged = (...texts: string[]) => {
  const older = checks.find(({ id }) => id === 'K8S-HEALTH-008')
  const exchanges = texts.map((text, at) => {
    const endpoint = endpoints[at] ?? ''
    return exchangeOf(endpoint, 200, `${text}\n${endpoint} check passed\n`)
  })
  const [first] = older?.judge(historyOfExchanges(...exchanges)) ?? []
  return first
}

test('endpoints that list no check do not show which checks are covered', () => {
  const because = (endpoint: string) => ({
    kind: 'preconditionUnmet',
    because: `${endpoint} lists no check`,
  })

  expect(judged('[+]a ok', '[+]b ok', '[+]b ok')).toMatchObject({ kind: 'held' })
  expect(judged('[+]a ok', '[+]b ok', '[+]c ok')).toMatchObject({ kind: 'violated' })
  expect(judged('ok', 'ok', 'ok')).toEqual(because('livez'))
  expect(judged('[+]a ok', '[+]b ok', 'ok')).toEqual(because('healthz'))
})
