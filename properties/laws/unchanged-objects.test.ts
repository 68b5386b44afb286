import { expect, test } from 'vitest'
import { observationTexts } from '../history/test-writes.ts'
import { objectIsUnchanged } from './unchanged-objects.ts'

const says = 'It is as it was.'

const stored = (version: string, annotations: Record<string, string> = {}, uid = 'u') => ({
  metadata: { name: 'a', uid, resourceVersion: version, annotations },
})

const judge = (after: ReturnType<typeof stored> | undefined, sent?: unknown): string[] =>
  observationTexts(
    objectIsUnchanged({ before: stored('1', { a: 'x' }), after, sent }, { says, at: 'fault' }),
  )

test('an unchanged object holds', () => {
  expect(judge(stored('1', { a: 'x' }), stored('0', { a: 'y' }))).toEqual(['held'])
})

test.each([
  ['a version of its own', stored('2', { a: 'x' })],
  ['the annotation that was asked for', stored('2', { a: 'y' })],
  ['an annotation that was left out, gone', stored('2')],
  ['another value at the same version', stored('1', { a: 'z' })],
  ['another uid', stored('2', { a: 'x' }, 'v')],
  ['nothing at all', undefined],
])('%s breaks the rule', (name, after) => {
  const sent = name.includes('left out') ? stored('0') : stored('0', { a: 'y' })

  expect(judge(after, sent)).toEqual([says])
})

test.each([
  ['an annotation that nobody here sent', stored('2', { a: 'x', controller: 'was here' })],
  ['another value than was sent', stored('2', { a: 'z' })],
])('%s is attributed to another writer, and inconclusive', (_, after) => {
  expect(judge(after, stored('0', { a: 'y' }))).toEqual(['preconditionUnmet'])
  expect(judge(after, undefined)).toEqual(['preconditionUnmet'])
})

test.each([
  ['before', {}, stored('1')],
  ['after', stored('1'), { kind: 'Status' }],
])('a response without metadata %s the refusal is inconclusive', (_, before, after) => {
  const looks = { before, after, sent: stored('0') } as Parameters<typeof objectIsUnchanged>[0]

  expect(observationTexts(objectIsUnchanged(looks, { says, at: 'fault' }))).toEqual([
    'preconditionUnmet',
  ])
})
