import assert from 'node:assert/strict'

/** Frames on their way to one client, in order. */
export type FrameQueue = AsyncIterable<Buffer> & {
  /** False when the client is too far behind: then the frame is not taken. */
  push(frame: Buffer): boolean
  /** No more comes; what is there is still delivered, and then the reason if there is one. */
  end(error?: unknown): void
  /** No more comes, and what is there is thrown away. */
  cut(): void
}

type Result = IteratorResult<Buffer, undefined>

// Frames that wait together leave together, up to about this size.
const batchBytes = 64 * 1024

/** A queue that holds a number of bytes, or one frame if that is larger. One reader at a time. */
export function frameQueue(bytesMax: number): FrameQueue {
  let frames: Buffer[] = []
  let bytes = 0
  let isEnded = false
  let failure: unknown
  let wake: ((result: Result | Promise<Result>) => void) | undefined

  function push(frame: Buffer): boolean {
    if (isEnded) return true
    if (wake) {
      answer({ done: false, value: frame })
      return true
    }
    if (bytes > 0 && bytes + frame.length > bytesMax) return false
    frames.push(frame)
    bytes += frame.length
    return true
  }

  function answer(result: Result | Promise<Result>): void {
    const resolve = wake
    wake = undefined
    resolve?.(result)
  }

  function end(error?: unknown): void {
    if (isEnded) return
    isEnded = true
    failure = error
    if (wake) answer(last())
  }

  function last(): Promise<Result> {
    const error = failure
    failure = undefined
    return error === undefined
      ? Promise.resolve({ done: true, value: undefined })
      : Promise.reject(error)
  }

  function cut(): void {
    frames = []
    bytes = 0
    end()
  }

  function batch(): Buffer {
    let count = 0
    let size = 0
    for (const frame of frames) {
      if (count > 0 && size + frame.length > batchBytes) break
      count += 1
      size += frame.length
    }
    const taken = frames.splice(0, count)
    bytes -= size
    const [only] = taken
    return taken.length === 1 && only ? only : Buffer.concat(taken, size)
  }

  function next(): Promise<Result> {
    assert(wake === undefined, 'a queue has one reader')
    if (frames.length > 0) return Promise.resolve({ done: false, value: batch() })
    if (isEnded) return last()
    return new Promise(resolve => {
      wake = resolve
    })
  }

  return { push, end, cut, [Symbol.asyncIterator]: () => ({ next }) }
}
