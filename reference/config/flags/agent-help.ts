// Formats the help of the agent: all flags by group, in 80 columns.

import type { Flag } from './flag.ts'
import { knownGates } from './agent-gates.ts'
import { type FlagEnvironment, translateFlagNames, flagsIn } from './flags-in-dialect.ts'
import { valueParsers } from './values/value-parsers.ts'

const columns = 80
const usage = `Usage: touchstone agent [--dialect NAME] [--process-runtime] [flags]

--dialect is cluster (the default) or kubernetes. With --process-runtime, the
containers are processes of this machine, and no container runtime is needed.`
const indent = ' '.repeat(8)

/** Returns the output of `--help` (AGENT-188). */
export function helpOf(table: readonly Flag[], place: FlagEnvironment): string {
  const rows = flagsIn(table, place)
  const groups = [...new Set([...rows.values()].map(({ group }) => group))]
  const sections = groups.map(group =>
    [
      `${group}:`,
      ...[...rows.values()].filter(row => row.group === group).flatMap(row => linesOf(row, rows)),
    ].join('\n'),
  )
  return `${usage}\n\n${sections.join('\n\n')}\n`
}

function linesOf(row: Flag, rows: ReadonlyMap<string, Flag>): string[] {
  const { word } = valueParsers[row.type]
  const letter = row.short === undefined ? '' : `-${row.short}, `
  const names = `  ${letter}--${row.name}${word === '' ? '' : ` ${word}`}`
  const text = [translateFlagNames(row.description, rows), ...notes(row, rows)]
    .map(part => `${part}.`)
    .join(' ')
  return [names, ...wrapped(text).map(line => indent + line)]
}

/** Returns further notes on a flag, one sentence each, without full stops. */
function notes(row: Flag, rows: ReadonlyMap<string, Flag>): string[] {
  const { values, insecure, range, gate, deprecated, field, staysBesideField } = row
  const good = values?.of.filter(text => !insecure?.of.includes(text)) ?? []
  const inFile = field !== undefined && !staysBesideField ? `set ${field} in the file` : undefined
  const out = deprecated ?? inFile
  return [
    ...(good.length > 0 ? [`One of: ${good.map(text => text || '""').join(', ')}`] : []),
    ...(insecure ? [`Insecure: ${insecure.of.join(', ')}`] : []),
    ...(row.name === 'feature-gates' ? [`Among them: ${gatesText()}`] : []),
    ...(range ? [rangeText(range)] : []),
    ...defaultText(row, rows),
    ...(gate ? [`Needs the feature gate ${gate.name}`] : []),
    ...(row.isAlpha ? ['Alpha'] : []),
    ...(out === undefined ? [] : [translateFlagNames(`Deprecated: ${out}`, rows)]),
  ]
}

const gatesText = (): string =>
  [...knownGates.cluster].map(([name, { isOn, stage }]) => `${name} (${stage}, ${isOn})`).join(', ')

const rangeText = ({ min, max }: NonNullable<Flag['range']>): string =>
  max === undefined ? `At least ${min}` : `From ${min} to ${max}`

function defaultText(row: Flag, rows: ReadonlyMap<string, Flag>): string[] {
  if (row.defaultFrom !== undefined)
    return [translateFlagNames(`Default: as --${row.defaultFrom}`, rows)]
  if (row.default === undefined) return []
  return [`Default: ${flagValueText(row)}`]
}

/** Formats a default as on a command line. */
function flagValueText({ type, default: value }: Flag): string {
  if (value === '') return '""'
  const sign = type === 'thresholds' ? '<' : '='
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, amount]) => `${name}${sign}${String(amount)}`)
    .join(', ')
}

function wrapped(text: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && indent.length + longer.length > columns) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}
