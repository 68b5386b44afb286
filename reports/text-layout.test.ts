import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  clip,
  clipAtWord,
  countedNoun,
  formatDuration,
  formatCount,
  hangingIndent,
  listIds,
  widthOf,
  wrap,
  wrapCommand,
} from './text-layout.ts'

it('counts columns, not characters', () => {
  expect(widthOf('abc')).toBe(3)
  expect(widthOf('世界')).toBe(4)
  expect(widthOf('e\u0301')).toBe(1)
})

it('wraps at words and cuts a word that fits on no line', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three'])
  expect(wrap('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
})

it('shortens at the end of a word, unless little would be left', () => {
  expect(clipAtWord('one two three', 13)).toBe('one two three')
  expect(clipAtWord('one two three', 12)).toBe('one two…')
  expect(clipAtWord('one two, three', 10)).toBe('one two…')
  expect(clipAtWord('one two', 4)).toBe('one…')
  expect(clipAtWord('a bcdefghijk', 8)).toBe('a bcdef…')
})

it('cuts a path after one of its marks', () => {
  expect(wrap('GET main?limit=1&continue=token', 12)).toEqual([
    'GET',
    'main?limit=',
    '1&continue=',
    'token',
  ])
})

it('never cuts a URL', () => {
  const url = 'https://example.test/a/very/long/path'

  expect(wrap(`see ${url} now`, 10)).toEqual(['see', url, 'now'])
})

it('keeps every line within the width and every word in order', () => {
  const words = fc.array(
    fc.string({ unit: 'grapheme', minLength: 1 }).map(w => w.replace(/ /g, '_')),
  )
  const property = fc.property(words, fc.integer({ min: 2, max: 80 }), (texts, width) => {
    const lines = wrap(texts.join(' '), width)

    expect(lines.every(line => widthOf(line) <= width || /^\(?https?:/.test(line))).toBe(true)
    expect(lines.join('').replaceAll(' ', '')).toBe(texts.join(''))
  })

  fc.assert(property)
})

it('wraps a command so that a shell still reads one command', () => {
  const command = 'touchstone certify reference --seed 42 --scenarios 100'

  const lines = wrapCommand(command, 30)

  expect(lines).toEqual(['touchstone certify reference \\', '--seed 42 --scenarios 100'])
  expect(lines.join('\n').replaceAll(' \\\n', ' ')).toBe(command)
})

it('cuts no quoted word of a command, however wide it is', () => {
  const path = `'/home/somebody'\\''s own reports/cases and more/LIST-007.json'`
  const command = `touchstone replay ${path} "a \\" b" --seed 42`

  expect(wrapCommand(command, 20)).toEqual([
    'touchstone replay \\',
    `${path} \\`,
    `"a \\" b" --seed 42`,
  ])
})

it('breaks a command between its words alone', () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom(...`a '"$-`), minLength: 1 }))

  const property = fc.property(words, texts => {
    const command = ['printf', ...texts.map(quoted)].join(' ')
    const lines = wrapCommand(command, 12).map(line => line.replace(/ \\$/, ''))

    expect(lines.join(' ')).toBe(command)
    // A quote that is open at the end of a line would make the line break part of the word.
    expect(lines.filter(line => line.replaceAll(`\\'`, '').split(`'`).length % 2 === 0)).toEqual([])
  })

  fc.assert(property)
})

/** Quotes a text as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll(`'`, `'\\''`)}'`

it('clips what is too wide and shows that it did', () => {
  expect(clip('abcdef', 6)).toBe('abcdef')
  expect(clip('abcdefg', 6)).toBe('abcde…')
  expect(clip('世界世界', 6)).toBe('世界…')
})

it('writes numbers, counts, durations and lists for people', () => {
  expect([formatCount(7), formatCount(1230), formatCount(1234567)]).toEqual([
    '7',
    '1,230',
    '1,234,567',
  ])
  expect([countedNoun(1, 'case'), countedNoun(1024, 'case')]).toEqual(['1 case', '1,024 cases'])
  expect([850, 12_345, 245_000, 7_380_000].map(formatDuration)).toEqual([
    '850 ms',
    '12.3 s',
    '4 min 5 s',
    '2 h 3 min',
  ])
  expect(listIds(['A-001', 'A-002', 'A-003'], 2)).toBe('A-001, A-002 and 1 more')
})

it('hangs a long value under its beginning, and cuts it after some lines', () => {
  const value = 'word '.repeat(60).trim()
  const lines = hangingIndent(`features    ${value}`, { indent: 12, most: 3 })

  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^features {4}word/)
  expect(lines[1]).toMatch(/^ {12}word/)
  expect(lines[2]).toMatch(/[^…]…$/)
  expect(lines.every(line => widthOf(line) <= 80)).toBe(true)
  expect(hangingIndent('server      here', { indent: 12, most: 3 })).toEqual(['server      here'])
})
