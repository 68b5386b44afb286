import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { expect, it } from 'vitest'
import { revisionHistory } from './revision-history.ts'

it('a history maps each revision to its version', () => {
  const kept = revisionHistory(5, 'v5')
  for (let revision = 6; revision <= 3000; revision++) kept.append(`v${revision}`)

  expect([kept.oldest(), kept.newest()]).toEqual([5, 3000])
  expect([5, 6, 1028, 1029, 3000].map(kept.versionAt)).toEqual([
    'v5',
    'v6',
    'v1028',
    'v1029',
    'v3000',
  ])
})

it('a history drops its oldest versions first', () => {
  const kept = revisionHistory(1, 1)
  for (let revision = 2; revision <= 5000; revision++) kept.append(revision)

  kept.dropBefore(3500)
  kept.dropBefore(10)

  expect(kept.oldest()).toBe(3500)
  expect(kept.versionAt(3500)).toBe(3500)
  expect(() => kept.versionAt(3499)).toThrow('revision 3499 is not kept')
})

it('a history keeps its newest version', () => {
  const kept = revisionHistory(1, 'only')

  kept.dropBefore(100)

  expect([kept.oldest(), kept.newest(), kept.versionAt(1)]).toEqual([1, 1, 'only'])
})

it('a history holds no reference to dropped versions', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const kept = revisionHistory(1, {})
  for (let revision = 2; revision <= 20; revision++) kept.append({})
  const references = [1, 5, 9, 10, 20].map(revision => new WeakRef(kept.versionAt(revision)))

  kept.dropBefore(5)
  kept.dropBefore(10)
  // A dereferenced WeakRef keeps its target alive until the end of the turn.
  await setImmediate()
  collectGarbage()

  const isAlive = references.map(reference => reference.deref() !== undefined)
  expect(isAlive).toEqual([false, false, false, true, true])
})
