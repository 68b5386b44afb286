import { expect, test } from 'vitest'

import type { Key, Revision } from '../../api/store.ts'
import { createResultCache } from './result-cache.ts'

const entryOf = (name: string, text: string, revision = '1') => ({
  key: `g/r//${name}` as Key,
  revision: revision as Revision,
  value: Buffer.from(text),
})

/** A cache of a size in bytes, and the texts that it had converted. */
function started(bytesMax: number) {
  const asked: string[] = []
  const cache = createResultCache(bytesMax)
  const convert = async (
    entry: ReturnType<typeof entryOf>,
    { version = 'v2', results = 'recent' }: { version?: string; results?: 'new' | 'recent' } = {},
  ) => {
    const own = async () => {
      asked.push(`${entry.value} ${version}`)
      return Buffer.from(entry.value.toString().toUpperCase())
    }
    return String(await cache(entry, version, { results, convert: own }))
  }
  return { asked, convert }
}

test('keeps the most recently used results, up to its size', async () => {
  const { asked, convert } = started(8)
  const [a, b, c] = ['aa', 'bb', 'cc'].map(text => entryOf(text, text))
  if (!a || !b || !c) throw new Error('expected three entries')
  for (const one of [a, b, a, c, a, b]) await convert(one)

  expect(asked).toEqual(['aa v2', 'bb v2', 'cc v2', 'bb v2'])
})

test('caches a result per value, revision and version', async () => {
  const { asked, convert } = started(1000)
  await convert(entryOf('a', 'x'))
  await convert(entryOf('a', 'x'))
  await convert(entryOf('a', 'x', '2'))
  await convert(entryOf('a', 'x'), { version: 'v3' })
  // A dry run shows another value at the revision of the stored object.
  expect(await convert(entryOf('a', 'y'))).toBe('Y')

  expect(asked).toEqual(['x v2', 'x v2', 'x v3', 'y v2'])
})

test('requests new results, unless an equal conversion is in progress', async () => {
  const { asked, convert } = started(1000)
  await convert(entryOf('a', 'x'))
  const both = [1, 2].map(() => convert(entryOf('a', 'x'), { results: 'new' }))

  expect(await Promise.all(both)).toEqual(['X', 'X'])
  expect(asked).toEqual(['x v2', 'x v2'])
})

test('does not cache failures', async () => {
  const cache = createResultCache(1000)
  const entry = entryOf('a', 'x')
  const failing = {
    results: 'recent',
    convert: async () => Promise.reject(new Error('no')),
  } as const
  await expect(cache(entry, 'v2', failing)).rejects.toThrow('no')
  const working = { results: 'recent', convert: async () => Buffer.from('y') } as const

  expect(String(await cache(entry, 'v2', working))).toBe('y')
})
