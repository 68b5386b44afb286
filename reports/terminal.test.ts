import { describe, expect, it } from 'vitest'
import { assemble } from './assemble.ts'
import { widthOf } from './text-layout.ts'
import type { ConformanceReport } from './report.ts'
import { sampleOutcome, sampleReport } from './sample.ts'
import { sampleWithBaseline } from './sample-baseline.ts'
import { screenLines } from './terminal/compact.ts'
import { summary, wantsColour } from './terminal.ts'

const options = {
  command: 'npx touchstone certify --target acme.yaml --seed 1207 --scenarios 100 --concurrency 4',
  reportDir: './touchstone-report',
  files: ['report.html', 'report.json', 'junit.xml'],
  colour: false,
  verbose: true,
  linesBefore: 0,
}
// The pre-flight prints at most six lines.
const brief = { ...options, verbose: false, linesBefore: 6 }

it('puts findings before sections, then what was not judged, and the result last', () => {
  const text = summary(sampleReport(), options)

  const places = ['2 findings', 'sections  ', 'not judged', 'repeat  ', 'nonconformant: '].map(
    part => text.indexOf(`\n${part === 'repeat  ' ? '  ' : ''}${part}`),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(text.trimEnd().split('\n').at(-1)).toBe(
    'nonconformant: 9 of 15 musts judged, 4 failed, 2 findings, 100 scenarios',
  )
})

it.each([options, brief])('names what failed, but not in all re-runs', how => {
  const text = summary(sampleReport(), how)

  expect(text).toMatch(how.verbose ? /1 flaky row: .*\n {2}WRITE-010 / : / flaky +WRITE-010 /)
})

it('shows a finding on one screen: ids, who breaks, steps, expected, got and the replay', () => {
  const text = summary(sampleReport(), options)

  expect(text).toContain(
    '  1. The chunks of a list come from different states (Chunks show one snapshot)',
  )
  expect(text).toContain('must      LIST-007, PAGE-004, PAGE-005')
  expect(text).toContain('3. every chunk of page: GET main?limit=1')
  expect(text).toContain('expected  resourceVersion 41, as in chunk 1')
  expect(text).toContain('got       resourceVersion 42 in chunk 2')
  expect(text).toContain('touchstone replay ./touchstone-report/cases/PAGE-005.json')
})

it('groups what was not judged by its reason', () => {
  const text = summary(sampleReport(), options)

  expect(text).toContain(
    'inapplicable 1\n    skipped: no target file defines `controls.compact`: 1',
  )
  expect(text).toContain('LIST-040: too few writes fell into a list: 3 of 20')
  expect(text).toContain('no check in this release: 2')
  expect(text).toContain('observed 1: the specification allows any response')
})

it('gives one reason for all rows whose lists at a version are answered 410', () => {
  const report = sampleReport()
  const path = 'GET /x?resourceVersion=…&resourceVersionMatch=Exact'
  const reasons = [
    `6 of 6 scenarios could not be judged: ${path} (step "list") returned 410 Expired`,
    `1 of 1 scenarios could not be judged: ${path} (step "twin") is not a list: it returned 410 Expired`,
    '20 of 20 scenarios could not be judged: Table list is not a Table: 410 Expired',
  ]
  const [row] = report.requirements
  const requirements = reasons.flatMap((because, index) =>
    row ? [{ ...row, id: `LIST-0${index}`, verdict: 'inconclusive' as const, because }] : [],
  )

  expect(summary({ ...report, requirements }, options).replaceAll(/\s+/g, ' ')).toContain(
    'LIST-00, LIST-01, LIST-02: lists at a version that the server had just returned are answered 410',
  )
})

it('counts the states reached by area, and names those that never were', () => {
  const text = summary(sampleReport(), options)

  expect(text).toContain('page      1 state, not reached: last, full\n')
  expect(text).toContain('watch     1 state\n')
  expect(summary({ ...sampleReport(), states: {} }, options)).not.toContain('states reached')
})

it('stays within 80 columns whatever a target says', () => {
  const report = sampleReport()
  const words = `${'x'.repeat(300)} 世界${'世'.repeat(90)} \u001b[2J`
  const target = { ...report.target, name: words, version: words }
  const findings = Array.from({ length: 20 }, () => report.findings).flatMap(pair =>
    pair.map(finding => ({ ...finding, title: words, breaks: [words] })),
  )
  const requirements = report.requirements.map(row => ({ ...row, because: `${row.id} ${words}` }))

  const text = summary({ ...report, target, findings, requirements }, options)

  expect(text.split('\n').filter(line => widthOf(line) > 80)).toEqual([])
  expect(text).toContain('and 10 more in the report')
})

it('never passes a control character of the target on', () => {
  const text = summary(sampleReport(), options)

  expect(text).toContain('\\x1b[31m')
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
})

it('colours when it is asked to, and changes nothing but colour', () => {
  const plain = summary(sampleReport(), options)
  const coloured = summary(sampleReport(), { ...options, colour: true })

  expect(coloured).not.toBe(plain)
  // oxlint-disable-next-line no-control-regex
  expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain)
})

it('names known findings only, and says at the end what the exit code is for', () => {
  const known = summary(sampleWithBaseline(), options)
  const some = summary(
    sampleWithBaseline(({ entries, ...baseline }) => ({
      ...baseline,
      entries: entries.filter(({ id }) => id !== 'WRITE-009'),
    })),
    options,
  )

  expect(known).toContain('\n2 findings, 2 in the baseline\n')
  expect(known).not.toContain('touchstone replay')
  expect(known.trimEnd().split('\n').slice(-2)).toEqual([
    'baseline: 7 known, 0 new, 0 changed, 0 stale, 0 no longer judged',
    'exit code 4: musts that are not in known.yaml could not be judged',
  ])
  expect(some).toContain('\n2 findings, 1 in the baseline\n')
  expect(some.match(/touchstone replay/g)).toHaveLength(1)
  expect(some).toMatch(/\n {2}new {6}WRITE-009: fail: PUT <object> 200: .*\\x1…/)
  expect(some.trimEnd()).toMatch(/exit code 1: the run differs from known\.yaml$/)
  expect([...known.split('\n'), ...some.split('\n')].filter(line => widthOf(line) > 80)).toEqual([])
})

it('wants colour on a terminal only, and not where NO_COLOR is set', () => {
  expect(wantsColour({ isTTY: true }, {})).toBe(true)
  expect(wantsColour({ isTTY: true }, { NO_COLOR: '1' })).toBe(false)
  expect(wantsColour({ isTTY: true }, { TERM: 'dumb' })).toBe(false)
  expect(wantsColour({}, {})).toBe(false)
})

it('says which checks performed fewer scenarios, and why', () => {
  const shortened = { checks: 40, scenarios: 5 }
  const text = summary({ ...sampleReport(), shortened }, options)

  expect(text.trimEnd().split('\n').at(-1)).toContain('5 to 100 scenarios')
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    '100 scenarios per property, but only 5 or more in 40 checks, because a must had failed and the run was long (--scenarios 100 performs all)',
  )
})

it('counts the checks that a run skipped', () => {
  const skipped = { checks: 312, because: 'stopped by SIGINT' }
  const text = summary({ ...sampleReport(), skipped }, options)

  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/, 312 checks skipped\b[^.]*$/)
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    '100 scenarios per property; 312 checks skipped: stopped by SIGINT',
  )
})

it('says what each result means', () => {
  const outcome = sampleOutcome()
  const pass = outcome.verdicts.filter(({ verdict }) => verdict === 'pass')
  const ids = pass.map(({ id }) => id)
  const last = (change: Partial<typeof outcome>) => {
    const report = assemble({ ...outcome, ...change })
    const text = summary(report, options).trimEnd()
    return text.slice(text.lastIndexOf(`\n${report.result}: `) + 1).replaceAll('\n', ' ')
  }

  expect(last({ verdicts: pass, inSet: new Set(ids) })).toBe(
    'conformant: 5 of 5 musts judged, 100 scenarios',
  )
  const ofWrite = { ...outcome.run, filtered: true, profile: 'write' }
  expect(last({ verdicts: pass, inSet: new Set(ids), run: ofWrite })).toBe(
    'conformant: profile write, 1 of 1 musts, 100 scenarios',
  )
  expect(last({ verdicts: pass, inSet: new Set(ids), run: { ...outcome.run, scenarios: 3 } })).toBe(
    'partial: 5 of 5 musts judged, 3 scenarios; conformant requires 20 per property',
  )
  expect(last({ verdicts: pass, run: { ...outcome.run, filtered: true } })).toBe(
    'partial: 5 of 15 musts judged, 100 scenarios; a selection of the set',
  )
  expect(last({ verdicts: pass })).toBe(
    'incomplete: 5 of 15 musts judged, 10 did not run, 100 scenarios',
  )
  expect(last({ verdicts: [] })).toBe(
    'incomplete: 0 of 15 musts judged, 15 did not run, 100 scenarios',
  )
  expect(last({ verdicts: outcome.verdicts.filter(({ verdict }) => verdict !== 'fail') })).toBe(
    'incomplete: 5 of 15 musts judged, 3 undecided, 1 waived, 5 did not run, 100 scenarios',
  )
})

describe('the summary that is printed by default', () => {
  const linesOf = (report: ConformanceReport) => summary(report, brief).trimEnd().split('\n')

  it('has the findings with their replay, the sections, what was not judged and the result', () => {
    const text = summary(sampleReport(), brief)

    expect(text).toMatch(/^ {2}1\. must PAGE-005 \+2: /m)
    expect(text).toContain('touchstone replay ./touchstone-report/cases/PAGE-005.json')
    const requirements = sampleReport().requirements.map(row =>
      row.failure ? { ...row, failure: { ...row.failure, replay: 'the whole command' } } : row,
    )
    expect(summary({ ...sampleReport(), requirements }, brief)).toContain('the whole command')
    expect(text).toContain('✗ 3 nonconformant sections: List, Paging, Create and update')
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      '1 flaky, 1 error, 1 inconclusive, 1 waived, 1 inapplicable, 3 untested',
    )
    expect(text).toContain('✗ list-watch, write')
    expect(text).toContain('./touchstone-report/report.html')
    expect(text.trimEnd().split('\n').at(-1)).toMatch(/^nonconformant: /)
  })

  it('is at most one screen of 80 columns, whatever was found', () => {
    const report = sampleReport()
    const words = `${'x'.repeat(300)} 世界${'世'.repeat(90)} \u001b[2J`
    const many = Array.from({ length: 125 }, () => report.findings).flat()
    const long = many.map(finding => ({ ...finding, title: words, breaks: [words] }))
    const requirements = report.requirements.map(row => ({ ...row, because: `${row.id} ${words}` }))
    const known = sampleWithBaseline(({ entries: _, ...baseline }) => ({
      ...baseline,
      entries: [],
    }))
    const reports = [
      report,
      { ...report, findings: many },
      { ...report, findings: long, requirements },
      { ...known, findings: [...known.findings, ...many] },
      sampleWithBaseline(),
    ]

    for (const lines of reports.map(linesOf)) {
      expect(lines.length).toBeLessThanOrEqual(screenLines - brief.linesBefore)
      expect(lines.filter(line => widthOf(line) > 80)).toEqual([])
    }
    expect(linesOf({ ...report, findings: many }).join('\n')).toMatch(/and 24\d more in the report/)
    // One in full, with its command, and the next by name.
    const named = linesOf({ ...report, findings: many }).filter(line => /^ +\d+\. must /.test(line))
    expect(named.length).toBeGreaterThanOrEqual(5)
  })

  it('names the sections whose musts were not started', () => {
    const report = sampleReport()
    const because = 'a must has failed, and the run is slow; use --timeout 30m to run all'
    const requirements = report.requirements.map(row =>
      row.verdict === 'pass'
        ? { ...row, verdict: 'inconclusive' as const, because: `not judged: ${because}` }
        : row,
    )
    const skipped = { checks: 9, because }
    const text = (one: ConformanceReport) => linesOf(one).join(' ').replaceAll(/\s+/g, ' ')

    expect(text({ ...report, requirements, skipped })).toMatch(
      / \d+ musts? not started in time: [a-z-]+ \d+.* \(run them: --timeout 30m\)/,
    )
    expect(text({ ...report, requirements, skipped: { ...skipped, because: 'x' } })).not.toMatch(
      /not started/,
    )
    expect(text(report)).not.toMatch(/not started/)
  })

  it('gives the titles of the first findings two lines, and cuts others at a word', () => {
    const report = sampleReport()
    const title = 'Some writes, and several of their dry runs, are neither refused nor stored'
    const many = Array.from({ length: 9 }, () => report.findings[0]).flatMap(one =>
      one ? [{ ...one, title }] : [],
    )
    const lines = linesOf({ ...report, findings: many })
    const at = (number: number) => lines.findIndex(line => line.startsWith(`  ${number}. `))

    expect(lines.slice(at(5), at(5) + 2)).toEqual([
      '  5. must PAGE-005 +2: Some writes, and several of their dry runs, are neither',
      '     refused nor stored',
    ])
    expect(lines[at(6)]).toBe(
      '  6. must PAGE-005 +2: Some writes, and several of their dry runs, are neither…',
    )
    expect(lines.length).toBeLessThanOrEqual(screenLines - brief.linesBefore)
  })

  it('names of a selection only what ran', () => {
    const text = linesOf({ ...sampleReport(), filtered: true }).join('\n')

    expect(text).toContain('✗ 3 nonconformant sections')
    expect(text).not.toMatch(/not judged\n|profiles/)
    expect(linesOf(sampleReport()).join('\n')).toMatch(/1 section not judged\n {2}profiles/)
  })

  it('says of configuration by itself what was judged of it', () => {
    const { claims, ...report } = sampleReport()
    const configuration = { result: 'conformant', musts: 370, judged: 269, passed: 269 } as const

    expect(linesOf({ ...report, claims: { ...claims, configuration } })).toContain(
      'configuration: conformant, 269 of 370 musts judged',
    )
    expect(linesOf({ ...report, claims }).join('\n')).not.toContain('configuration: ')
  })

  it('says why nothing of a part was judged: the reason of most of its rows', () => {
    const { claims, requirements, ...report } = sampleReport()
    const configuration = { result: 'incomplete', musts: 3, judged: 0, passed: 0 } as const
    const [row] = requirements
    if (!row) throw new Error('expected a row in the sample')
    const skipped = (because: string) =>
      ({ ...row, inSet: true, surface: 'flags', verdict: 'inapplicable', because }) as const
    const lines = (...reasons: string[]) =>
      linesOf({
        ...report,
        claims: { ...claims, configuration },
        requirements: [...requirements, ...reasons.map(skipped)],
      }).join(' ')

    expect(lines('no program', 'no program')).toContain('0 of 3 musts judged (no program)')
    expect(lines('no agent', 'no program', 'no program')).toContain('(mostly no program)')
  })
})
