import fc from 'fast-check'
import { expect, it } from 'vitest'
import { redacted, redactedValue, withoutTokens } from './redact.ts'

const secret = {
  kind: 'Secret',
  metadata: { name: 'a', annotations: { last: '{"data":{"password":"aHVudGVy"}}' } },
  data: { password: 'aHVudGVy' },
  stringData: { other: 'hunter' },
}

it('hides the data of Secrets, alone and in lists, and keeps their keys', () => {
  const one = redacted(JSON.stringify(secret))
  const { kind, ...bare } = secret
  const list = redacted(JSON.stringify({ kind: 'SecretList', items: [bare, secret] }))

  for (const text of [one, list]) {
    expect(text).not.toMatch(/aHVudGVy|hunter/)
    expect(text).toContain('"data":{"password":"[redacted]"}')
    expect(JSON.parse(text)).toHaveProperty('kind')
  }
  expect(redacted(JSON.stringify({ kind: 'Secret', data: 'odd' }))).toContain('[redacted]')
  expect(kind).toBe('Secret')
})

it('hides the data of a Secret whose body is cut, or no JSON at all', () => {
  const text = JSON.stringify(secret)

  for (const cut of [
    text.slice(0, -1),
    text.slice(0, text.indexOf('aHVud') + 4),
    `${text}garbage`,
  ]) {
    expect(redacted(cut)).not.toMatch(/aHVu|hunter/)
    expect(redacted(cut)).toContain('Secret')
  }
})

it('hides tokens', () => {
  const review = { kind: 'TokenReview', spec: { token: 'abc' } }
  expect(redacted(JSON.stringify(review))).toBe(
    '{"kind":"TokenReview","spec":{"token":"[redacted]"}}',
  )
  expect(redacted('sent Bearer abc.def, got 401')).toBe('sent Bearer [redacted] got 401')
  expect(redacted(JSON.stringify({ message: 'bearer abc' }))).toBe(
    '{"message":"bearer [redacted]"}',
  )
})

it('hides the data of an object whose kind its list has left out', () => {
  const item = { metadata: { name: 'a' }, data: { a: 'b' } }

  expect(redactedValue(item, '/api/v1/secrets')).toEqual({
    metadata: { name: 'a' },
    data: { a: '[redacted]' },
  })
})

it('leaves other bodies as they are, byte by byte', () => {
  const config = JSON.stringify({ kind: 'ConfigMap', data: { a: 'b' } }, null, 2)
  expect(redacted(config)).toBe(config)
  expect(redacted('{"kind":"Status","message":"secrets \\"a\\" not found"}')).toBe(
    '{"kind":"Status","message":"secrets \\"a\\" not found"}',
  )
})

it('never throws, and never shows what a Secret holds', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 200 }), (value, at) => {
      const text = JSON.stringify({ more: value, kind: 'Secret', data: { key: 'hunter2' } })

      expect(redacted(text)).not.toContain('hunter2')
      expect(() => redacted(text.slice(0, at))).not.toThrow()
    }),
  )
  expect(() => redacted(`{"kind":"Secret","a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`)).not.toThrow()
})

it('goes by the path, whatever the target calls its answer', () => {
  const path = '/api/v1/secrets?limit=2'
  const items = [{ metadata: { name: 'a' }, data: { a: 'hunter2' } }]

  expect(redacted(JSON.stringify({ kind: 'List', items }), path)).not.toContain('hunter2')
  expect(redacted('items:\n- data:\n    a: hunter2\n', path)).toBe(
    '[withheld: 30 characters that are not JSON]',
  )
})

it('hides the credentials of the harness wherever they are echoed', () => {
  expect(withoutTokens('token abc123 is not valid', ['abc123'])).toBe(
    'token [redacted] is not valid',
  )
})
