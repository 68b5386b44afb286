// Command lines of the node agent put to the question. What is expected stands in the labels.

import { filesNamedIn } from '../../models/config/agent-files.ts'
import type { OptionRow } from '../../models/config/agent-options.ts'
import type { Accepts, AskedFile } from '../../dsl/scenario.ts'
import { labelOf } from '../configuration/configuration.ts'
import type { Expected } from '../configuration/configuration.ts'
import type { Term } from '../../dsl/term.ts'

/** What is known beside a command line: gates, the platform, files of the agent. */
type Around = {
  gates?: Record<string, boolean>
  beside?: Record<string, string>
  files?: AskedFile[]
}

export type Line = { flags: Term[]; around?: Around; only?: 'cluster' | 'kubernetes' } & Expected

export const lineTaken = (...flags: string[]): Line => ({ flags, expect: 'taken' })

/** Refused at the first option of the line, unless another is named. */
export const lineRefused = (flags: Term[], ...at: string[]): Line => ({
  flags,
  expect: 'refused',
  at: at.length > 0 ? at : flags.slice(0, 1).map(flag => nameOf(String(flag))),
})

export const lineNoted = (what: string, ...flags: string[]): Line => ({
  flags,
  expect: 'noted',
  what,
})

/** What an option comes to be; null where it stays unset. */
export const lineMeans = (flags: string[], at: string, value: unknown): Line => ({
  flags,
  expect: 'filled',
  at,
  with: value,
})

export const around = (known: Around, line: Line): Line => ({ ...line, around: known })

/** The line of an option that has its good value, with all that has to go with it. */
export function goodLine(
  { name, good, needs, gates }: OptionRow,
  lineOf: (...flags: string[]) => Line,
  values = [good],
): Line {
  const flags = [...values.map(value => `${name}=${value}`), ...needs]
  return around({ files: filesNamedIn(flags), ...(gates ? { gates } : {}) }, lineOf(...flags))
}

/** Where the genuine agent keeps to something else, a line is judged in one dialect alone. */
export const onlyIn = (only: 'cluster' | 'kubernetes', line: Line): Line => ({ ...line, only })

export const nameOf = (flag: string): string => flag.split('=')[0] ?? flag

/** The lines one by one, and before what is refused or filled in a bare command line. */
export function lineQuestions(lines: Line[]): Accepts[] {
  const asked = lines.map(({ flags, around: known, only, ...rest }, index) => ({
    as: `${only === undefined ? '' : `${only} `}${labelOf(rest, index + 1)}`,
    accepts: { files: [], ...known, flags },
  }))
  const isTaken = ({ as }: Accepts) => /^(\w+ )?taken/.test(as)
  const others = asked.filter(one => !isTaken(one))
  const twin = { as: 'twin', accepts: { files: [], flags: [] } }
  return [...asked.filter(isTaken), ...(others.length > 0 ? [twin] : []), ...others]
}
