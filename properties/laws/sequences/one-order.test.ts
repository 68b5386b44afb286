import { expect, it } from 'vitest'
import type { Item } from '../../history/history.ts'
import {
  annotate,
  annotated,
  create,
  createHeld,
  get,
  held,
  judged,
  marked,
  merge,
  said,
  sent,
  shown,
} from './written-requests.ts'

const shows = 'The answer to a write shows the object as the write is to leave it.'
const reads = 'A read shows each object as the last write left it, and nothing else.'
const moves = 'A change gives its object a new version.'

it('lets a deletion of a collection take what its selector means, and no more', () => {
  const list = (...items: Item[]) => ({ metadata: {}, items })
  const all = (shade: string, answer: object) =>
    sent('DELETE', 200, answer, { name: null, query: { labelSelector: `shade=t-0-${shade}` } })

  expect(
    judged([
      createHeld,
      all('light', list()),
      all('dark', list(shown('1', held))),
      get(shown('2', marked)),
    ]),
  ).toEqual(['held'])
  expect(
    judged([createHeld, all('dark', list(shown('1', held))), get(shown('1', held))]),
  ).toContain(reads)
  expect(judged([createHeld, all('light', list(shown('1', held)))])).toContain(
    'The deletion of a collection answers what it deletes.',
  )
})

it('finds the order of patches that came together, and misses one that was lost', () => {
  const during: [number, number] = [10, 20]
  const patches = (first: Item, second: Item) => [
    create,
    sent('PATCH', 200, first, merge({ metadata: { annotations: { a: 'a' } } }, { at: during })),
    sent('PATCH', 200, second, merge({ metadata: { annotations: { b: 'b' } } }, { at: during })),
  ]
  const [a, b, both] = [{ a: 'a' }, { b: 'b' }, { a: 'a', b: 'b' }].map(annotations => ({
    annotations,
  }))

  expect(judged(patches(shown('3', both), shown('2', b)))).toEqual(['held'])
  expect(judged(patches(shown('2', a), shown('3', both)))).toEqual(['held'])
  expect(judged(patches(shown('2', a), shown('3', b)))).toContain(shows)
})

it('follows versions where they have an order', () => {
  const during: [number, number] = [10, 20]
  const late = sent('PATCH', 200, shown('8', annotated('one')), annotate('one'))
  const versions = (first: string, second: string) => [
    sent('POST', 201, shown('1'), { body: said() }),
    sent('PATCH', 200, shown(first, annotated('one')), { ...annotate('one'), at: during }),
    sent('PATCH', 200, shown(second, annotated('two')), { ...annotate('two'), at: during }),
  ]

  expect(judged(versions('9', '8'), { ordered: true })).toEqual(['held'])
  expect(judged([...versions('9', '10'), late], { ordered: true })).toContain(moves)
  expect(judged([...versions('9', '10'), late])).toEqual(['held'])
})

it('lets a garbage collector finish what waits for it', () => {
  const waiting = {
    finalizers: ['orphan'],
    deletionTimestamp: 'now',
    deletionGracePeriodSeconds: 0,
  }
  const orphaned = sent('DELETE', 200, shown('2', waiting), {
    body: { propagationPolicy: 'Orphan' },
  })

  expect(judged([create, orphaned, get(shown('2', waiting)), sent('GET', 404, {})])).toEqual([
    'held',
  ])
  expect(judged([create, orphaned, sent('GET', 404, {}), get(shown('2', waiting))])).toContain(
    reads,
  )
})

it('lets a server remove what another write has changed meanwhile, if that is known of it', () => {
  const during: [number, number] = [10, 20]
  const lost = [
    create,
    sent('PATCH', 200, shown('2', held), merge({ metadata: held }, { at: during })),
    sent('DELETE', 200, { kind: 'Status' }, { at: during }),
    sent('GET', 404, {}),
  ]

  expect(judged(lost)).toContain('A write to what is not there is refused.')
  expect(judged(lost, { removesBlindly: true })).toEqual(['held'])
})

it('says nothing of what nobody knows the outcome of', () => {
  expect(judged([create, sent('DELETE', 0, undefined)])).toEqual(['unmet'])
})
