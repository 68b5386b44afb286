import type { LiveFrames } from '../../api/request.ts'

/** The live frames of one client: written immediately, or queued while the client is behind. */
export type FrameQueue = LiveFrames & {
  /** False when the client is too far behind: the frame is not accepted. */
  push(frame: Buffer): boolean
  /** Ends the queue after the queued frames. With an error, `ended` then rejects. */
  end(error?: unknown): void
}

// Queued frames are sent in batches of about this size.
const batchBytes = 64 * 1024

/** Returns a queue that holds up to `bytesMax` bytes, or one frame if that is larger. */
export function frameQueue(bytesMax: number): FrameQueue {
  let frames: Buffer[] = []
  let bytes = 0
  let isEnded = false
  let failure: unknown
  let write: ((frame: Buffer) => boolean) | undefined
  // True while the client accepts frames; then the queue is empty.
  let isWritable = false
  let settle = () => {}

  function push(frame: Buffer): boolean {
    if (isEnded) return true
    if (isWritable) {
      pass(frame)
      return true
    }
    if (bytes > 0 && bytes + frame.length > bytesMax) return false
    frames.push(frame)
    bytes += frame.length
    return true
  }

  /** Writes a frame. An exception ends only this stream and does not reach the caller of `push`. */
  function pass(frame: Buffer): void {
    try {
      isWritable = write?.(frame) ?? false
    } catch (error) {
      cut(error)
    }
  }

  function resume(): void {
    isWritable = true
    while (isWritable && frames.length > 0) pass(batch())
    if (isEnded && frames.length === 0) settle()
  }

  function end(error?: unknown): void {
    if (isEnded) return
    isEnded = true
    failure = error
    if (frames.length === 0) settle()
  }

  function cut(error?: unknown): void {
    frames = []
    bytes = 0
    isWritable = false
    if (isEnded) settle()
    else end(error)
  }

  function batch(): Buffer {
    let count = 0
    let size = 0
    for (const frame of frames) {
      if (count > 0 && size + frame.length > batchBytes) break
      count += 1
      size += frame.length
    }
    const first = frames.splice(0, count)
    bytes -= size
    const [only] = first
    return first.length === 1 && only ? only : Buffer.concat(first, size)
  }

  function sendTo(writeFrame: (frame: Buffer) => boolean): ReturnType<LiveFrames['sendTo']> {
    if (write) throw new Error('expected one consumer of a frame queue, got a second one')
    write = writeFrame
    const ended = new Promise<void>((resolve, reject) => {
      settle = () => (failure === undefined ? resolve() : reject(failure))
    })
    resume()
    return { resume, ended }
  }

  return { push, end, cut: () => cut(), sendTo }
}
