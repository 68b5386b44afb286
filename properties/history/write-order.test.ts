import { describe, expect, test } from 'vitest'
import { unknownState, acknowledgedWrites } from './collection-model.ts'
import { writeOrderOf } from './write-order.ts'
import { historyOfWrites, listedObject, acknowledgedWrite } from './test-writes.ts'

function orderIn(written: Parameters<typeof historyOfWrites>[0], ordered = false) {
  const writes = acknowledgedWrites(historyOfWrites(written), 'main')
  if (writes === unknownState) throw new Error('the writes are not known')
  return writeOrderOf(writes, ordered)
}

describe('orderOf', () => {
  test('orders a write before another that was sent after its answer', () => {
    const { compare } = orderIn([
      acknowledgedWrite(listedObject('a', 'x')),
      acknowledgedWrite(listedObject('b', 'm')),
    ])

    expect(compare('x', 'm')).toBe('before')
    expect(compare('m', 'x')).toBe('after')
    expect(compare('x', 'x')).toBe('same')
  })

  test('does not guess the order of concurrent writes', () => {
    const { compare } = orderIn([
      acknowledgedWrite(listedObject('a', '1'), { times: [0, 10] }),
      acknowledgedWrite(listedObject('b', '2'), { times: [5, 15] }),
    ])

    expect(compare('1', '2')).toBe('unknown')
    expect(compare('1', 'of no write')).toBe('unknown')
  })

  test('orders an update after the write of the version it is based on', () => {
    const { compare } = orderIn([
      acknowledgedWrite(listedObject('a', 'x'), { times: [0, 10] }),
      acknowledgedWrite(listedObject('a', 'm'), { times: [5, 15], basedOn: 'x' }),
      acknowledgedWrite(listedObject('a', 'c'), { times: [6, 16], basedOn: 'm' }),
    ])

    expect(compare('x', 'c')).toBe('before')
  })

  test('orders decimal versions only in a dialect with ordered versions', () => {
    const atOnce = [
      acknowledgedWrite(listedObject('a', '9'), { times: [0, 10] }),
      acknowledgedWrite(listedObject('b', '10'), { times: [5, 15] }),
    ]

    expect(orderIn(atOnce).compare('9', '10')).toBe('unknown')
    expect(orderIn(atOnce, true).compare('9', '10')).toBe('before')
    expect(orderIn(atOnce, true).compare('11', '10')).toBe('after')
  })
})
