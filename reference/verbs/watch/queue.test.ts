import { describe, expect, it } from 'vitest'

import { frameQueue, type FrameQueue } from './queue.ts'

const frame = (text: string) => Buffer.from(text)

async function drained(queue: FrameQueue): Promise<string[]> {
  const texts: string[] = []
  for await (const piece of queue) texts.push(String(piece))
  return texts
}

describe('a queue of frames', () => {
  it('gives in order what was pushed, joined when it had to wait', async () => {
    const queue = frameQueue(100)
    const first = queue[Symbol.asyncIterator]().next()

    queue.push(frame('a'))
    queue.push(frame('b'))
    queue.push(frame('c'))
    queue.end()

    expect((await first).value).toEqual(frame('a'))
    expect(await drained(queue)).toEqual(['bc'])
  })

  it('gives a frame that need not wait as it is, so that many can share it', async () => {
    const queue = frameQueue(100)
    const shared = frame('a')

    queue.push(shared)

    expect((await queue[Symbol.asyncIterator]().next()).value).toBe(shared)
  })

  it('takes no more than its bytes, but one frame of any size', () => {
    const queue = frameQueue(3)

    expect(queue.push(frame('long frame'))).toBe(true)
    expect(queue.push(frame('a'))).toBe(false)
  })

  it('counts what has been taken out no more', async () => {
    const queue = frameQueue(3)
    queue.push(frame('abc'))
    await queue[Symbol.asyncIterator]().next()

    expect(queue.push(frame('abc'))).toBe(true)
  })

  it('throws away what waits when it is cut', async () => {
    const queue = frameQueue(3)
    queue.push(frame('a'))

    queue.cut()

    expect(queue.push(frame('b'))).toBe(true)
    expect(await drained(queue)).toEqual([])
  })

  it('fails once what came before has been delivered', async () => {
    const queue = frameQueue(3)
    queue.push(frame('a'))
    queue.end(new Error('gone'))
    const frames = queue[Symbol.asyncIterator]()

    expect((await frames.next()).value).toEqual(frame('a'))
    await expect(frames.next()).rejects.toThrow('gone')
    expect((await frames.next()).done).toBe(true)
  })
})
