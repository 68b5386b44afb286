import { expect, it } from 'vitest'
import {
  certifiedDialect,
  sampleAndTouched,
  sampledCases,
  sampleOf,
  sampleSeed,
  seedVariable,
  wholeVariable,
} from './sample.ts'

const items = Array.from({ length: 40 }, (_, index) => `item-${index}`)
const nameOf = (item: string) => item

it('uses the seed of the environment, else of the commit, else a random one', () => {
  expect(sampleSeed({ [seedVariable]: 'again' }, 'f00d')).toBe('again')
  expect(sampleSeed({}, '0123456789abcdef')).toBe('0123456789ab')
  expect(sampleSeed({}, undefined)).toMatch(/^[0-9a-f]{12}$/)
})

it.each(['', 'a b', 'a\nb'])('refuses the seed %j', seed => {
  expect(() => sampleSeed({ [seedVariable]: seed })).toThrow(`${seedVariable}: expected up to 40`)
})

it('chooses the same items for the same seed, in the given order', () => {
  const first = sampleOf(items, 10, { seed: 'a', nameOf })

  expect(first).toHaveLength(10)
  expect(first).toEqual(items.filter(item => first.includes(item)))
  expect(sampleOf(items, 10, { seed: 'a', nameOf })).toEqual(first)
  expect(sampleOf(items, 10, { seed: 'b', nameOf })).not.toEqual(first)
})

it('chooses each item at some seed', () => {
  const seen = Array.from({ length: 60 }, (_, index) =>
    sampleOf(items, 5, { seed: `${index}`, nameOf }),
  )

  expect(new Set(seen.flat()).size).toBe(items.length)
})

it('also chooses touched items, up to a limit', () => {
  const isTouched = (item: string) => item.endsWith('3')
  const options = { seed: 'a', nameOf, count: 2 }

  const whole = sampleAndTouched(items, isTouched, { ...options, touchedMax: 9 })
  const part = sampleAndTouched(items, isTouched, { ...options, touchedMax: 1 })

  expect(whole.chosen).toHaveLength(6)
  expect(whole.chosen.filter(isTouched)).toEqual(['item-3', 'item-13', 'item-23', 'item-33'])
  expect(whole).toMatchObject({ touched: 4, touchedRun: 4 })
  expect(part.chosen).toHaveLength(3)
  expect(part).toMatchObject({ touched: 4, touchedRun: 1 })
})

it('chooses some of the cases of a file, and all of them for the nightly run', () => {
  const env = { [seedVariable]: 'a' }

  expect(sampledCases(items, 4, nameOf, env)).toEqual(sampleOf(items, 4, { seed: 'a', nameOf }))
  expect(sampledCases(items, 4, nameOf, { ...env, [wholeVariable]: '1' })).toEqual(items)
})

it('certifies the reference in either dialect, depending on the seed', () => {
  const found = Array.from({ length: 20 }, (_, index) => certifiedDialect(`${index}`))

  expect(new Set(found)).toEqual(new Set(['cluster', 'kubernetes']))
  expect(certifiedDialect('7')).toBe(found[7])
})
