import { billionthsIn } from '../../../lib/quantities.ts'
import { numberText, textParser } from './value-parser.ts'

export const quantityParser = textParser(
  {
    word: 'quantity',
    read: text => {
      const amount = billionthsIn(text)
      if (amount === undefined) return { fault: 'must be a quantity such as 10Mi' }
      // Zero is normalized to `0`, so that it equals a default of zero.
      return { value: amount === 0n ? '0' : text }
    },
  },
  json => (typeof json === 'string' ? json : numberText(json)),
)
