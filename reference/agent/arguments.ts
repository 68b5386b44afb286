// From arguments to flags and their texts, as genuine agents take them apart: `--a=b`, `--a b`,
// `-v=4`, `-v4`, `-v 4`; switches take their value after `=` only.

import type { Flag, FlagFinding } from './flag.ts'
import { nearest } from './nearest.ts'
import { quoted } from './values/reading.ts'
import { valueForms } from './values/types.ts'

export type Given = { readonly row: Flag; readonly text: string }

/** The flags that arguments give, in their order, and what is no flag. */
export type Arguments = { readonly given: readonly Given[]; readonly findings: FlagFinding[] }

/** What is searched for a suggestion, so that thousands of wrong flags do not take long. */
const suggestionsMax = 20

/**
 * Takes arguments apart.
 * @param names the words of the other dialect, to suggest the right one
 */
export function readArguments(
  args: readonly string[],
  rows: Iterable<Flag>,
  names: ReadonlyMap<string, string>,
): Arguments {
  const table = [...rows]
  const byName = new Map(table.map(row => [row.name, row]))
  const byLetter = new Map(table.flatMap(row => (row.short ? [[row.short, row] as const] : [])))
  const given: Given[] = []
  const findings: FlagFinding[] = []
  let suggestions = 0
  const suggested = (name: string): string => {
    const renamed = names.get(name)
    suggestions += 1
    const near =
      renamed ?? (suggestions <= suggestionsMax ? nearest(name, byName.keys()) : undefined)
    return near === undefined ? 'no such flag' : `no such flag; did you mean --${near}?`
  }

  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at] ?? ''
    if (argument === '--') {
      for (const rest of args.slice(at + 1)) findings.push(unexpected(rest))
      break
    }
    if (!argument.startsWith('-') || argument === '-') {
      findings.push(unexpected(argument, switchIn(args[at - 1], byName)))
      continue
    }
    const found = argument.startsWith('--')
      ? longFlag(argument, byName)
      : shortFlags(argument, byLetter)
    if (found.unknown !== undefined) {
      const { unknown } = found
      const detail = unknown.isMalformed ? 'must be of --name=value' : suggested(unknown.name)
      findings.push({ severity: 'error', flag: shown(unknown.flag), type: 'unknown flag', detail })
    }
    for (const { row, text } of found.flags) {
      const bare = valueForms[row.type].bare
      if (text !== undefined || bare !== undefined) {
        given.push({ row, text: text ?? bare ?? '' })
      } else if (at + 1 < args.length) {
        at += 1
        given.push({ row, text: args[at] ?? '' })
      } else {
        findings.push(missing(row))
      }
    }
  }
  return { given, findings }
}

type Found = {
  readonly flags: readonly { readonly row: Flag; readonly text: string | undefined }[]
  readonly unknown?: { readonly flag: string; readonly name: string; readonly isMalformed?: true }
}

function longFlag(argument: string, byName: ReadonlyMap<string, Flag>): Found {
  const equals = argument.indexOf('=')
  const flag = equals < 0 ? argument : argument.slice(0, equals)
  // Genuine agents take `_` for `-`.
  const name = flag.slice(2).replaceAll('_', '-')
  const row = byName.get(name)
  if (row) return { flags: [{ row, text: equals < 0 ? undefined : argument.slice(equals + 1) }] }
  const isMalformed = flag === '--' || flag.startsWith('---')
  return { flags: [], unknown: { flag, name, ...(isMalformed && { isMalformed }) } }
}

/** Letters after one dash: switches may stand together, and a value ends them. */
function shortFlags(argument: string, byLetter: ReadonlyMap<string, Flag>): Found {
  const flags: { row: Flag; text: string | undefined }[] = []
  for (let at = 1; at < argument.length; at += 1) {
    const letter = argument[at] ?? ''
    const row = byLetter.get(letter)
    if (!row)
      return { flags, unknown: { flag: argument, name: argument.slice(1).split('=', 1)[0] ?? '' } }
    const rest = argument.slice(at + 1)
    const isSwitch = valueForms[row.type].bare !== undefined
    if (rest.startsWith('=')) return { flags: [...flags, { row, text: rest.slice(1) }] }
    if (!isSwitch) return { flags: [...flags, { row, text: rest === '' ? undefined : rest }] }
    // A letter twice is a letter once, however often it is typed.
    if (!flags.some(flag => flag.row === row)) flags.push({ row, text: undefined })
  }
  return { flags }
}

/** The switch that an argument is, if it stands without a value. */
const switchIn = (argument: string | undefined, byName: ReadonlyMap<string, Flag>) => {
  const row = argument?.startsWith('--') ? byName.get(argument.slice(2)) : undefined
  return row && valueForms[row.type].bare !== undefined ? row : undefined
}

function unexpected(argument: string, before?: Flag): FlagFinding {
  const advice = before ? `; the value of a switch is written --${before.name}=value` : ''
  const detail = `only flags are taken${advice}`
  return { severity: 'error', flag: quoted(argument), type: 'unexpected argument', detail }
}

const missing = (row: Flag): FlagFinding => ({
  severity: 'error',
  flag: `--${row.name}`,
  type: 'missing value',
  detail: 'must have a value',
  ...(row.by[0] !== undefined && { by: row.by[0] }),
})

/** A text of an argument in a message: short, and without control characters. */
const shown = (text: string): string => {
  const safe = quoted(text)
  return safe.includes('\\') || safe.length > 80 ? safe : text
}
