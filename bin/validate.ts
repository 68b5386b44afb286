// Implements `touchstone validate`: checks configuration files (FILE…, DIR, or - for the standard
// input) before a control plane uses them.

import type { ConfigFinding, ValidateResult } from '../reference/config/validate/validate-files.ts'
import { escapeControls, escapeControlsInLines } from '../reports/escape.ts'
import { UsageProblem } from './command-errors.ts'
import { print, printAsIs, printError } from './output.ts'

export type ValidateFlags = {
  readonly dialect: 'cluster' | 'kubernetes'
  readonly apiDomain?: string
  readonly format: 'text' | 'json' | 'github'
  readonly defaults?: true
  readonly lenient?: true
  readonly checkPaths?: true
  readonly featureGates?: string
  readonly flags: readonly string[]
}

/** Returns 0 if everything is valid, 1 if something is not, 3 if something cannot be opened. */
export async function validateCommand(
  named: readonly string[],
  flags: ValidateFlags,
): Promise<0 | 1 | 3> {
  if (named.length === 0 && flags.flags.length === 0) {
    throw new UsageProblem('validate: expected a file, a directory, - or --flags')
  }
  const { validate, formatResult: show } = await import(
    '../reference/config/validate/validate-files.ts'
  )
  const { dialect, apiDomain, lenient, checkPaths } = flags
  const validated = await validate(named, {
    dialect,
    flags: flags.flags,
    gates: gatesIn(flags.featureGates ?? ''),
    standardInput: process.stdin,
    ...(apiDomain === undefined ? {} : { apiDomain }),
    ...(lenient ? { fillsRequiredDefaults: lenient } : {}),
    ...(checkPaths ? { looksUpFiles: true } : {}),
  })
  if ('problem' in validated) throw new UsageProblem(`--flags: ${validated.problem}`)
  writeFindings(validated, flags, show)
  if (validated.hasUnopened) return 3
  return validated.findings.some(({ severity }) => severity === 'error') ? 1 : 0
}

type Show = typeof import('../reference/config/validate/validate-files.ts')['formatResult']

/** Writes findings to standard output, or to standard error if standard output holds documents. */
function writeFindings(
  validated: ValidateResult,
  { format, defaults }: ValidateFlags,
  show: Show,
): void {
  const hasDefaults = defaults === true
  if (format === 'json') {
    printAsIs(show.jsonText(validated, hasDefaults))
    return
  }
  const { findings } = validated
  const lines = findings.map(finding =>
    format === 'github' ? githubLine(finding, show) : escapeControls(show.lineOf(finding)),
  )
  const found = lines.map(line => `${line}\n`).join('')
  if (format === 'github') printAsIs(found, hasDefaults ? process.stderr : process.stdout)
  else if (hasDefaults) printError(found)
  else print(found)
  if (hasDefaults) printAsIs(escapeControlsInLines(show.defaultedText(validated)))
  if (format === 'text') printError(`${summary(validated)}\n`)
}

/** Returns a workflow command that annotates the place in a pull request. */
function githubLine(finding: ConfigFinding, { lineOf }: Show): string {
  const { severity, file, line, column, requirement } = finding
  const place = lineOf(finding).slice(`${file}:${line}:${column} `.length)
  const title =
    requirement === undefined || requirement === 'de facto' ? '' : `,title=${escaped(requirement)}`
  const position = `file=${escaped(file)},line=${line},col=${column}${title}`
  return `::${severity} ${position}::${escapeControls(place.replace(/^warning: /, '')).replaceAll('%', '%25')}`
}

/** Escapes a text for the properties of a workflow command. */
const escaped = (text: string): string =>
  escapeControls(text).replaceAll('%', '%25').replaceAll(':', '%3A').replaceAll(',', '%2C')

function summary({ documents, findings, fileCount }: ValidateResult): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const parts = [
    counted(fileCount, 'file'),
    counted(documents.length, 'document'),
    counted(errors, 'error'),
    counted(findings.length - errors, 'warning'),
  ]
  return parts.join(', ')
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function gatesIn(text: string): { [name: string]: boolean } {
  const gates = text === '' ? [] : text.split(',')
  return Object.fromEntries(
    gates.map(gate => {
      const [, name = '', value] = /^(\w+)=(true|false)$/.exec(gate) ?? []
      if (value) return [name, value === 'true']
      throw new UsageProblem(
        `--feature-gates: expected Name=true or Name=false, got ${JSON.stringify(gate)}`,
      )
    }),
  )
}
