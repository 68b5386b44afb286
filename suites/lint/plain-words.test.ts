// Internal words of the sources must not occur in texts for users.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { outsideSetReason } from '../select/untested.ts'
import { catalogue } from '../generated/catalogue.ts'
import { projectRoot, sourceFiles } from './sources.ts'

const isPrivate = /\b(told|tells|beside|of its own|of their own|says nothing|say nothing)\b/

it('rules quoted in findings are in plain words', () => {
  const rules = sourceFiles
    .filter(({ path }) => /^(properties\/laws|suites\/spec)\/.*(?<!\.test)\.ts$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/says(?: =|:)\s+'([^']*)'/g)])
    .map(([, rule = '']) => rule)

  expect(rules.length).toBeGreaterThan(300)
  expect(rules.filter(rule => isPrivate.test(rule))).toEqual([])
})

it('reasons of untested rows are in plain words', () => {
  const reasons = new Set(catalogue.map(row => outsideSetReason(row).split('\n')[0] ?? ''))

  expect([...reasons].filter(reason => isPrivate.test(reason))).toEqual([])
})

// Quotes rules of the catalogue, whose texts are part of its digest.
const quoting = 'docs/spec-questions.md'

const pages = [
  ...readdirSync(projectRoot).filter(name => name.endsWith('.md')),
  ...readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`)
    .filter(page => page !== quoting),
]

it.each(pages)('%s is in plain words', page => {
  // Without code spans, which contain keys and values.
  const text = readFileSync(join(projectRoot, page), 'utf8').replaceAll(/`[^`]*`/g, '')

  expect(text.split('\n').filter(line => isPrivate.test(line))).toEqual([])
})

it('the glossary defines at most forty words, each of them once', () => {
  const text = readFileSync(join(projectRoot, 'docs/architecture.md'), 'utf8')
  const [, section = ''] = /^## Words$([^]*?)^## /m.exec(text) ?? []
  const words = [...section.matchAll(/\*\*([^*]+)\*\*/g)].map(([, word = '']) => word)

  expect(words).toContain('target')
  expect(words.length).toBeLessThanOrEqual(40)
  expect(new Set(words).size).toBe(words.length)
})
