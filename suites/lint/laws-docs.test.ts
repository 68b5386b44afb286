// Laws, requirements and mutants that the docs name must exist.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mutants } from '../../fixtures/generated/mutants.ts'
import { variants } from '../../fixtures/generated/variants.ts'
import { isCatalogueId } from '../select/select.ts'
import { projectRoot, sourceFiles } from './sources.ts'

const page = (name: string): string => readFileSync(join(projectRoot, 'docs', name), 'utf8')
const laws = page('watch-laws.md')
const corpus = page('bug-corpus.md')

/** The words in code spans of a text. */
const coded = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
const idsIn = (text: string): string[] => text.match(/\b(?:K8S-)?[A-Z]+-\d{3}\b/g) ?? []

/** The cells of the rows of all tables of a text. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter(line => line.startsWith('| ') && !line.startsWith('| law |'))
    .map(line => line.split('|').slice(1, -1))

describe('docs/watch-laws.md', () => {
  test('has a row for every law', () => {
    const numbered = (letter: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)

    expect(rowsOf(laws).map(([law = '']) => law.trim().split(' ')[0])).toEqual([
      ...numbered('W', 17),
      'B1',
      ...numbered('L', 14),
    ])
  })

  test('names every law of the two folders, and only existing files', () => {
    const files = sourceFiles
      .map(({ path }) => path.replace('properties/laws/', ''))
      .filter(path => /^(watch\/|list\/linearizable)/.test(path) && !path.endsWith('.test.ts'))
    const named = coded(laws).filter(word => word.endsWith('.ts'))

    expect(files.filter(file => !named.includes(file))).toEqual([])
    expect(
      named.filter(
        file => !existsSync(join(projectRoot, 'properties/laws', file)) && !isPath(file),
      ),
    ).toEqual([])
  })

  test('names requirements that exist', () => {
    expect(idsIn(laws).filter(id => !isCatalogueId(id))).toEqual([])
  })

  test('names mutants that the requirements of their row kill', () => {
    const strays = rowsOf(laws).flatMap(([law, , , ids = '', broken = '']) =>
      coded(broken)
        .filter(name => {
          const { killedBy } = mutants.find(mutant => mutant.name === name) ?? { killedBy: [] }
          return !killedBy.some(id => idsIn(ids).includes(id))
        })
        .map(name => `${law}: ${name}`),
    )

    expect(strays).toEqual([])
  })
})

describe('docs/bug-corpus.md', () => {
  test('names mutants and variants that exist', () => {
    const names = new Set([...mutants, ...variants].map(({ name }) => name))
    const words = rowsOf(corpus).flatMap(([, , shown = '']) => coded(shown))

    expect(
      words.filter(word => !names.has(word) && !isPath(word) && word !== 'inconclusive'),
    ).toEqual([])
  })
})

describe('docs/*.md', () => {
  test('the commands that prove mutants name mutants and requirements that exist', () => {
    const asked = readdirSync(join(projectRoot, 'docs'))
      .filter(name => name.endsWith('.md'))
      .flatMap(name => [...page(name).matchAll(/touchstone mutants ([^\n`#]+)/g)])
      .flatMap(([, words = '']) => words.trim().split(/\s+/))
      .filter(word => !word.startsWith('-') && word !== 'ID')

    expect(asked.length).toBeGreaterThan(1)
    expect(
      asked.filter(word => !isCatalogueId(word) && !mutants.some(({ name }) => name === word)),
    ).toEqual([])
  })
})

const isPath = (word: string): boolean => existsSync(join(projectRoot, word))
