import { expect, test } from 'vitest'
import type { Exchange } from '../../../properties/history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../../properties/history/test-history.ts'
import { observationTexts } from '../../../properties/history/test-writes.ts'
import checks from './generation.kubernetes.checks.ts'

const written = (role: string, before: number | undefined, after = before): Exchange[] => [
  exchangeOf(`object ${role}`, 200, { metadata: { generation: before } }),
  exchangeOf(`labelled ${role}`, 200, { metadata: { generation: after } }),
]
const others = ['main', 'core', 'cluster'].flatMap(role => written(role, undefined))

const judged = (...ofStatus: Exchange[]) =>
  checks
    .filter(({ id }) => id === 'K8S-OBJ-024')
    .map(({ judge }) => observationTexts(judge(historyOfExchanges(...ofStatus, ...others))))

const says = 'A write that changes only labels leaves the generation unchanged.'

test('the type of the role status is judged, which may be the only one with a generation', () => {
  expect(judged(...written('status', 1))).toEqual([['held']])
  expect(judged(...written('status', 1, 2))).toEqual([[says, 'held']])
})

test('a type with a status that is not served, or whose object is not written, is left out', () => {
  expect(judged()).toEqual([['held']])
  expect(judged(exchangeOf('object status', 404))).toEqual([['held']])
})

const putsOf = (role: string, ...[before, ...after]: (number | undefined)[]): Exchange[] => [
  exchangeOf(`created ${role}`, 201),
  ...['object', 'control', 'none', 'old', 'ahead', 'same'].map((label, index) =>
    exchangeOf(`${label} ${role}`, 200, {
      metadata: { generation: index === 0 ? before : after[index - 1] },
    }),
  ),
]

const judgedPuts = (...puts: Exchange[]) =>
  checks
    .filter(({ id }) => id === 'K8S-OBJ-025')
    .flatMap(({ judge }) => observationTexts(judge(historyOfExchanges(...puts))))

test('the stored generation counts, whatever generation a PUT sends', () => {
  const broken = 'A PUT counts from the stored generation, whatever generation it sends.'
  const held = ['held']

  expect(judgedPuts(...putsOf('status', 1, 2, 3, 4, 5, 5))).toEqual(held)
  expect(judgedPuts(...putsOf('cluster', 1, 1, 1, 1, 1, 1))).toEqual(held)
  expect(judgedPuts(...putsOf('status', 1, 2, 1, 2, 100, 98))).toContain(broken)
  expect(judgedPuts(...putsOf('status', 1, 2, 3, 4, 5, 6))).toContain(broken)
  expect(judgedPuts(...putsOf('main', undefined))).toContain('notApplicable')
})
