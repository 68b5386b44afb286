// Joins frames once for all readers that get the same frames together.

import type { JoinFrames } from '../../api/watch.ts'

/** A sequence of frames, with its joined bytes and the sequences that are one frame longer. */
type Sequence = { bytes?: Buffer; readonly longer: Map<Buffer, Sequence> }

/** Returns a function that joins frames; the same frames in the same order are joined once. */
export function frameJoiner(): JoinFrames {
  const empty: Sequence = { longer: new Map() }
  return frames => {
    const [only] = frames
    if (only && frames.length === 1) return only
    let sequence = empty
    for (const frame of frames) {
      const next = sequence.longer.get(frame) ?? { longer: new Map() }
      sequence.longer.set(frame, next)
      sequence = next
    }
    return (sequence.bytes ??= Buffer.concat(frames))
  }
}
