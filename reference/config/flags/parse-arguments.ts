// Parses arguments into flags and their texts, as genuine agents do: `--a=b`, `--a b`, `-v=4`,
// `-v4`, `-v 4`. Switches accept a value only after `=`.

import type { Flag, FlagFinding } from './flag.ts'
import { nearestName } from './nearest-name.ts'
import { quote } from '../../api/quote.ts'
import { valueParsers } from './values/value-parsers.ts'

export type GivenFlag = { readonly row: Flag; readonly text: string }

/** The flags in the arguments, in order, and findings about other arguments. */
export type ParsedArguments = {
  readonly given: readonly GivenFlag[]
  readonly findings: FlagFinding[]
}

// Limits the time for thousands of unknown flags. Flags after the first ones get no suggestion.
const searchesMax = 20

/**
 * Parses arguments.
 * @param names maps the names of the other dialect to suggestions
 */
export function parseArguments(
  args: readonly string[],
  rows: Iterable<Flag>,
  names: ReadonlyMap<string, string>,
): ParsedArguments {
  const table = [...rows]
  const byName = new Map(table.map(row => [row.name, row]))
  const byLetter = new Map(table.flatMap(row => (row.short ? [[row.short, row] as const] : [])))
  const detailOf = suggestions(byName, names)
  const given: GivenFlag[] = []
  const findings: FlagFinding[] = []
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? ''
    if (argument === '--') {
      for (const rest of args.slice(index + 1)) findings.push(unexpected(rest))
      break
    }
    if (!argument.startsWith('-') || argument === '-') {
      findings.push(unexpected(argument, switchIn(args[index - 1], byName)))
      continue
    }
    const isLong = argument.startsWith('--')
    const { flags, unknown } = isLong ? longFlag(argument, byName) : shortFlags(argument, byLetter)
    if (unknown) findings.push(unknownFlag(unknown, detailOf(unknown)))
    for (const { row, text = valueParsers[row.type].bare } of flags) {
      // The next argument is the value, even if it looks like a flag.
      if (text === undefined) index += 1
      const value = text ?? args[index]
      if (value === undefined) findings.push(missing(row))
      else given.push({ row, text: value })
    }
  }
  return { given, findings }
}

/** Returns a function that returns the message for each unknown flag. */
function suggestions(byName: ReadonlyMap<string, Flag>, names: ReadonlyMap<string, string>) {
  let searches = 0
  return ({ name, isMalformed }: Unknown): string => {
    if (isMalformed) return 'must have the form --name=value'
    searches += 1
    const isSoon = searches <= searchesMax
    const near = names.get(name) ?? (isSoon ? nearestName(name, byName.keys()) : undefined)
    return near === undefined ? 'unknown flag' : `unknown flag; did you mean --${near}?`
  }
}

const unknownFlag = ({ flag }: Unknown, detail: string): FlagFinding => ({
  severity: 'error',
  flag: argumentText(flag),
  type: 'unknown flag',
  detail,
})

type Unknown = { readonly flag: string; readonly name: string; readonly isMalformed?: true }

type Found = {
  readonly flags: readonly { readonly row: Flag; readonly text: string | undefined }[]
  readonly unknown?: Unknown
}

function longFlag(argument: string, byName: ReadonlyMap<string, Flag>): Found {
  const equals = argument.indexOf('=')
  const flag = equals < 0 ? argument : argument.slice(0, equals)
  // Genuine agents accept `_` instead of `-`.
  const name = flag.slice(2).replaceAll('_', '-')
  const row = byName.get(name)
  if (row) return { flags: [{ row, text: equals < 0 ? undefined : argument.slice(equals + 1) }] }
  const isMalformed = flag === '--' || flag.startsWith('---')
  return { flags: [], unknown: { flag, name, ...(isMalformed && { isMalformed }) } }
}

/** Parses letters after one dash: switches may be combined, and a value ends them. */
function shortFlags(argument: string, byLetter: ReadonlyMap<string, Flag>): Found {
  const flags: { row: Flag; text: string | undefined }[] = []
  for (let index = 1; index < argument.length; index += 1) {
    const letter = argument[index] ?? ''
    const row = byLetter.get(letter)
    if (!row)
      return { flags, unknown: { flag: argument, name: argument.slice(1).split('=', 1)[0] ?? '' } }
    const rest = argument.slice(index + 1)
    const isSwitch = valueParsers[row.type].bare !== undefined
    if (rest.startsWith('=')) return { flags: [...flags, { row, text: rest.slice(1) }] }
    if (!isSwitch) return { flags: [...flags, { row, text: rest === '' ? undefined : rest }] }
    // Repeated letters are recorded once, however often they occur.
    if (!flags.some(flag => flag.row === row)) flags.push({ row, text: undefined })
  }
  return { flags }
}

/** Returns the switch that an argument names, if it has no value. */
const switchIn = (argument: string | undefined, byName: ReadonlyMap<string, Flag>) => {
  const row = argument?.startsWith('--') ? byName.get(argument.slice(2)) : undefined
  return row && valueParsers[row.type].bare !== undefined ? row : undefined
}

function unexpected(argument: string, before?: Flag): FlagFinding {
  const advice = before ? `; the value of a switch is written --${before.name}=value` : ''
  const detail = `only flags are accepted${advice}`
  return { severity: 'error', flag: quote(argument), type: 'unexpected argument', detail }
}

const missing = (row: Flag): FlagFinding => ({
  severity: 'error',
  flag: `--${row.name}`,
  type: 'missing value',
  detail: 'must have a value',
  ...(row.requirement[0] !== undefined && { requirement: row.requirement[0] }),
})

/** Formats an argument for a message: short, and without control characters. */
const argumentText = (text: string): string => {
  const safe = quote(text)
  return safe.includes('\\') || safe.length > 80 ? safe : text
}
