// Defines the types of command-line options, their invalid values, and the parsing of their texts.

import type { Json } from '../../../fixtures/objects/tested-types.ts'

export type OptionType =
  | 'text'
  | 'list'
  | 'bool'
  | 'int32'
  | 'int'
  | 'level'
  | 'duration'
  | 'quantity'
  | 'pairs'

/** Invalid values of each type. Every text is valid for `text`. */
export const invalidTexts: Record<OptionType, string[]> = {
  text: [],
  list: [],
  bool: ['maybe'],
  int32: ['many', '1.5', '2147483648', '-2147483649'],
  int: ['many', '1.5'],
  level: ['many'],
  duration: ['soon'],
  quantity: ['much'],
  pairs: ['nothing-of-the-sort'],
}

/**
 * Parses the text of an option: to a list, to pairs by name, to a number, or to the text itself.
 */
export function parseOptionText(type: OptionType, text: string): Json {
  if (type === 'bool') return text === 'true'
  if (type === 'int32' || type === 'int' || type === 'level') return Number(text)
  if (type !== 'list' && type !== 'pairs') return text
  const items = text.split(',')
  const pairs = items.map(item => /^([^=<:]+)[=<:](.*)$/.exec(item)?.slice(1))
  const isMap = pairs.every(pair => pair !== undefined)
  return isMap ? (Object.fromEntries(pairs) as Json) : items
}
