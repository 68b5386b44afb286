// What the types of options take, and what their texts mean.

import type { Json } from '../../../fixtures/objects/probe-types.ts'

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

/** Values that are not of the type; any text is a text. */
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

/** What a text of a type means: a list, pairs by their names, a number, or itself. */
export function parseOptionText(type: OptionType, text: string): Json {
  if (type === 'bool') return text === 'true'
  if (type === 'int32' || type === 'int' || type === 'level') return Number(text)
  if (type !== 'list' && type !== 'pairs') return text
  const items = text.split(',')
  const pairs = items.map(item => /^([^=<:]+)[=<:](.*)$/.exec(item)?.slice(1))
  const isMap = pairs.every(pair => pair !== undefined)
  return isMap ? (Object.fromEntries(pairs) as Json) : items
}
