import { visibleLines, withoutCommands } from './escape.ts'
import type { ConformanceReport, Row } from './report.ts'

type Section = ConformanceReport['sections'][number]

/**
 * The report as junit.xml: a testsuite for each section of the set, a testcase for each of its
 * requirements. A fail is a failure, an error an error; what was not judged is skipped and says
 * why, because CI systems know no other word for it.
 */
export function junitXml(report: ConformanceReport): string {
  const inSet = report.requirements.filter(row => row.inSet)
  const suites = report.sections
    .map(section => ({ section, rows: inSet.filter(row => row.section === section.slug) }))
    .filter(({ rows }) => rows.length > 0)
  const total = { ...tally(inSet), time: (report.durationMs / 1000).toFixed(3) }
  const name = `Touchstone ${report.suite.version}: ${report.target.name}`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...total })}>`,
    ...suites.flatMap(({ section, rows }) => testsuite(section, rows, report.startedAt)),
    '</testsuites>',
    '',
  ].join('\n')
}

function testsuite(section: Section, rows: Row[], timestamp: string): string[] {
  return [
    `  <testsuite${attributes({ name: section.title, ...tally(rows), timestamp })}>`,
    ...rows.flatMap(testcase),
    '  </testsuite>',
  ]
}

function testcase(row: Row): string[] {
  const { id, title, section } = row
  const open = `    <testcase${attributes({ classname: section, name: `${id} ${title}` })}`
  const child = childOf(row)
  return child === undefined ? [`${open}/>`] : [`${open}>`, `      ${child}`, '    </testcase>']
}

function childOf({ verdict, because = '', failure, case: path }: Row): string | undefined {
  if (verdict === 'pass') return undefined
  if (verdict === 'error') return `<error${attributes({ message: because })}/>`
  if (verdict !== 'fail') return `<skipped${attributes({ message: `${verdict}: ${because}` })}/>`

  const lines = [
    failure?.says ?? '',
    ...(failure?.steps ?? []),
    `expected: ${failure?.expected}`,
    `got: ${failure?.got}`,
    `replay: touchstone replay ${path}`,
  ]
  const message = because || failure?.says || ''
  return `<failure${attributes({ message })}>${xml(lines.join('\n'))}</failure>`
}

function tally(rows: Row[]) {
  const failures = rows.filter(row => row.verdict === 'fail').length
  const errors = rows.filter(row => row.verdict === 'error').length
  const passed = rows.filter(row => row.verdict === 'pass').length
  return { tests: rows.length, failures, errors, skipped: rows.length - passed - failures - errors }
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xml(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML has no form for most control characters; they are shown as escapes. */
function xml(text: string): string {
  return withoutCommands(visibleLines(text)).replace(
    /[&<>"]/g,
    character => entities[character] ?? character,
  )
}
