import { describe, expect, test } from 'vitest'
import {
  stateAfter,
  stateInScope,
  stateTexts,
  unknownState,
  acknowledgedWrites,
} from './collection-model.ts'
import type { CollectionState, AcknowledgedWrite } from './collection-model.ts'
import {
  historyOfWrites,
  listAnswer,
  unansweredWrite,
  listedObject,
  acknowledgedDelete,
  acknowledgedWrite,
} from './test-writes.ts'

const writesIn = (...written: Parameters<typeof historyOfWrites>[0]): AcknowledgedWrite[] => {
  const writes = acknowledgedWrites(historyOfWrites(written), 'main')
  if (writes === unknownState) throw new Error('the writes are not known')
  return writes
}

const folded = (writes: AcknowledgedWrite[]): CollectionState =>
  writes.reduce<CollectionState>(stateAfter, new Map())

describe('writesOf', () => {
  test('folds creates, updates and deletes into a state', () => {
    const writes = writesIn(
      acknowledgedWrite(listedObject('a', '1')),
      acknowledgedWrite(listedObject('b', '2')),
      acknowledgedWrite(listedObject('a', '3'), { basedOn: '1' }),
      acknowledgedDelete('b'),
    )

    expect([...folded(writes).keys()]).toEqual(['n/own-a'])
    expect(folded(writes).get('n/own-a')?.metadata['resourceVersion']).toBe('3')
  })

  test('distinguishes objects of one name in two namespaces', () => {
    const writes = writesIn(
      acknowledgedWrite(listedObject('a', '1')),
      acknowledgedWrite(listedObject('a', '2', { namespace: 'n0' })),
      acknowledgedDelete('a', { namespace: 'n0' }),
    )

    expect([...folded(writes).keys()]).toEqual(['n/own-a'])
  })

  test('omits a write that returned no new version', () => {
    const writes = writesIn(
      acknowledgedWrite(listedObject('a', '1')),
      acknowledgedWrite(listedObject('a', '1'), { basedOn: '1' }),
    )

    expect(writes).toHaveLength(1)
  })

  test('is unknown when a write was lost', () => {
    const history = historyOfWrites([
      acknowledgedWrite(listedObject('a', '1')),
      unansweredWrite('b'),
    ])

    expect(acknowledgedWrites(history, 'main')).toBe(unknownState)
    expect(acknowledgedWrites(history, 'core')).toEqual([])
  })

  test('keeps an object that is deleted but not finalized', () => {
    const [write] = writesIn(acknowledgedWrite(listedObject('a', '1')), position => {
      const answer = { metadata: { ...listedObject('a', '2').metadata, deletionTimestamp: 'now' } }
      const deleted = acknowledgedDelete('a')(position)
      const finalizers = { metadata: { ...answer.metadata, finalizers: ['example.com/hold'] } }
      return { ...deleted, answer: { status: 200, headers: {}, text: '', body: finalizers } }
    }).slice(1)

    expect(write?.item?.metadata['resourceVersion']).toBe('2')
  })
})

describe('the scope of a list', () => {
  const dark = listedObject('a', '1', { labels: { shade: 'dark' } })
  const light = listedObject('b', '2', { labels: { shade: 'light' } })
  const elsewhere = listedObject('c', '3', { namespace: 'n0', labels: { shade: 'dark' } })
  const state = folded(
    writesIn(acknowledgedWrite(dark), acknowledgedWrite(light), acknowledgedWrite(elsewhere)),
  )

  test.each([
    ['one namespace', {}, ['a at 1', 'b at 2']],
    ['a selector', { query: { labelSelector: 'shade=dark' } }, ['a at 1']],
    ['all namespaces', { namespace: 'all' }, ['a at 1', 'b at 2', 'c@1 at 3']],
  ])('is %s', (_scope, more, wanted) => {
    const history = historyOfWrites([listAnswer('list', [dark, light, elsewhere], more)])
    const [list] = history.exchanges as [(typeof history.exchanges)[0]]

    expect(stateTexts(history, stateInScope(state, list).values())).toEqual(wanted)
  })
})
