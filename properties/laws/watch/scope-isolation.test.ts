import { expect, test } from 'vitest'
import { historyOf, listed, object, verdictsOf } from '../../history/written.ts'
import { told, watched } from '../../history/written-watch.ts'
import { staysInScope } from './scope-isolation.ts'

const broken = 'A watch delivers only objects of its namespace that match its selectors.'
const dark = object('a', '1', { labels: { shade: 'dark' } })
const light = object('a', '2', { labels: { shade: 'light' } })

const judged = (event: unknown, more: Parameters<typeof watched>[2] = {}) =>
  verdictsOf(staysInScope('watch')(historyOf([watched('watch', [event], more)])))

const selected = (labelSelector: string) => ({ query: { labelSelector } })
const named = (name: string) => ({ query: { fieldSelector: `metadata.name=${name}` } })

test('what lies in the namespace and matches the selectors is in scope', () => {
  expect(judged(told('ADDED', dark), selected('shade=dark'))).toEqual(['held'])
  expect(judged(told('ADDED', dark), named('own-a'))).toEqual(['held'])
  expect(judged(told('ADDED', dark), { namespace: 'all' })).toEqual(['held'])
})

test.each([
  ['a namespace whose name begins alike', object('a', '1', { namespace: 'n0' }), {}],
  ['another shade', light, selected('shade=dark')],
  ['another name', dark, named('own-b')],
])('an event of %s breaks the rule', (_what, shown, more) => {
  expect(judged(told('MODIFIED', shown), more)).toEqual([broken])
})

test('an object that names no namespace is not taken for one of another', () => {
  const { namespace: _, ...metadata } = dark.metadata
  const unnamed = told('ADDED', { ...dark, metadata })
  const other = told('ADDED', object('b', '2', { namespace: 'n0' }))
  const stream = (...events: unknown[]) => historyOf([watched('watch', events)])

  expect(verdictsOf(staysInScope('watch')(stream(unnamed)))).toEqual(['unmet'])
  expect(verdictsOf(staysInScope('watch')(stream(unnamed, other)))).toEqual([broken, 'unmet'])
  expect(judged(unnamed, { namespace: 'all' })).toEqual(['held'])
})

test('the end of a match that was delivered is in scope, whatever it shows', () => {
  const events = (...documents: unknown[]) =>
    verdictsOf(
      staysInScope('watch')(historyOf([watched('watch', documents, selected('shade=dark'))])),
    )

  expect(events(told('ADDED', dark), told('DELETED', light))).toEqual(['held'])
  expect(events(told('DELETED', light))).toEqual([broken])
  expect(events(told('ADDED', dark), told('MODIFIED', light))).toContain(broken)
})

test('what others made, and what is no stream, says nothing', () => {
  const theirs = { metadata: { ...light.metadata, name: 'theirs' } }
  expect(judged(told('ADDED', theirs), selected('shade=dark'))).toEqual([])
  expect(verdictsOf(staysInScope('watch')(historyOf([listed('watch', [])])))).toEqual(['unmet'])
})
