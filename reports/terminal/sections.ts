import type { VerdictWord } from '../../suites/verdict.ts'
import { clip, countedNoun, formatCount } from '../text-layout.ts'
import type { ConformanceReport } from '../report.ts'
import { occurringVerdicts } from '../sentences.ts'
import { type Colours, columns, type Page } from './page.ts'

type Section = ConformanceReport['sections'][number]

const nameColumns = 28
/** Abbreviations for a table with more verdicts than fit in full. */
const short: Record<VerdictWord, string> = {
  pass: 'pass',
  fail: 'fail',
  flaky: 'flaky',
  inconclusive: 'incon',
  waived: 'waiv',
  inapplicable: 'inapp',
  observed: 'obs',
  error: 'err',
  untested: 'untst',
}

/**
 * Formats one line per section with its counts by verdict. Sections in which nothing ran are only
 * counted.
 */
export function sectionLines({ report, colours }: Page): string[] {
  const ran = report.sections.filter(section => section.result !== 'untested')
  const untested = report.sections.filter(section => section.result === 'untested')
  const counts = totalOf(ran)
  const words = occurringVerdicts(counts)
  const names = fits(words) ? words : words.map(word => short[word])
  const heads = names.map(name => name.padStart(Math.max(name.length, 4)))
  const cells = (of: Record<VerdictWord, number>) =>
    words.map((word, index) => cell(of[word], word, heads[index]?.length ?? 0, colours)).join(' ')
  const rest = totalOf(untested).untested
  return [
    `${colours.bold('sections'.padEnd(nameColumns))} ${colours.dim(heads.join(' '))}`,
    ...ran.map(section => `${nameOf(section, colours)} ${cells(section.counts)}`),
    ...(ran.length > 1 ? [`${'  total'.padEnd(nameColumns)} ${cells(counts)}`] : []),
    ...(untested.length > 0
      ? [
          colours.dim(
            `  and ${countedNoun(untested.length, 'section')} untested, ${countedNoun(rest, 'row')}`,
          ),
        ]
      : []),
  ]
}

function fits(words: VerdictWord[]): boolean {
  const heads = words.reduce((sum, word) => sum + 1 + Math.max(word.length, 4), 0)
  return nameColumns + heads <= columns
}

function nameOf({ title, result }: Section, colours: Colours): string {
  const name = clip(title, nameColumns - 2).padEnd(nameColumns - 2)
  if (result === 'nonconformant') return `${colours.red('✗')} ${name}`
  if (result === 'incomplete') return `${colours.yellow('?')} ${name}`
  if (result === 'observed' || result === 'inapplicable') return `${colours.dim('–')} ${name}`
  if (result === 'partial') return `${colours.dim('~')} ${name}`
  return `${colours.green('✓')} ${name}`
}

function cell(count: number, word: VerdictWord, width: number, colours: Colours): string {
  if (count === 0) return colours.dim('·'.padStart(width))
  const text = formatCount(count).padStart(width)
  if (word === 'fail' || word === 'error') return colours.red(text)
  if (word === 'flaky' || word === 'inconclusive') return colours.yellow(text)
  return word === 'pass' ? colours.green(text) : text
}

function totalOf(sections: Section[]): Record<VerdictWord, number> {
  const total = (word: VerdictWord) => sections.reduce((sum, { counts }) => sum + counts[word], 0)
  return Object.fromEntries(
    Object.keys(short).map(word => [word, total(word as VerdictWord)]),
  ) as Record<VerdictWord, number>
}
