// What the name of a manager may be: short, and what can be printed.

import { valueTooLong, valueInvalid, type StatusCause } from './status-causes.ts'

/** In bytes. */
export const fieldManagerNameBytesMax = 128

export function fieldManagerNameCauses(name: string, field: string): StatusCause[] {
  const length = Buffer.byteLength(name)
  return [
    ...(length > fieldManagerNameBytesMax ? [valueTooLong(field, fieldManagerNameBytesMax)] : []),
    ...unprintable(name).map(({ character, at }) =>
      valueInvalid(field, name, `invalid character ${codePoint(character)} (at position ${at})`),
    ),
  ]
}

/** The characters that have no form of their own, with their place in bytes. */
function unprintable(text: string): { character: string; at: number }[] {
  const found: { character: string; at: number }[] = []
  let at = 0
  for (const character of text) {
    if (!isPrintable(character)) found.push({ character, at })
    at += Buffer.byteLength(character)
  }
  return found
}

/** Of all white space, only a space can be printed. */
export const isPrintable = (character: string): boolean =>
  character === ' ' || !/[\p{C}\p{Z}]/u.test(character)

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
