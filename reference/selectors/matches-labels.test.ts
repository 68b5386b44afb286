import { describe, expect, it } from 'vitest'

import { matchesLabels } from './matches-labels.ts'

const expression = (operator: string, values?: string[]) => ({
  matchExpressions: [{ key: 'a', operator, ...(values && { values }) }],
})

describe('selects', () => {
  it.each([
    [undefined, { a: '1' }, false],
    [{}, {}, true],
    [{ matchLabels: { a: '1' } }, { a: '1', b: '2' }, true],
    [{ matchLabels: { a: '1' } }, { a: '2' }, false],
    [{ matchLabels: { toString: '1' } }, {}, false],
    [expression('In', ['1', '2']), { a: '2' }, true],
    [expression('In', ['1']), {}, false],
    [expression('NotIn', ['1']), {}, true],
    [expression('NotIn', ['1']), { a: '1' }, false],
    [expression('Exists'), { a: '' }, true],
    [expression('Exists'), {}, false],
    [expression('DoesNotExist'), {}, true],
    [expression('DoesNotExist'), { a: '' }, false],
    [expression('Equals', ['1']), { a: '1' }, false],
    [{ matchLabels: { a: '1' }, ...expression('NotIn', ['1']) }, { a: '1' }, false],
  ])('%j from %j: %s', (selector, labels, expected) => {
    expect(matchesLabels(selector, labels)).toBe(expected)
  })
})
