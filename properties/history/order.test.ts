import { describe, expect, test } from 'vitest'
import { unknown, writesOf } from './model.ts'
import { orderOf } from './order.ts'
import { historyOf, object, wrote } from './written.ts'

function orderIn(written: Parameters<typeof historyOf>[0], ordered = false) {
  const writes = writesOf(historyOf(written), 'main')
  if (writes === unknown) throw new Error('the writes are not known')
  return orderOf(writes, ordered)
}

describe('orderOf', () => {
  test('takes the write that was answered before another was sent for the earlier one', () => {
    const { compare } = orderIn([wrote(object('a', 'x')), wrote(object('b', 'm'))])

    expect(compare('x', 'm')).toBe('before')
    expect(compare('m', 'x')).toBe('after')
    expect(compare('x', 'x')).toBe('same')
  })

  test('does not guess the order of writes at the same time', () => {
    const { compare } = orderIn([
      wrote(object('a', '1'), { at: [0, 10] }),
      wrote(object('b', '2'), { at: [5, 15] }),
    ])

    expect(compare('1', '2')).toBe('unknown')
    expect(compare('1', 'of no write')).toBe('unknown')
  })

  test('takes an update for later than the version that it is based on', () => {
    const { compare } = orderIn([
      wrote(object('a', 'x'), { at: [0, 10] }),
      wrote(object('a', 'm'), { at: [5, 15], basedOn: 'x' }),
      wrote(object('a', 'c'), { at: [6, 16], basedOn: 'm' }),
    ])

    expect(compare('x', 'c')).toBe('before')
  })

  test('orders decimal versions only where the dialect says so', () => {
    const atOnce = [
      wrote(object('a', '9'), { at: [0, 10] }),
      wrote(object('b', '10'), { at: [5, 15] }),
    ]

    expect(orderIn(atOnce).compare('9', '10')).toBe('unknown')
    expect(orderIn(atOnce, true).compare('9', '10')).toBe('before')
    expect(orderIn(atOnce, true).compare('11', '10')).toBe('after')
  })
})
