import { describe, expect, it } from 'vitest'

import { frameQueue } from '../verbs/watch/queue.ts'
import { streamPieces } from './stream-pieces.ts'

const frame = (text: string) => Buffer.from(text)

/** A stream with a backlog of one frame, and the queue of what follows it. */
function streamOf() {
  const queue = frameQueue(100)
  const backlog = (async function* () {
    yield frame('old')
    return queue
  })()
  return { queue, pieces: streamPieces({ backlog }) }
}

async function rest(pieces: AsyncIterable<Buffer>): Promise<string[]> {
  const texts: string[] = []
  for await (const piece of pieces) texts.push(String(piece))
  return texts
}

describe('the pieces of a stream', () => {
  it('are the backlog, then live frames, joined if they waited', async () => {
    const { queue, pieces } = streamOf()
    expect(String((await pieces.next()).value)).toBe('old')
    const first = pieces.next()
    await new Promise(setImmediate)

    for (const text of ['a', 'b', 'c']) queue.push(frame(text))
    queue.end()

    expect(String((await first).value)).toBe('a')
    expect(await rest(pieces)).toEqual(['bc'])
  })

  it('end with the error of the stream after earlier pieces', async () => {
    const { queue, pieces } = streamOf()
    queue.push(frame('a'))
    queue.end(new Error('gone'))

    expect(String((await pieces.next()).value)).toBe('old')
    expect(String((await pieces.next()).value)).toBe('a')
    await expect(pieces.next()).rejects.toThrow('gone')
  })

  it('stop when the consumer leaves', async () => {
    const { queue, pieces } = streamOf()
    await pieces.next()
    queue.push(frame('a'))
    await pieces.next()

    await pieces.return(undefined)

    expect(queue.push(frame('dropped'))).toBe(true)
    expect(await rest(pieces)).toEqual([])
  })
})
