import { expect, test } from 'vitest'
import type { History } from '../../history/history.ts'
import { historyOf, listed, object, removed, verdictsOf, wrote } from '../../history/written.ts'
import { told, waited, watched } from '../../history/written-watch.ts'
import { aloneIn, caughtUp, linesOf, livesInScope, onlyWriter, tellingOf } from './story.ts'

const [a1, a2, a9] = [object('a', '1'), object('a', '2'), object('a', '9')]
const b3 = object('b', '3', { namespace: 'n0' })

function* lines(history: History, ...parts: string[]) {
  const telling = yield* tellingOf(history, 'watch', ...parts)
  return { telling, lines: yield* linesOf(history, telling) }
}

const indexes = (history: History, ...parts: string[]): number[] => {
  const judging = lines(history, ...parts)
  let next = judging.next()
  while (!next.done) next = judging.next()
  return next.value.lines.map(({ index }) => index)
}

const made = [wrote(a1), wrote(a2, { basedOn: '1' }), removed('a'), wrote(object('a', '4'))]

test('each event is told with the change that it tells', () => {
  const events = [told('ADDED', a1), told('MODIFIED', a2), told('DELETED', object('a', '3'))]
  const history = historyOf([...made, watched('watch', events), listed('final', [])])
  expect(indexes(history)).toEqual([0, 1, 2])
})

test('a removal told again is the same change', () => {
  const gone = told('DELETED', object('a', '3'))
  expect(indexes(historyOf([...made, watched('watch', [gone, gone])]))).toEqual([2, 2])
})

test('watches that continue each other are one telling', () => {
  const history = historyOf([
    ...made,
    watched('watch', [told('ADDED', a1)]),
    watched('rest', [told('MODIFIED', a2)], { from: '1' }),
  ])
  expect(indexes(history, 'rest')).toEqual([0, 1])
})

test('an event that no write explains breaks the rule', () => {
  const history = historyOf([
    wrote(a1),
    watched('watch', [told('ADDED', a9)]),
    listed('final', [a1]),
  ])
  expect(verdictsOf(lines(history))).toEqual([expect.stringContaining('as a write left it')])
})

test('an event of an object that others wrote says nothing', () => {
  const history = historyOf([
    wrote(a1),
    watched('watch', [told('ADDED', a9)]),
    listed('final', [a9]),
  ])
  expect(verdictsOf(lines(history))).toEqual(['unmet'])
})

test('an event before a removal may be of what others wrote in between', () => {
  const events = [told('ADDED', a1), told('MODIFIED', a9)]
  const history = historyOf([
    wrote(a1),
    watched('watch', events),
    removed('a'),
    listed('final', []),
  ])
  expect(verdictsOf(lines(history))).toEqual(['unmet'])
})

test('a watch that is no stream says nothing', () => {
  expect(verdictsOf(lines(historyOf([listed('watch', [])])))).toEqual(['unmet'])
})

test.each([
  ['n', ['n/own-a']],
  ['all', ['n/own-a', 'n0/own-b']],
])('a watch of %s is about the objects there', (namespace, keys) => {
  const history = historyOf([wrote(a1), wrote(b3), watched('watch', [], { namespace })])
  const judging = tellingOf(history, 'watch')
  let next = judging.next()
  while (!next.done) next = judging.next()
  expect([...livesInScope(next.value).keys()]).toEqual(keys)
})

test('a wait in vain and another writer in a namespace are premises that are not met', () => {
  const late = historyOf([waited('wait', 'nothing came for 5 ms')])
  expect(verdictsOf(caughtUp(late, 'wait'))).toEqual(['unmet'])
  expect(verdictsOf(caughtUp(historyOf([waited('wait')]), 'wait'))).toEqual([])

  const foreign = { metadata: { ...a1.metadata, name: 'theirs' } }
  expect(verdictsOf(aloneIn(historyOf([listed('final', [a1, foreign])])))).toEqual(['unmet'])
  expect(verdictsOf(aloneIn(historyOf([listed('final', [a1])])))).toEqual([])
})

/** The object a is made and changed; `shown` is told, and listed is what there is at the end. */
const shared = (shown: ReturnType<typeof object>, last: ReturnType<typeof object>) =>
  historyOf([
    wrote(a1),
    watched('watch', [told('ADDED', a1), told('MODIFIED', shown)]),
    wrote(a2, { basedOn: '1' }),
    listed('final', [last]),
  ])

test('a version that no write gave is another writer’s, unless the objects have no room for it', () => {
  function* alone(history: History) {
    yield* onlyWriter(history, yield* tellingOf(history, 'watch'))
  }
  expect(verdictsOf(alone(shared(a2, a2)))).toEqual([])
  expect(verdictsOf(alone(shared(a9, a9)))).toEqual(['unmet'])
  expect(verdictsOf(alone(shared(a9, a2)))).toEqual([])
})
