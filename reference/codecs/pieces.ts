import type { Piece } from './codec.ts'

/** All bytes of some pieces. */
export const joinPieces = (pieces: Iterable<Piece>): Buffer =>
  Buffer.concat([...pieces].filter(piece => piece !== undefined))
