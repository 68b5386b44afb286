import { expect, it } from 'vitest'
import { exchangeOf } from '../history/test-history.ts'
import { identityShown, isObject, requireKeptFields } from './identity.ts'

const metadata = { name: 'x', namespace: 'n' }

it('shows nothing where an object has neither uid nor name', () => {
  expect(identityShown({ by: 'uid', text: 'u' }, { metadata })).toBeUndefined()
  expect(identityShown({ by: 'place', text: 'n/x' }, { kind: 'Status' })).toBeUndefined()
  expect(identityShown({ by: 'place', text: 'n/x' }, { metadata })).toBe('n/x')
})

it('finds no object in a refusal', () => {
  const identity = { by: 'place', text: 'n/x' } as const

  expect(isObject(identity, exchangeOf('read', 200, { metadata }))).toBe(true)
  expect(isObject(identity, exchangeOf('read', 404, { metadata }))).toBe(false)
})

it('needs a uid or a creation time to judge what updates keep', () => {
  const unmet = (shown: object) =>
    requireKeptFields(exchangeOf('made', 201, { metadata: shown })).length > 0

  expect(unmet(metadata)).toBe(true)
  expect(unmet({ uid: 'u' })).toBe(false)
})
