import { expect, test } from 'vitest'
import type { Exchange } from '../../history/history.ts'
import { historyOf, listed, object, removed, verdictsOf, wrote } from '../../history/written.ts'
import { told, watched } from '../../history/written-watch.ts'
import { tellsWholeWrites } from './atomic.ts'

const types = { kind: 'Lease', apiVersion: 'coordination.cluster.example/v1' }

/** An object as events show it. */
const shown = (version: string) => {
  const { metadata } = object('a', version)
  return { ...types, metadata: { ...metadata, uid: 'u' } }
}

const whole = [told('ADDED', shown('1')), told('MODIFIED', shown('2')), told('DELETED', shown('3'))]

const judged = (events: unknown[], stream: Partial<Exchange['stream']> = {}) =>
  verdictsOf(
    tellsWholeWrites('watch')(
      historyOf([
        position => {
          const watch = watched('watch', events, { from: '0' })(position)
          return { ...watch, stream: { ...watch.stream, ...stream } as Exchange['stream'] & {} }
        },
        wrote(object('a', '1')),
        wrote(object('a', '2'), { basedOn: '1' }),
        removed('a'),
        listed('final', []),
      ]),
    ),
  )

test('one whole event for each write is what a watch tells', () => {
  const mark = told('BOOKMARK', { ...types, metadata: { resourceVersion: '3' } })
  expect(judged([...whole, mark])).toEqual(['held'])
})

test.each([
  [
    'an event of no known type',
    [{ type: 'SYNC', object: shown('1') }],
    'a type and a whole object',
  ],
  ['an object without a uid', [told('ADDED', { ...types, ...object('a', '1') })], 'a whole object'],
  [
    'an object without a kind',
    [told('ADDED', { metadata: shown('1').metadata })],
    'a whole object',
  ],
  ['one write as two events', [whole[0], told('MODIFIED', shown('1'))], 'A write is one event'],
])('%s breaks the rule', (_what, events, says) => {
  expect(judged(events)).toContainEqual(expect.stringContaining(says))
})

test('an end within a document breaks it, if it is the server that ends', () => {
  const rest = '{"type":"ADDED"'
  const says = 'A watch that ends does not end within a document.'
  expect(judged(whole, { rest, end: { at: 50, how: 'ended' } })).toContain(says)
  expect(judged(whole, { rest, end: { at: 50, how: 'closed' } })).toEqual(['held'])
})

test('events of objects that others changed say nothing', () => {
  expect(judged([told('ADDED', shown('9'))])).toEqual(['held', 'unmet'])
})
