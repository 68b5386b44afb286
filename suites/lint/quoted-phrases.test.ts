// Reports recognise some causes by phrases of messages that laws and the runner write. This test
// fails if a phrase is no longer written anywhere, so that a reworded message cannot silently
// separate a finding from its rows.

import { expect, test } from 'vitest'
import { sourceFiles } from './sources.ts'

/** Regular expressions, and strings that are compared with a text or searched for in one. */
const expressions = /(?<=[=(:,!|&?[]\s*|^\s*)\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n[])+)\/[a-z]*/g
const strings = /(?:[!=]== |startsWith\(|includes\(|endsWith\()'((?:\\.|[^'\\\n])+)'/g

/** Messages that are composed of a text and a value, so that no source contains them. */
const composed = new Set(['as no media type', 'a version other than undefined'])

const isComment = (line: string): boolean => /^\s*(?:\/\/|\/?\*)/.test(line)

/** Returns the literal parts of a source that have at least three words, without codes. */
function phrasesIn(source: string): string[] {
  const lines = source.split('\n').filter(line => !isComment(line))
  return lines
    .flatMap(line => [...line.matchAll(expressions), ...line.matchAll(strings)])
    .flatMap(([, text = '']) => text.split(/\\.[*+?]?|\(\?[:!=<]*|[()[\]{}|^$*+?.":]| \/.*/))
    .map(part => part.replace(/^[^a-zA-Z]+| \d[\w ]*$|[^a-zA-Z]+$/g, ''))
    .filter(part => /^[\w',;-]+(?: [\w',;/-]+){2,}$/.test(part))
}

test('phrases are read from regular expressions and compared strings', () => {
  const source = [
    '// a comment with /several words in it/',
    '  { reason: /\\bthe list has one chunk$/, of: /^ERR-/ },',
    '    /^\\d+$/.test(got) || /\\ba write is lost twice\\b/.test(got),',
    "  ({ expected }) => expected === 'at most one event' && got.startsWith('nothing came for'),",
    "  title: 'A title is not a phrase',",
  ].join('\n')

  expect(phrasesIn(source)).toEqual([
    'the list has one chunk',
    'a write is lost twice',
    'at most one event',
    'nothing came for',
  ])
})

test('each phrase by which reports recognise a cause is written by a law or the runner', () => {
  const others = sourceFiles.filter(({ path }) => !path.endsWith('.test.ts'))
  const written = others
    .filter(({ path }) => /^(?:properties|suites)\//.test(path))
    .flatMap(({ text }) => text.split('\n').filter(line => !isComment(line)))
    .join('\n')
  const phrases = others
    .filter(({ path }) => /^reports\/[\w.-]+\.ts$/.test(path))
    .flatMap(({ text }) => phrasesIn(text))

  expect(phrases.length).toBeGreaterThan(20)
  const lost = phrases.filter(phrase => !composed.has(phrase) && !written.includes(phrase))
  expect([...new Set(lost)]).toEqual([])
})
