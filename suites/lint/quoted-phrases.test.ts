// Reports recognise some causes by phrases of messages that laws and the runner write. This test
// fails if a phrase is no longer written anywhere, so that a reworded message cannot silently
// separate a finding from its rows.

import { expect, test } from 'vitest'
import { sourceFiles } from './sources.ts'

const pattern = /\/((?:\\.|[^/\\\n]){6,})\/|(?:startsWith|includes|endsWith)\('([^'\n]{6,})'/g

/** A label that is composed of an option and its place, so the sources do not contain it. */
const composed = ['dryRun body']

/** Returns the literal parts of a pattern that have at least two words, without codes at the end. */
const phrasesIn = (text: string): string[] =>
  text
    .split(/\\.[*+?]?|\(\?[:!=<]*|[()[\]{}|^$*+?.":]| \/.*/)
    .map(part => part.replace(/^[^a-zA-Z]+| \d[\w ]*$|[^a-zA-Z]+$/g, ''))
    .filter(part => /^[\w',:;-]+(?: [\w',:;/-]+)+$/.test(part))

test('each phrase by which reports recognise a cause is written by a law or the runner', () => {
  const others = sourceFiles.filter(({ path }) => !path.endsWith('.test.ts'))
  const written = others
    .filter(({ path }) => /^(?:properties|suites|fixtures)\//.test(path))
    .map(({ text }) => text)
    .join('\n')
  const phrases = others
    .filter(({ path }) => /^reports\/[\w.-]+\.ts$/.test(path))
    .flatMap(({ text }) => text.split('\n').filter(line => !/^\s*(?:\/\/|\/?\*)/.test(line)))
    .filter(line => /\b(?:test|match|startsWith|includes|endsWith)\(|reason:|^\s*\//.test(line))
    .flatMap(line =>
      [...line.matchAll(pattern)].map(([, expression, text = '']) => expression ?? text),
    )
    .flatMap(phrasesIn)

  expect(phrases.length).toBeGreaterThan(20)
  expect([...new Set(phrases)].filter(phrase => !written.includes(phrase))).toEqual(composed)
})
