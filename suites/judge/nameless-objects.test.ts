import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../properties/history/test-history.ts'
import { hasNamelessObject } from './nameless-objects.ts'

const about = { role: 'main', namespace: 'a' } as const
const created = (metadata: object | undefined, request = {}, status = 201) =>
  historyOfExchanges(
    exchangeOf('create', status, metadata && { metadata }, {
      about,
      request: { method: 'POST', ...request },
    }),
  )

it('finds an object that was stored without a name', () => {
  expect(hasNamelessObject(created({ generateName: 'a-' }))).toBe(true)
  expect(hasNamelessObject(created({ name: '' }))).toBe(true)
})

it('does not count named objects, refusals, dry runs and answers that are no objects', () => {
  expect(hasNamelessObject(created({ name: 'a' }))).toBe(false)
  expect(hasNamelessObject(created({}, {}, 422))).toBe(false)
  expect(hasNamelessObject(created({}, { query: { dryRun: 'All' } }))).toBe(false)
  expect(hasNamelessObject(created(undefined))).toBe(false)
  expect(hasNamelessObject(created({}, { method: 'PUT' }))).toBe(false)
  const status = { kind: 'Status', metadata: {}, status: 'Success' }
  const answered = exchangeOf('create', 201, status, { about, request: { method: 'POST' } })
  expect(hasNamelessObject(historyOfExchanges(answered))).toBe(false)
})
