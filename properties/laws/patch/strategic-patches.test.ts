import { expect, test } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { finalizerName } from '../../scenarios/object-lifecycles.ts'
import { finalizersAreMerged, itemsAreMerged, othersAreNotRetained } from './strategic-patches.ts'

const finalizing = (...words: string[]) => ({
  metadata: { finalizers: words.map(finalizerName) },
})

test('finalizers are merged, and the directive removes one', () => {
  const judge = (status: number, added: string[], removed: string[]) =>
    observationTexts(
      finalizersAreMerged(
        historyOfExchanges(
          exchangeOf('object core', 201, undefined, { about: { role: 'core' } }),
          exchangeOf('added core', status),
          exchangeOf('after added core', 200, finalizing(...added)),
          exchangeOf('removed core', status),
          exchangeOf('after removed core', 200, finalizing(...removed)),
        ),
      ),
    )

  expect(new Set(judge(200, ['x', 'y', 'z', 'v'], ['v', 'z', 'y']))).toEqual(new Set(['held']))
  expect(judge(200, ['v'], ['v', 'z', 'y'])).toContain(
    'A strategic merge patch adds its finalizers to those of the object.',
  )
  expect(judge(200, ['x', 'y', 'z', 'v'], ['x', 'y', 'z', 'v'])).toContain(
    'The directive $deleteFromPrimitiveList removes finalizers.',
  )
  expect(judge(415, ['x'], ['x'])).toContain('notApplicable')
})

test('items are merged by their key', () => {
  const judge = (...left: string[][]) =>
    observationTexts(
      itemsAreMerged(
        historyOfExchanges(
          exchangeOf('object', 201),
          ...['added', 'repeated', 'deleted', 'replaced'].flatMap((as, index) => [
            exchangeOf(as, 200),
            exchangeOf(`after ${as}`, 200, {
              secrets: (left[index] ?? []).map(name => ({ name })),
            }),
          ]),
        ),
      ),
    )
  const abc = ['a', 'b', 'c']

  expect(new Set(judge(abc, abc, ['b', 'c'], ['d']))).toEqual(new Set(['held']))
  expect(judge(abc, ['a', 'b', 'b', 'c'], ['b', 'c'], ['d'])).toContain(
    'A strategic merge patch adds no second item with the same key to a list.',
  )
  expect(judge(abc, abc, abc, ['d'])).toContain(
    'The directive $patch: delete removes the item with its key.',
  )
})

test('members that $retainKeys does not name are removed', () => {
  const judge = (object: number, strategy: unknown, status = 200) =>
    observationTexts(
      othersAreNotRetained(
        historyOfExchanges(
          exchangeOf('object', object),
          exchangeOf('switched', status),
          exchangeOf('after switched', 200, { spec: { strategy } }),
        ),
      ),
    )
  const says = 'The directive $retainKeys removes the members that it does not name.'

  expect(new Set(judge(201, { type: 'Recreate' }))).toEqual(new Set(['held']))
  expect(judge(201, { type: 'Recreate', rollingUpdate: {} })).toContain(says)
  expect(judge(201, { type: 'RollingUpdate' }, 422)).toContain(says)
  expect(judge(404, {})).toContain('notApplicable')
  expect(judge(201, {}, 415)).toContain('notApplicable')
})
