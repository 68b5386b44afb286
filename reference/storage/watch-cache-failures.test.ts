// Tests how following a store ends: by errors without recovery, or by the end of the store.

import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../server/clock.ts'
import { memoryStore } from './memory.ts'
import {
  Compacted,
  CorruptValue,
  FutureRevision,
  type Key,
  type RangePage,
  type Revision,
  type Store,
} from '../api/store.ts'
import { followStore } from './watch-cache-follow.ts'
import { emptyCacheView } from './watch-cache-view.ts'

const historyMs = 3_600_000
const retryMs = 60_000
const never = new AbortController().signal

describe('following a store', () => {
  /** Follows a store in memory, with some members replaced. */
  function following(other: Partial<Store>) {
    const clock = systemClock()
    const store = memoryStore({ clock, historyMs, firstRevision: 7 })
    const view = emptyCacheView({ countMax: 9, bytesMax: 1000 })
    const closing = new AbortController()
    const options = { clock, lagMs: 0, retryMs, signal: closing.signal }
    const over = followStore({ ...store, ...other }, view, options)
    onTestFinished(() => store.close())
    return { clock, store, view, over, close: () => closing.abort() }
  }

  it('fails with an unexpected error', async () => {
    const bug = new TypeError('a bug')

    await expect(following({ watch: () => refusing(bug) }).over).rejects.toBe(bug)
    await expect(following({ range: () => Promise.reject(bug) }).over).rejects.toBe(bug)
  })

  it('fails if the revision it has shown is in the future', async () => {
    const { over } = following({ watch: () => refusing(new FutureRevision('3' as Revision)) })

    await expect(over).rejects.toThrow('the store went back: expected revision 7 or later, got 3')
  })

  it('fails if a new load is older than the contents, which stay', async () => {
    const pages = ['7', '3'].map(revision => emptyPage(revision as Revision))
    const { clock, view, over } = following({
      range: async () => pages.shift() ?? Promise.reject(new Error('loaded thrice')),
      watch: () => refusing(new Compacted('3' as Revision)),
    })
    await setImmediate()

    clock.advance(retryMs)

    await expect(over).rejects.toThrow('the store went back: expected revision 7 or later, got 3')
    expect((await view.loadedSnapshots()).newest().revision).toBe('7')
  })

  it('continues with a new load if a change, and then a load, cannot be read', async () => {
    const unreadable = new CorruptValue({ key: 'a' as Key, revision: '8' as Revision })
    const pages = [emptyPage('7' as Revision), unreadable, emptyPage('9' as Revision)]
    const { clock, view } = following({
      range: async () => {
        const page = pages.shift()
        if (!page || page instanceof Error) throw page ?? new Error('loaded too often')
        return page
      },
      watch: () => (pages.length > 0 ? refusing(unreadable) : silent),
    })

    for (const revision of ['7', '7', '9']) {
      await setImmediate()
      expect((await view.loadedSnapshots()).newest().revision).toBe(revision)
      clock.advance(retryMs)
    }
  })

  it('ends with the store, and so do waits', async () => {
    const { store, view, over } = following({})
    await setImmediate()
    const waiting = view.waitFor('8' as Revision, never)

    await store.close()
    await over

    expect(await waiting).toBe(false)
  })

  it('ignores a load that was in progress when it ended', async () => {
    const { over, close } = following({
      range: () => setImmediate().then(() => Promise.reject(new Error('the store is closed'))),
    })

    close()

    await expect(over).resolves.toBe(undefined)
  })
})

const emptyPage = (revision: Revision): RangePage => ({ revision, entries: [], remaining: 0 })

const refusing = (refusal: Error): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(refusal) }),
})

const silent: AsyncIterable<never> = {
  [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }),
}
