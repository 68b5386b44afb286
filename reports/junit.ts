import { rowDifference, baselineDifferences, excusedIds } from './baseline-messages.ts'
import { escapeControlsInLines, escapeCiCommands } from './escape.ts'
import type { ConformanceReport, RequirementRow } from './report.ts'

type Outcome = 'passed' | 'failure' | 'error' | 'skipped'
type Testcase = { suite: string; slug: string; name: string; outcome: Outcome; child: string }

/**
 * Formats the report as junit.xml: a testsuite for each section of the set, and a testcase for each
 * of its requirements. A fail is a failure, and an error an error. A row that was not judged is
 * skipped with its reason, because JUnit has no other state for it. Under a baseline a known row is
 * skipped, and every row that affects the exit code is a failure.
 */
export function junitXml(report: ConformanceReport): string {
  const cases = [...casesOf(report), ...casesBesideSet(report)]
  const suites = [...new Set(cases.map(({ suite }) => suite))]
  const total = { ...tally(cases), time: (report.durationMs / 1000).toFixed(3) }
  const name = `Touchstone ${report.suite.version}: ${report.target.name}`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...total })}>`,
    ...suites.flatMap(suite => {
      const own = cases.filter(one => one.suite === suite)
      return testsuite(suite, own, report.startedAt)
    }),
    '</testsuites>',
    '',
  ].join('\n')
}

function testsuite(name: string, cases: Testcase[], timestamp: string): string[] {
  return [
    `  <testsuite${attributes({ name, ...tally(cases), timestamp })}>`,
    ...cases.flatMap(testcase),
    '  </testsuite>',
  ]
}

function testcase({ slug, name, child }: Testcase): string[] {
  const open = `    <testcase${attributes({ classname: slug, name })}`
  return child === '' ? [`${open}/>`] : [`${open}>`, `      ${child}`, '    </testcase>']
}

function casesOf({ sections, requirements, baseline }: ConformanceReport): Testcase[] {
  const excused = baseline ? excusedIds(baseline) : new Set<string>()
  return sections.flatMap(({ slug, title }) =>
    requirements
      .filter(row => row.inSet && row.section === slug)
      .map(row => {
        const difference = baseline && rowDifference(row, baseline)
        const judged = difference === undefined ? judgedAlone(row, excused.has(row.id)) : undefined
        const found = judged ?? { outcome: 'failure' as const, child: failure(row, difference) }
        return { suite: title, slug, name: `${row.id} ${row.title}`, ...found }
      }),
  )
}

/**
 * Returns testcases for differences from the baseline in rows outside the set, because a run that
 * lost them is not green.
 */
function casesBesideSet({ requirements, baseline }: ConformanceReport): Testcase[] {
  if (!baseline) return []
  const inSet = new Set(requirements.filter(row => row.inSet).map(row => row.id))
  return baselineDifferences(baseline)
    .filter(({ id }) => !inSet.has(id))
    .map(({ kind, id, says }) => ({
      suite: 'Baseline',
      slug: 'baseline',
      name: id,
      outcome: 'failure' as const,
      child: `<failure${attributes({ message: `${kind} against the baseline: ${says}` })}/>`,
    }))
}

type Judged = Pick<Testcase, 'outcome' | 'child'>

function judgedAlone(row: RequirementRow, isExcused: boolean): Judged {
  const { verdict, because = '' } = row
  if (verdict === 'pass') return { outcome: 'passed', child: '' }
  if (verdict === 'error') {
    return { outcome: 'error', child: `<error${attributes({ message: because })}/>` }
  }
  if (verdict === 'fail' && !isExcused) return { outcome: 'failure', child: failure(row) }
  const message = `${verdict === 'fail' ? 'known failure' : verdict}: ${because}`
  return { outcome: 'skipped', child: `<skipped${attributes({ message })}/>` }
}

function failure(row: RequirementRow, difference?: string): string {
  const { because = '', failure, case: path } = row
  const lines = failure
    ? [
        failure.says,
        ...failure.steps,
        `expected: ${failure.expected}`,
        `got: ${failure.got}`,
        ...(failure.reference === undefined ? [] : [`reference: ${failure.reference}`]),
        ...(path === undefined ? [] : [`replay: ${failure.replay ?? `touchstone replay ${path}`}`]),
      ]
    : [because]
  const message = difference ?? (because || failure?.says || '')
  return `<failure${attributes({ message })}>${xml(lines.join('\n'))}</failure>`
}

function tally(cases: Testcase[]) {
  const count = (outcome: Outcome) => cases.filter(one => one.outcome === outcome).length
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  }
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xml(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Escapes text for XML. Most control characters cannot occur in XML, so they are shown as escapes.
 */
function xml(text: string): string {
  return escapeCiCommands(escapeControlsInLines(text)).replace(
    /[&<>"]/g,
    character => entities[character] ?? character,
  )
}
