import { expect, test } from 'vitest'
import { getAnswer, historyOfWrites, listedObject } from './test-writes.ts'
import { warningsOf } from './warnings.ts'

function warnings(value: string | undefined): string[] {
  const [exchange] = historyOfWrites([getAnswer('get', listedObject('a', '1'))]).exchanges
  if (!exchange?.answer) throw new Error('no answer')
  if (value !== undefined) exchange.answer.headers['warning'] = value
  return warningsOf(exchange)
}

test('An answer without the header has no warnings.', () => {
  expect(warnings(undefined)).toEqual([])
  expect(warnings('')).toEqual([])
})

test('Items on one line and joined lines are parsed alike.', () => {
  const wanted = ['unknown field "spec.a"', 'unknown field "b"']
  const [first, second] = [
    String.raw`299 - "unknown field \"spec.a\""`,
    '299 - "unknown field \\"b\\""',
  ]

  expect(warnings(`${first}, ${second}`)).toEqual(wanted)
  expect(warnings(`${first},${second}`)).toEqual(wanted)
})

test('Commas and backslashes inside a text are part of it.', () => {
  expect(warnings(String.raw`299 agent/1.0 "a, b, \"c\", and a \\" , 199 host:80 "d"`)).toEqual([
    String.raw`a, b, "c", and a \ `.trim(),
    'd',
  ])
})

test('A date after the text is ignored.', () => {
  expect(warnings('112 - "down" "Wed, 21 Oct 2015 07:28:00 GMT", 299 - "a"')).toEqual(['down', 'a'])
})

test('Items in another format are kept as they are.', () => {
  expect(warnings('unknown field a, 299 - "b"')).toEqual(['unknown field a', 'b'])
  expect(warnings('299 - "never closed, 1')).toEqual(['299 - "never closed, 1'])
})
