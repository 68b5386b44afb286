import { describe, expect, it } from 'vitest'

import type {
  EncryptionKey,
  EncryptionProvider,
  EncryptionRule,
  OpenedValue,
} from '../../api/encryption.ts'
import type { Key } from '../../api/store.ts'
import { transformValues } from './transform-values.ts'

const secret = Buffer.from('touchstonetouchstonetouchstoneto')
const first: EncryptionKey = { name: 'first', secret }
const second: EncryptionKey = { name: 'second', secret: Buffer.alloc(32, 9) }
const kinds = ['aescbc', 'aesgcm', 'secretbox'] as const
const identity: EncryptionProvider = { kind: 'identity' }
const key = '/secrets/n/a' as Key
const object = Buffer.from('{"metadata":{"name":"a"}}')

const rule = (resources: string[], ...providers: EncryptionProvider[]): EncryptionRule => ({
  resources,
  providers,
})

const clock = { steady: () => 0, after: () => () => {} }

/** A transformer whose providers need no plug-in, and so never make a caller wait. */
function transformerOf(...rules: EncryptionRule[]) {
  const { seal, open } = transformValues({ rules }, { clock })
  return {
    seal: (value: Buffer, under: Key) => seal(value, under) as Buffer,
    open: (stored: Buffer, under: Key) => open(stored, under) as OpenedValue,
  }
}

const secretsWith = (...providers: EncryptionProvider[]) =>
  transformerOf(rule(['secrets'], ...providers))

// Written by the transformers of a genuine server at /registry/secrets/n/a.
const genuine = {
  aesgcm:
    'azhzOmVuYzphZXNnY206djE6Zmlyc3Q6rF66jnZLFksFRGbJJGxniTGFw/ozhbaWzOnhTorBapTcO7zLywaSUZ202v1G' +
    'Xn35aD9srD0=',
  aescbc:
    'azhzOmVuYzphZXNjYmM6djE6Zmlyc3Q65DPFxdDBMRAXSP8Q08d5uOiLIXbJ43RdJKIx7OXZ2mVXIj5Rf0gX12A4bs11' +
    'nCo8',
  secretbox:
    'azhzOmVuYzpzZWNyZXRib3g6djE6Zmlyc3Q6p3EYqWoCg1mqILPY1MR/Ln+7ECssdWtM8JdLFC/wDhkSnFSRI02YXWOS' +
    'wFxe563HomDpGlVAWFywS0F2Oz+yaSM=',
}

describe.each(kinds)('%s', kind => {
  const transformer = secretsWith({ kind, keys: [first] })

  it('reads what a genuine server has written', () => {
    const stored = Buffer.from(genuine[kind], 'base64')

    expect(transformer.open(stored, key)).toEqual({ value: object, isStale: false })
  })

  it('writes the same format, with a different result each time', () => {
    const stored = transformer.seal(object, key)
    const prefix = `k8s:enc:${kind}:v1:first:`

    expect(stored.subarray(0, prefix.length).toString()).toBe(prefix)
    expect(stored).toHaveLength(Buffer.from(genuine[kind], 'base64').length)
    expect(stored).not.toEqual(transformer.seal(object, key))
    expect(stored.includes('name')).toBe(false)
    expect(transformer.open(stored, key).value).toEqual(object)
  })

  it('reads values of an older key, which are stale', () => {
    const stored = transformer.seal(object, key)
    const rotated = secretsWith({ kind, keys: [second, first] })

    expect(rotated.open(stored, key)).toEqual({ value: object, isStale: true })
  })

  it('refuses values of another key with the same name, and every truncated value', () => {
    const stored = transformer.seal(object, key)
    const other = secretsWith({ kind, keys: [{ ...second, name: 'first' }] }, identity)

    expect(() => other.open(stored, key)).toThrow()
    for (let end = 0; end < stored.length; end++)
      expect(() => transformer.open(stored.subarray(0, end), key)).toThrow()
  })
})

describe.each(['aesgcm', 'secretbox'] as const)('%s', kind => {
  it('refuses every flipped bit', () => {
    const transformer = secretsWith({ kind, keys: [first] })
    const stored = transformer.seal(object, key)
    for (let bit = 0; bit < stored.length * 8; bit++) {
      const flipped = Buffer.from(stored)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => transformer.open(flipped, key)).toThrow()
    }
  })
})

it.each(kinds)('refuses with %s a value that was written for another object', kind => {
  const transformer = secretsWith({ kind, keys: [first] })

  expect(() => transformer.open(transformer.seal(object, key), '/secrets/n/b' as Key)).toThrow()
})

it('stores plain text with identity, and reads no encrypted text with it', () => {
  const encrypting = secretsWith({ kind: 'aesgcm', keys: [first] }, identity)
  const plain = secretsWith(identity, { kind: 'aesgcm', keys: [first] })

  expect(plain.seal(object, key)).toBe(object)
  expect(encrypting.open(object, key)).toEqual({ value: object, isStale: true })
  expect(plain.open(encrypting.seal(object, key), key)).toEqual({ value: object, isStale: true })
  expect(() => secretsWith(identity).open(encrypting.seal(object, key), key)).toThrow()
  expect(() => transformerOf().open(encrypting.seal(object, key), key)).toThrow()
  expect(() => secretsWith({ kind: 'aesgcm', keys: [first] }).open(object, key)).toThrow()
})

it.each<[string[], string, boolean]>([
  [['secrets'], '/secrets/n/a', true],
  [['secrets.'], '/secrets/n/a', true],
  [['secrets'], '/configmaps/n/a', false],
  [['secrets'], 'example.com/secrets/n/a', false],
  [['pandas.example.com'], 'example.com/pandas/n/a', true],
  [['*.apps'], 'apps/deployments/n/a', true],
  [['*.apps'], 'batch/jobs/n/a', false],
  [['*.'], '/pods/n/a', true],
  [['*.'], 'apps/deployments/n/a', false],
  [['*.*'], 'apps/deployments/n/a', true],
  [['*.*'], '/pods/n/a', true],
  [['*.*'], 'touchstone/secrets//continue-tokens', false],
])('the resources %j cover the key %s: %s', (resources, place, isCovered) => {
  const transformer = transformerOf(
    rule(resources, { kind: 'aesgcm', keys: [first] }),
    rule(['*.*'], identity),
  )
  const stored = transformer.seal(object, place as Key)

  expect(!stored.equals(object)).toBe(isCovered)
})

it('uses the first rule that covers a type', () => {
  const transformer = transformerOf(
    rule(['secrets'], { kind: 'aesgcm', keys: [first] }),
    rule(['*.*'], { kind: 'aesgcm', keys: [second] }),
  )
  const prefixAt = (place: string) => transformer.seal(object, place as Key).toString('latin1')

  expect(prefixAt('/secrets/n/a')).toMatch(/^k8s:enc:aesgcm:v1:first:/)
  expect(prefixAt('/pods/n/a')).toMatch(/^k8s:enc:aesgcm:v1:second:/)
})
