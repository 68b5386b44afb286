// Checks names of field managers: at most 128 bytes, and only printable characters.

import { valueTooLong, valueInvalid, type StatusCause } from './status-causes.ts'

/** In bytes. */
export const fieldManagerNameBytesMax = 128

export function fieldManagerNameCauses(name: string, field: string): StatusCause[] {
  const length = Buffer.byteLength(name)
  return [
    ...(length > fieldManagerNameBytesMax ? [valueTooLong(field, fieldManagerNameBytesMax)] : []),
    ...unprintable(name).map(({ character, offset }) =>
      valueInvalid(
        field,
        name,
        `invalid character ${codePoint(character)} (at position ${offset})`,
      ),
    ),
  ]
}

/** Returns the characters that are not printable, with their offsets in bytes. */
function unprintable(text: string): { character: string; offset: number }[] {
  const found: { character: string; offset: number }[] = []
  let offset = 0
  for (const character of text) {
    if (!isPrintable(character)) found.push({ character, offset })
    offset += Buffer.byteLength(character)
  }
  return found
}

/** The only printable white space is the space character. */
export const isPrintable = (character: string): boolean =>
  character === ' ' || !/[\p{C}\p{Z}]/u.test(character)

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
