// Command lines of the node agent put to the question. What is expected stands in the labels.

import { filesNamedBy } from '../../models/config/agent-files.ts'
import type { OptionRow } from '../../models/config/agent-options.ts'
import type { ConfigCheckStep, ConfigFileTerm } from '../../dsl/scenario.ts'
import { outcomeLabel } from '../configuration/configuration.ts'
import type { ExpectedOutcome } from '../configuration/configuration.ts'
import type { Term } from '../../dsl/term.ts'

/** What is known beside a command line: gates, the platform, files of the agent. */
type Around = {
  gates?: Record<string, boolean>
  beside?: Record<string, string>
  files?: ConfigFileTerm[]
}

export type CommandLineCase = {
  flags: Term[]
  around?: Around
  only?: 'cluster' | 'kubernetes'
} & ExpectedOutcome

export const acceptedLine = (...flags: string[]): CommandLineCase => ({ flags, expect: 'taken' })

/** Refused at the first option of the line, unless another is named. */
export const refusedLine = (flags: Term[], ...at: string[]): CommandLineCase => ({
  flags,
  expect: 'refused',
  at: at.length > 0 ? at : flags.slice(0, 1).map(flag => optionName(String(flag))),
})

export const recordedLine = (what: string, ...flags: string[]): CommandLineCase => ({
  flags,
  expect: 'noted',
  what,
})

/** What an option comes to be; null where it stays unset. */
export const lineWithValue = (flags: string[], at: string, value: unknown): CommandLineCase => ({
  flags,
  expect: 'filled',
  at,
  with: value,
})

export const lineWith = (known: Around, line: CommandLineCase): CommandLineCase => ({
  ...line,
  around: known,
})

/** The line of an option that has its good value, with all that has to go with it. */
export function validLine(
  { name, good, needs, gates }: OptionRow,
  lineOf: (...flags: string[]) => CommandLineCase,
  values = [good],
): CommandLineCase {
  const flags = [...values.map(value => `${name}=${value}`), ...needs]
  return lineWith({ files: filesNamedBy(flags), ...(gates ? { gates } : {}) }, lineOf(...flags))
}

/** Where the genuine agent keeps to something else, a line is judged in one dialect alone. */
export const lineOnlyIn = (
  only: 'cluster' | 'kubernetes',
  line: CommandLineCase,
): CommandLineCase => ({ ...line, only })

export const optionName = (flag: string): string => flag.split('=')[0] ?? flag

/** The lines one by one, and before what is refused or filled in a bare command line. */
export function commandLineSteps(lines: CommandLineCase[]): ConfigCheckStep[] {
  const asked = lines.map(({ flags, around, only, ...rest }, index) => ({
    as: `${only === undefined ? '' : `${only} `}${outcomeLabel(rest, index + 1)}`,
    accepts: { files: [], ...around, flags },
  }))
  const isTaken = ({ as }: ConfigCheckStep) => /^(\w+ )?taken/.test(as)
  const others = asked.filter(one => !isTaken(one))
  const twin = { as: 'twin', accepts: { files: [], flags: [] } }
  return [...asked.filter(isTaken), ...(others.length > 0 ? [twin] : []), ...others]
}
