import type { StreamingBody } from '../api/request.ts'

/** Yields the backlog of a stream and its live frames, for consumers that pause between them. */
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
      const next = piece
      piece = undefined
      if (next) {
        yield next
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
