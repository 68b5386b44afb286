import { expect, test } from 'vitest'
import {
  getAnswer,
  historyOfWrites,
  withStepLabel,
  listedObject,
  refusedRead,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import {
  requireUnreadableObject,
  forcedDeleteRemovesObject,
  unreadableObjectIsNotDeleted,
  unreadableObjectIsStillThere,
} from './corrupt-objects.ts'

const a1 = listedObject('a', '1')
const says = 'With the option it goes.'
const readable = [withStepLabel('object', acknowledgedWrite(a1)), getAnswer('readable', a1)]
const unreadable = [...readable, refusedRead('unreadable', 500)]

test('an object that can still be read is inconclusive', () => {
  const judged = (...more: Parameters<typeof historyOfWrites>[0]) =>
    observationTexts(requireUnreadableObject(historyOfWrites([...readable, ...more])))

  expect(judged(getAnswer('unreadable', a1))).toEqual(['preconditionUnmet'])
  expect(judged(refusedRead('unreadable', 500))).toEqual([])
})

test('a forced delete succeeds and removes the object (DEL-022)', () => {
  const judged = (...more: Parameters<typeof historyOfWrites>[0]) =>
    observationTexts(forcedDeleteRemovesObject(historyOfWrites([...unreadable, ...more]), says))
  const forced = withStepLabel('forced', getAnswer('forced', a1))

  expect(judged(forced, refusedRead('after', 404))).toEqual(['held'])
  expect(judged(forced, refusedRead('after', 500))).toEqual(['held', says])
  expect(judged(refusedRead('forced', 500), refusedRead('after', 500))).toEqual([says])
  expect(judged(refusedRead('forced', 503), refusedRead('after', 500))).toEqual([
    'preconditionUnmet',
  ])
})

test('without force the object stays (DEL-018)', () => {
  const history = historyOfWrites([
    ...unreadable,
    refusedRead('refused', 500),
    getAnswer('done', a1),
    refusedRead('gone', 404),
  ])

  expect(observationTexts(unreadableObjectIsNotDeleted(history, 'refused', says))).toEqual(['held'])
  expect(observationTexts(unreadableObjectIsNotDeleted(history, 'done', says))).toEqual([says])
  expect(observationTexts(unreadableObjectIsStillThere(history, 'refused', says))).toEqual(['held'])
  expect(observationTexts(unreadableObjectIsStillThere(history, 'gone', says))).toEqual([says])
})
