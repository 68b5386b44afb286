import { describe, expect, test } from 'vitest'
import type { Observation } from '../history/observation.ts'
import {
  historyOfWrites,
  listAnswer,
  listedObject,
  acknowledgedWrite,
} from '../history/test-writes.ts'
import {
  listVersionsNeverGoBack,
  listsAreNotOlder,
  versionsFollowTheWrites,
} from './version-order.ts'

const grows = 'The resourceVersions of one type grow with every write.'
const integers = 'A resourceVersion is a decimal integer without leading zeros.'

describe('versionsFollowTheWrites', () => {
  const judge = (...versions: string[]) => {
    const writes = versions.map((version, index) =>
      acknowledgedWrite(listedObject(`${index}`, version)),
    )
    return findingsOf(versionsFollowTheWrites(historyOfWrites(writes, { ordered: true })))
  }

  test('accepts increasing versions, compared as numbers', () => {
    expect(judge('9', '10', '300000000000000000000')).not.toContain(grows)
  })

  test('reports versions that do not increase', () => {
    expect(judge('10', '9')).toContain(grows)
  })

  test.each(['x1', '01', '0x1', '1.5'])('reports that %s is not an integer', version => {
    expect(judge(version)).toContain(integers)
  })

  test('is inconclusive for a dialect with opaque versions', () => {
    const history = historyOfWrites([acknowledgedWrite(listedObject('a', '1'))])

    expect(findingsOf(versionsFollowTheWrites(history))).toEqual([
      'versions of this target are opaque',
    ])
  })
})

test('a list may not be older than its items', () => {
  const judge = (version: string) =>
    findingsOf(
      listsAreNotOlder(
        historyOfWrites(
          [listAnswer('list', [listedObject('a', '9'), listedObject('b', '7')], { version })],
          {
            ordered: true,
          },
        ),
      ),
    )

  expect(judge('9')).toEqual(['held', 'held'])
  expect(judge('10')).toEqual(['held', 'held'])
  expect(judge('8')).toContain(
    "A list's resourceVersion is not less than that of any of its items.",
  )
})

test('the version of a list may not decrease, also after a write', () => {
  const judge = (first: string, last: string) =>
    findingsOf(
      listVersionsNeverGoBack(
        historyOfWrites(
          [
            listAnswer('list 0', [], { version: first }),
            acknowledgedWrite(listedObject('a', '9')),
            listAnswer('list 1', [], { version: last }),
          ],
          { ordered: true },
        ),
      ),
    )

  expect(judge('8', '10')).toEqual(['held', 'held'])
  expect(judge('11', '10')).toContain(
    'The version of a list is not less than that of an earlier list.',
  )
  expect(judge('0', '8')).toContain(
    'The version of a list is not less than that of an acknowledged write.',
  )
  expect(judge('8', 'x')).toEqual(['list 1 has no version that is an integer'])
})

function findingsOf(observations: Iterable<Observation>): string[] {
  const all: string[] = []
  for (const observation of observations) {
    if (observation.kind === 'preconditionUnmet') return [...all, observation.because]
    all.push(observation.kind === 'violated' ? observation.says : observation.kind)
  }
  return all
}
