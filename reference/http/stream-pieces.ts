import type { StreamingBody } from '../api/request.ts'

/** The backlog of a stream and what follows it, for a consumer that waits between two pieces. */
export async function* streamPieces({
  backlog,
}: Pick<StreamingBody, 'backlog'>): AsyncGenerator<Buffer, undefined> {
  let result = await backlog.next()
  try {
    for (; !result.done; result = await backlog.next()) yield result.value
  } finally {
    if (!result.done) await backlog.return?.()
  }
  const live = result.value
  if (!live) return undefined
  let piece: Buffer | undefined
  let isOver = false
  let wake = () => {}
  const { resume, ended } = live.sendTo(frames => {
    piece = frames
    wake()
    return false
  })
  const stop = () => {
    isOver = true
    wake()
  }
  ended.then(stop, stop)
  try {
    for (;;) {
      const taken = piece
      piece = undefined
      if (taken) {
        yield taken
        resume()
      } else if (isOver) break
      else await new Promise<void>(resolve => (wake = resolve))
    }
    await ended
  } finally {
    live.cut()
  }
  return undefined
}
