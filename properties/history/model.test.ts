import { describe, expect, test } from 'vitest'
import { after, inScope, stateTexts, unknown, writesOf } from './model.ts'
import type { State, Write } from './model.ts'
import { historyOf, listed, lostWrite, object, removed, wrote } from './written.ts'

const writesIn = (...written: Parameters<typeof historyOf>[0]): Write[] => {
  const writes = writesOf(historyOf(written), 'main')
  if (writes === unknown) throw new Error('the writes are not known')
  return writes
}

const folded = (writes: Write[]): State => writes.reduce<State>(after, new Map())

describe('writesOf', () => {
  test('folds creates, updates and deletes into a state', () => {
    const writes = writesIn(
      wrote(object('a', '1')),
      wrote(object('b', '2')),
      wrote(object('a', '3'), { basedOn: '1' }),
      removed('b'),
    )

    expect([...folded(writes).keys()]).toEqual(['n/own-a'])
    expect(folded(writes).get('n/own-a')?.metadata['resourceVersion']).toBe('3')
  })

  test('keeps objects of one name in two namespaces apart', () => {
    const writes = writesIn(
      wrote(object('a', '1')),
      wrote(object('a', '2', { namespace: 'n0' })),
      removed('a', { namespace: 'n0' }),
    )

    expect([...folded(writes).keys()]).toEqual(['n/own-a'])
  })

  test('leaves out a write that gave no new version', () => {
    const writes = writesIn(wrote(object('a', '1')), wrote(object('a', '1'), { basedOn: '1' }))

    expect(writes).toHaveLength(1)
  })

  test('knows nothing when a write was lost', () => {
    const history = historyOf([wrote(object('a', '1')), lostWrite('b')])

    expect(writesOf(history, 'main')).toBe(unknown)
    expect(writesOf(history, 'core')).toEqual([])
  })

  test('keeps an object that is deleted but not finalized', () => {
    const [write] = writesIn(wrote(object('a', '1')), position => {
      const answer = { metadata: { ...object('a', '2').metadata, deletionTimestamp: 'now' } }
      const deleted = removed('a')(position)
      const finalizers = { metadata: { ...answer.metadata, finalizers: ['example.com/hold'] } }
      return { ...deleted, answer: { status: 200, headers: {}, text: '', body: finalizers } }
    }).slice(1)

    expect(write?.item?.metadata['resourceVersion']).toBe('2')
  })
})

describe('the scope of a list', () => {
  const dark = object('a', '1', { labels: { shade: 'dark' } })
  const light = object('b', '2', { labels: { shade: 'light' } })
  const elsewhere = object('c', '3', { namespace: 'n0', labels: { shade: 'dark' } })
  const state = folded(writesIn(wrote(dark), wrote(light), wrote(elsewhere)))

  test.each([
    ['one namespace', {}, ['a at 1', 'b at 2']],
    ['a selector', { query: { labelSelector: 'shade=dark' } }, ['a at 1']],
    ['all namespaces', { namespace: 'all' }, ['a at 1', 'b at 2', 'c@1 at 3']],
  ])('is %s', (_scope, more, wanted) => {
    const history = historyOf([listed('list', [dark, light, elsewhere], more)])
    const [list] = history.exchanges as [(typeof history.exchanges)[0]]

    expect(stateTexts(history, inScope(state, list).values())).toEqual(wanted)
  })
})
