import type { LiveFrames } from '../../api/request.ts'

/** The live frames of one client: written at once, or kept in order while the client is behind. */
export type FrameQueue = LiveFrames & {
  /** False when the client is too far behind: the frame is not accepted. */
  push(frame: Buffer): boolean
  /** Nothing more follows. Frames that wait are still sent, and then the reason if there is one. */
  end(error?: unknown): void
}

// Frames that wait together are sent together, in batches of about this size.
const batchBytes = 64 * 1024

/** A queue that holds a number of bytes, or one frame if that is larger. */
export function frameQueue(bytesMax: number): FrameQueue {
  let frames: Buffer[] = []
  let bytes = 0
  let isEnded = false
  let failure: unknown
  let write: ((frame: Buffer) => boolean) | undefined
  // True while the client accepts frames; then none waits.
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

  /** A write that throws is a failure of this client alone, and none of whoever pushed the frame. */
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
