import { expect, test } from 'vitest'
import {
  historyOfWrites,
  listAnswer,
  listedObject,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import { watchEventDocument, awaitExchangeOf, watchExchangeOf } from '../../history/test-watches.ts'
import { isEventDocument, eachDocumentIsOneChange } from './documents.ts'

const [a1, a2, a3] = [listedObject('a', '1'), listedObject('a', '2'), listedObject('a', '3')]

test.each([
  ['a type and an object', watchEventDocument('ADDED', a1), true],
  ['a list', { kind: 'LeaseList', metadata: {}, items: [] }, false],
  ['nothing', {}, false],
  ['events in an array', [watchEventDocument('ADDED', a1)], false],
  ['several objects', watchEventDocument('ADDED', { metadata: {}, items: [a1, a2] }), false],
  ['an object in an array', { type: 'ADDED', object: [a1] }, false],
  ['text', 'ADDED', false],
])('a document of %s is recognized as an event or not', (_what, document, is) => {
  expect(isEventDocument(document)).toBe(is)
})

const judged = (documents: unknown[], problem?: string) =>
  observationTexts(
    eachDocumentIsOneChange({ stream: 'watch', wait: 'wait' })(
      historyOfWrites([
        acknowledgedWrite(a1),
        listAnswer('start', [a1], { version: '1' }),
        watchExchangeOf('watch', documents, { from: '1' }),
        acknowledgedWrite(a2, { basedOn: '1' }),
        acknowledgedWrite(a3, { basedOn: '2' }),
        awaitExchangeOf('wait', problem),
        listAnswer('final', [a3]),
      ]),
    ),
  )

test('two changes are two documents', () => {
  expect(judged([watchEventDocument('MODIFIED', a2), watchEventDocument('MODIFIED', a3)])).toEqual([
    'held',
  ])
})

test('bookmarks do not count as changes', () => {
  const bookmark = watchEventDocument('BOOKMARK', { metadata: { resourceVersion: '2' } })
  expect(
    judged([watchEventDocument('MODIFIED', a2), bookmark, watchEventDocument('MODIFIED', a3)]),
  ).toEqual(['held'])
})

test('two changes in one document break the rule', () => {
  expect(judged([watchEventDocument('MODIFIED', a3)])).toContainEqual(
    expect.stringContaining('one document for each'),
  )
})

test('a document without a change breaks the rule', () => {
  expect(
    judged([watchEventDocument('MODIFIED', a2), {}, watchEventDocument('MODIFIED', a3)]),
  ).toContainEqual(expect.stringContaining('describes one change'))
})

test('changes that have not arrived yet are not counted', () => {
  expect(judged([watchEventDocument('MODIFIED', a2)], 'nothing came for 5 ms')).toEqual([
    'held',
    'preconditionUnmet',
  ])
})
