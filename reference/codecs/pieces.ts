import type { Piece } from './codec.ts'

/** Concatenates the bytes of pieces. */
export const joinPieces = (pieces: Iterable<Piece>): Buffer =>
  Buffer.concat([...pieces].filter(piece => piece !== undefined))
