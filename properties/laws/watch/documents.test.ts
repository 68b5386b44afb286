import { expect, test } from 'vitest'
import { historyOf, listed, object, verdictsOf, wrote } from '../../history/written.ts'
import { told, waited, watched } from '../../history/written-watch.ts'
import { isEvent, tellsOneChangeADocument } from './documents.ts'

const [a1, a2, a3] = [object('a', '1'), object('a', '2'), object('a', '3')]

test.each([
  ['a type and an object', told('ADDED', a1), true],
  ['a list', { kind: 'LeaseList', metadata: {}, items: [] }, false],
  ['nothing', {}, false],
  ['events in an array', [told('ADDED', a1)], false],
  ['several objects', told('ADDED', { metadata: {}, items: [a1, a2] }), false],
  ['an object in an array', { type: 'ADDED', object: [a1] }, false],
  ['text', 'ADDED', false],
])('a document of %s: is it an event?', (_what, document, is) => {
  expect(isEvent(document)).toBe(is)
})

const judged = (documents: unknown[], problem?: string) =>
  verdictsOf(
    tellsOneChangeADocument({ stream: 'watch', wait: 'wait' })(
      historyOf([
        wrote(a1),
        listed('start', [a1], { version: '1' }),
        watched('watch', documents, { from: '1' }),
        wrote(a2, { basedOn: '1' }),
        wrote(a3, { basedOn: '2' }),
        waited('wait', problem),
        listed('final', [a3]),
      ]),
    ),
  )

test('two changes are two documents', () => {
  expect(judged([told('MODIFIED', a2), told('MODIFIED', a3)])).toEqual(['held'])
})

test('bookmarks are no changes', () => {
  const bookmark = told('BOOKMARK', { metadata: { resourceVersion: '2' } })
  expect(judged([told('MODIFIED', a2), bookmark, told('MODIFIED', a3)])).toEqual(['held'])
})

test('two changes in one document break the rule', () => {
  expect(judged([told('MODIFIED', a3)])).toContainEqual(
    expect.stringContaining('one document for each'),
  )
})

test('a document without a change breaks the rule', () => {
  expect(judged([told('MODIFIED', a2), {}, told('MODIFIED', a3)])).toContainEqual(
    expect.stringContaining('describes one change'),
  )
})

test('what has not come yet is not counted', () => {
  expect(judged([told('MODIFIED', a2)], 'nothing came for 5 ms')).toEqual(['held', 'unmet'])
})
