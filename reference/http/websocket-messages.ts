const newline = 10

/**
 * The documents in a piece of a stream, each a message without what would mark its bounds in the
 * stream. The stream of CBOR has no such marks: there a message may hold several documents.
 */
export function webSocketMessagesIn(piece: Buffer, mediaType: string): Buffer[] {
  if (mediaType === 'application/json') return linesIn(piece)
  if (mediaType.endsWith(';stream=watch')) return withLengthIn(piece)
  return [piece]
}

/** Lines with their ends, as genuine servers send them. */
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

/** Each begins with its length in four bytes. */
function withLengthIn(piece: Buffer): Buffer[] {
  const messages: Buffer[] = []
  for (let from = 0; from < piece.length; ) {
    const start = from + 4
    from = start + piece.readUInt32BE(from)
    messages.push(piece.subarray(start, from))
  }
  return messages
}
