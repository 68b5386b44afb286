import { describe, expect, test } from 'vitest'
import type { Judge } from '../history/observation.ts'
import type { Exchange } from '../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../history/test-history.ts'
import { badRequestRefusal, faultsAreRefused, faultsAreRefusedOf, refusalOf } from './refusals.ts'

const says = 'It is refused.'
const refused = { reason: 'BadRequest' }

const judged = (judge: Judge, ...exchanges: Exchange[]): string[] =>
  [...judge(historyOfExchanges(...exchanges))].map(one =>
    one.kind === 'violated' ? one.says : one.kind,
  )

describe('faultsAreRefused', () => {
  const judge = faultsAreRefused({ twins: ['twin'], wanted: badRequestRefusal, says })

  test('judges every step whose label starts with fault', () => {
    const twin = exchangeOf('twin', 201, {})
    const faults = [exchangeOf('fault 0', 400, refused), exchangeOf('fault 1', 201, {})]

    expect(judged(judge, twin, ...faults, exchangeOf('after', 200, {}))).toEqual([
      'held',
      // The codes come before the members of any Status.
      says,
      'held',
    ])
  })

  test('is inconclusive without its twin', () => {
    const all = judged(judge, exchangeOf('twin', 403), exchangeOf('fault', 201, {}))

    expect(all[0]).toBe('preconditionUnmet')
  })

  test('judges only the named steps if there are names', () => {
    const named = faultsAreRefused({ twins: [], faults: ['late'], wanted: badRequestRefusal, says })

    expect(judged(named, exchangeOf('fault', 201, {}), exchangeOf('late', 201, {}))).toEqual([says])
  })

  test('does not judge a fault without a required refusal', () => {
    const free = faultsAreRefused({ twins: [], wanted: () => undefined, says })

    expect(judged(free, exchangeOf('fault', 201, {}))).toEqual([])
  })
})

test('faultsAreRefusedOf asks each role for its own twin', () => {
  const judge = faultsAreRefusedOf(['main', 'core'], {
    twins: ['twin'],
    faults: ['other'],
    wanted: badRequestRefusal,
    says,
  })
  const main = [exchangeOf('twin main', 201, {}), exchangeOf('other main', 201, {})]
  const core = [exchangeOf('twin core', 403), exchangeOf('other core', 201, {})]

  expect(judged(judge, ...main, ...core).slice(0, 2)).toEqual([says, 'preconditionUnmet'])
})

test('refusalOf names the object by its resource', () => {
  const fault = exchangeOf('fault', 404, {}, { about: { role: 'core' } })
  const history = historyOfExchanges(fault)
  const { resource } = history.context.types.core

  expect(refusalOf('x', { code: 404 })(history, fault)).toEqual({
    code: 404,
    details: { name: 't-0-x', kind: resource },
  })
  expect(refusalOf('x', { code: 404 })(history, exchangeOf('fault', 404))).toBeUndefined()
})
