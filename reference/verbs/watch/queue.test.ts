import { describe, expect, it } from 'vitest'

import { frameQueue, type FrameQueue } from './queue.ts'

const frame = (text: string) => Buffer.from(text)

/** A client that accepts a number of writes, and then as many again after each `resume`. */
function clientOf(queue: FrameQueue, acceptsMax = Infinity) {
  const written: Buffer[] = []
  let left = acceptsMax
  const { resume, ended } = queue.sendTo(frames => {
    written.push(frames)
    left -= 1
    return left > 0
  })
  return {
    written,
    texts: () => written.map(String),
    ended,
    resume() {
      left = acceptsMax
      resume()
    },
  }
}

describe('a queue of frames', () => {
  it('writes a frame immediately when pushed, as the same bytes for all clients', () => {
    const queue = frameQueue(100)
    const client = clientOf(queue)
    const shared = frame('a')

    queue.push(shared)

    expect(client.written[0]).toBe(shared)
  })

  it('keeps frames in order for a slow client, and joins waiting ones', () => {
    const queue = frameQueue(100)
    const client = clientOf(queue, 1)

    for (const text of ['a', 'b', 'c']) queue.push(frame(text))
    expect(client.texts()).toEqual(['a'])
    client.resume()

    expect(client.texts()).toEqual(['a', 'bc'])
  })

  it('sends waiting frames to a new client first', () => {
    const queue = frameQueue(100)
    queue.push(frame('a'))
    queue.push(frame('b'))

    const client = clientOf(queue)
    queue.push(frame('c'))

    expect(client.texts()).toEqual(['ab', 'c'])
  })

  it('is limited in bytes, except for a single frame of any size', () => {
    const queue = frameQueue(3)

    expect(queue.push(frame('long frame'))).toBe(true)
    expect(queue.push(frame('a'))).toBe(false)
  })

  it('does not count frames that were written', () => {
    const queue = frameQueue(3)
    queue.push(frame('abc'))
    clientOf(queue, 1)

    expect(queue.push(frame('abc'))).toBe(true)
    expect(queue.push(frame('a'))).toBe(false)
  })

  it('ends when the last waiting frame has been written', async () => {
    const queue = frameQueue(100)
    const client = clientOf(queue, 1)
    let isEnded = false
    const ended = client.ended.then(() => (isEnded = true))
    queue.push(frame('a'))
    queue.push(frame('b'))

    queue.end()
    await Promise.resolve()
    expect(isEnded).toBe(false)
    client.resume()
    await ended

    expect(client.texts()).toEqual(['a', 'b'])
  })

  it('ends immediately for a client that comes after its end', async () => {
    const queue = frameQueue(100)
    queue.end()

    await expect(clientOf(queue).ended).resolves.toBeUndefined()
  })

  it('drops waiting frames when it is cut, and ends', async () => {
    const queue = frameQueue(3)
    const client = clientOf(queue, 1)
    queue.push(frame('a'))
    queue.push(frame('b'))

    queue.cut()

    await expect(client.ended).resolves.toBeUndefined()
    expect(queue.push(frame('c'))).toBe(true)
    client.resume()
    expect(client.texts()).toEqual(['a'])
  })

  it('can be cut while it waits for the client to read the last frames', async () => {
    const queue = frameQueue(3)
    const client = clientOf(queue, 1)
    queue.push(frame('a'))
    queue.push(frame('b'))
    queue.end()

    queue.cut()

    await expect(client.ended).resolves.toBeUndefined()
  })

  it('fails once the earlier frames have been written', async () => {
    const queue = frameQueue(3)
    queue.push(frame('a'))
    queue.end(new Error('gone'))

    const client = clientOf(queue)

    await expect(client.ended).rejects.toThrow('gone')
    expect(client.texts()).toEqual(['a'])
  })

  it('fails by itself if its client cannot be written to', async () => {
    const queue = frameQueue(3)
    const { ended } = queue.sendTo(() => {
      throw new Error('broken')
    })

    expect(queue.push(frame('a'))).toBe(true)

    await expect(ended).rejects.toThrow('broken')
  })

  it('has only one consumer', () => {
    const queue = frameQueue(3)
    clientOf(queue)

    expect(() => clientOf(queue)).toThrow('expected one consumer')
  })
})
