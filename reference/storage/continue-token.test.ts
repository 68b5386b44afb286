import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { continueTokens, ExpiredToken, InvalidToken, type ListScope } from './continue-token.ts'
import type { Key, Revision } from '../api/store.ts'

const lifetimeMs = 300_000
const secret = Buffer.from('a secret of the test')
const scope: ListScope = {
  group: 'g',
  resource: 'r',
  namespace: 'n',
  labelSelector: 'a=b',
  fieldSelector: '',
}
const state = { scope, revision: '42' as Revision, after: 'g/r/n/name' as Key }

function tokensAt(start = 0, key = secret) {
  let nowMs = start
  const tokens = continueTokens({ secret: key, clock: { now: () => nowMs }, lifetimeMs })
  return {
    ...tokens,
    advance(ms: number) {
      nowMs += ms
    },
  }
}

describe('a continue token', () => {
  it('returns the state that was issued', () => {
    const tokens = tokensAt()

    expect(tokens.read(tokens.issue(state), scope)).toEqual(state)
  })

  it('can continue at the newest version', () => {
    const tokens = tokensAt()
    const inconsistent = { ...state, revision: 'inconsistent' as const }

    expect(tokens.read(tokens.issue(inconsistent), scope)).toEqual(inconsistent)
  })

  it('needs no escaping in a URL', () => {
    expect(tokensAt().issue(state)).toMatch(/^[\w-]+$/)
  })

  it('is read by another server with the same secret', () => {
    expect(tokensAt(5).read(tokensAt().issue(state), scope)).toEqual(state)
  })

  it('is valid until it expires, and still contains its state then', () => {
    const tokens = tokensAt()
    const token = tokens.issue(state)
    tokens.advance(lifetimeMs - 1)
    expect(tokens.read(token, scope)).toEqual(state)
    tokens.advance(1)

    const read = () => tokens.read(token, scope)

    expect(read).toThrow(ExpiredToken)
    expect(read).toThrow(expect.objectContaining({ state }))
  })

  it.each(Object.keys(scope))('is refused for a list with another %s', part => {
    const tokens = tokensAt()
    const token = tokens.issue(state)

    expect(() => tokens.read(token, { ...scope, [part]: 'other' })).toThrow(InvalidToken)
  })

  it('is refused if parts of the scope are swapped', () => {
    const tokens = tokensAt()
    const token = tokens.issue({ ...state, scope: { ...scope, group: 'gr', resource: '' } })

    expect(() => tokens.read(token, { ...scope, group: 'g', resource: 'r' })).toThrow(InvalidToken)
  })

  it('is refused with another secret', () => {
    const token = tokensAt(0, Buffer.from('another secret')).issue(state)

    expect(() => tokensAt().read(token, scope)).toThrow(InvalidToken)
  })

  it('is refused if any character is changed, removed or added', () => {
    const tokens = tokensAt()
    const token = tokens.issue(state)
    const place = fc.nat(token.length - 1)
    const other = fc.constantFrom(...'AZaz09-_+/=. ')

    fc.assert(
      fc.property(place, other, fc.nat(2), (place, other, kept) => {
        const forged = token.slice(0, place) + other + token.slice(place + kept)
        fc.pre(forged !== token)
        expect(() => tokens.read(forged, scope)).toThrow(InvalidToken)
      }),
      { numRuns: 500 },
    )
  })

  it('is refused if it is any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(() => tokensAt().read(text, scope)).toThrow(InvalidToken)
      }),
    )
  })
})
