import { expect, test } from 'vitest'

import { cacheByName } from './cache-by-name.ts'

test('entries of absent names are dropped, and no others', () => {
  const dropped: string[] = []
  const known = cacheByName<number>(name => dropped.push(name))
  known(new Set(['a', 'b']))
    .set('a', 1)
    .set('b', 2)

  expect([...known(new Set(['b', 'c']))]).toEqual([['b', 2]])
  expect(dropped).toEqual(['a'])
})

test('names that come and go leave no entries behind', () => {
  const known = cacheByName<number>(() => {})
  for (let index = 0; index < 1000; index++) known(new Set([`n${index}`])).set(`n${index}`, index)

  expect(known(new Set()).size).toBe(0)
})
