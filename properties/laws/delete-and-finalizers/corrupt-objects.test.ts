import { expect, test } from 'vitest'
import {
  got,
  historyOf,
  labelled,
  object,
  refusedRead,
  verdictsOf,
  wrote,
} from '../../history/written.ts'
import { becameUnreadable, isForcedAway, isNotDeleted, isStillThere } from './corrupt-objects.ts'

const a1 = object('a', '1')
const says = 'With the option it goes.'
const readable = [labelled('object', wrote(a1)), got('readable', a1)]
const unreadable = [...readable, refusedRead('unreadable', 500)]

test('what can still be read was not made unreadable', () => {
  const judged = (...more: Parameters<typeof historyOf>[0]) =>
    verdictsOf(becameUnreadable(historyOf([...readable, ...more])))

  expect(judged(got('unreadable', a1))).toEqual(['unmet'])
  expect(judged(refusedRead('unreadable', 500))).toEqual([])
})

test('a delete by force succeeds, and nothing is left (DEL-022)', () => {
  const judged = (...more: Parameters<typeof historyOf>[0]) =>
    verdictsOf(isForcedAway(historyOf([...unreadable, ...more]), says))
  const forced = labelled('forced', got('forced', a1))

  expect(judged(forced, refusedRead('after', 404))).toEqual(['held'])
  expect(judged(forced, refusedRead('after', 500))).toEqual(['held', says])
  expect(judged(refusedRead('forced', 500), refusedRead('after', 500))).toEqual([says])
  expect(judged(refusedRead('forced', 503), refusedRead('after', 500))).toEqual(['unmet'])
})

test('without force it stays (DEL-018)', () => {
  const history = historyOf([
    ...unreadable,
    refusedRead('refused', 500),
    got('done', a1),
    refusedRead('gone', 404),
  ])

  expect(verdictsOf(isNotDeleted(history, 'refused', says))).toEqual(['held'])
  expect(verdictsOf(isNotDeleted(history, 'done', says))).toEqual([says])
  expect(verdictsOf(isStillThere(history, 'refused', says))).toEqual(['held'])
  expect(verdictsOf(isStillThere(history, 'gone', says))).toEqual([says])
})
