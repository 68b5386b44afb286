import { expect, test } from 'vitest'
import type { Stream } from '../history/history.ts'
import type { ExecutionContext } from './execution-context.ts'
import { repeatUntilBookmark } from './writes-until-bookmark.ts'

/** Returns the number of writes until the stream changes with the third one. */
async function writesUntil(change: (record: Stream) => void, label = 'watch'): Promise<number> {
  const record: Stream = { frames: [], separators: [], rest: '' }
  const streams = new Map([['watch', { record }]]) as unknown as ExecutionContext['streams']
  const signal = new AbortController().signal
  let count = 0
  const write = async () => {
    if (++count === 3) change(record)
  }
  await repeatUntilBookmark(write, label, { streams, signal })
  return count
}

test('writes are repeated until a bookmark, and other events do not count', async () => {
  const count = await writesUntil(record => {
    record.frames.push({ receivedAt: 1, document: { type: 'MODIFIED' } })
    record.frames.push({ receivedAt: 2, document: { type: 'BOOKMARK' } })
  })
  expect(count).toBe(3)
})

test('writes end with the stream', async () => {
  const count = await writesUntil(record => {
    record.end = { at: 1, how: 'ended' }
  })
  expect(count).toBe(3)
})

test('without the stream nothing is written', async () => {
  expect(await writesUntil(() => {}, 'other')).toBe(0)
})
