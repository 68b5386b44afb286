// Builds checks of node agent command lines. The labels contain the expected results.

import { filesNamedBy } from '../../models/config/agent-files.ts'
import type { OptionRow } from '../../models/config/agent-options.ts'
import type { ConfigCheckStep, ConfigFileTerm } from '../../dsl/scenario.ts'
import { outcomeLabel } from '../configuration/configuration.ts'
import type { ExpectedOutcome } from '../configuration/configuration.ts'
import type { Term } from '../../dsl/term.ts'

/** The context of a command line: gates, the platform, files of the agent. */
type Around = {
  gates?: Record<string, boolean>
  facts?: Record<string, string>
  files?: ConfigFileTerm[]
}

export type CommandLineCase = {
  flags: Term[]
  around?: Around
  only?: 'cluster' | 'kubernetes'
} & ExpectedOutcome

export const acceptedLine = (...flags: string[]): CommandLineCase => ({ flags, expect: 'accepted' })

/** A line that must be refused, by default at its first option. */
export const refusedLine = (flags: Term[], ...options: string[]): CommandLineCase => ({
  flags,
  expect: 'refused',
  paths: options.length > 0 ? options : flags.slice(0, 1).map(flag => optionName(String(flag))),
})

export const recordedLine = (what: string, ...flags: string[]): CommandLineCase => ({
  flags,
  expect: 'recorded',
  what,
})

/** A line with the resulting value of an option; null if it stays unset. */
export const lineWithValue = (
  flags: string[],
  option: string,
  value: unknown,
): CommandLineCase => ({
  flags,
  expect: 'defaulted',
  path: option,
  with: value,
})

export const lineWith = (known: Around, line: CommandLineCase): CommandLineCase => ({
  ...line,
  around: known,
})

/** Returns a line with the valid value of an option and all that it requires. */
export function validLine(
  { name, good, needs, gates }: OptionRow,
  lineOf: (...flags: string[]) => CommandLineCase,
  values = [good],
): CommandLineCase {
  const flags = [...values.map(value => `${name}=${value}`), ...needs]
  return lineWith({ files: filesNamedBy(flags), ...(gates ? { gates } : {}) }, lineOf(...flags))
}

/** A line that is judged in only one dialect, because the genuine agent behaves differently. */
export const lineOnlyIn = (
  only: 'cluster' | 'kubernetes',
  line: CommandLineCase,
): CommandLineCase => ({ ...line, only })

export const optionName = (flag: string): string => flag.split('=')[0] ?? flag

/**
 * Returns the steps of these lines. Before lines that are refused or checked for a value, a bare
 * command line must be accepted.
 */
export function commandLineSteps(lines: CommandLineCase[]): ConfigCheckStep[] {
  const asked = lines.map(({ flags, around, only, ...rest }, index) => ({
    as: `${only === undefined ? '' : `${only} `}${outcomeLabel(rest, index + 1)}`,
    accepts: { files: [], ...around, flags },
  }))
  const isAccepted = ({ as }: ConfigCheckStep) => /^(\w+ )?accepted/.test(as)
  const others = asked.filter(one => !isAccepted(one))
  const twin = { as: 'twin', accepts: { files: [], flags: [] } }
  return [...asked.filter(isAccepted), ...(others.length > 0 ? [twin] : []), ...others]
}
