const newline = 10

/**
 * Splits a piece of a watch stream into WebSocket messages, without the framing of the stream. A
 * CBOR stream has no framing, so there a message may hold several documents.
 */
export function webSocketMessagesIn(piece: Buffer, mediaType: string): Buffer[] {
  if (mediaType === 'application/json') return linesIn(piece)
  if (mediaType.endsWith(';stream=watch')) return withLengthIn(piece)
  return [piece]
}

/** Lines including their newlines, as genuine servers send them. */
function linesIn(piece: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let from = 0; from < piece.length; ) {
    const end = piece.indexOf(newline, from)
    const next = end === -1 ? piece.length : end + 1
    lines.push(piece.subarray(from, next))
    from = next
  }
  return lines
}

/** Frames that begin with their length in four bytes. */
function withLengthIn(piece: Buffer): Buffer[] {
  const messages: Buffer[] = []
  for (let from = 0; from < piece.length; ) {
    const start = from + 4
    from = start + piece.readUInt32BE(from)
    messages.push(piece.subarray(start, from))
  }
  return messages
}
