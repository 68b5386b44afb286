// touchstone agent [--dialect NAME] [--process-runtime] FLAG…: runs the node agent.

import { packageVersion } from '../fixtures/targets/package-version.ts'
import { escapeControlsInLines } from '../reports/escape.ts'
import { UsageProblem } from './command-errors.ts'
import { printAsIs, printError } from './output.ts'

/** Passes everything after `agent` to the agent, except for the options that come first. */
export async function agent(args: readonly string[]): Promise<number> {
  const { dialect, hasProcessRuntime, rest } = leadingOptions(args)
  // The agent is loaded by this command only.
  const { agentCommand } = await import('../reference/agent/main.ts')
  return agentCommand(rest, {
    dialect,
    hasProcessRuntime,
    version: `v${packageVersion}`,
    writeOut: printAsIs,
    writeError: printError,
    refuse: lines =>
      printError(lines.map(line => `touchstone: ${escapeControlsInLines(line)}\n`).join('')),
  })
}

type Leading = {
  dialect: 'cluster' | 'kubernetes'
  hasProcessRuntime: boolean
  rest: readonly string[]
}

/** @throws UsageProblem */
function leadingOptions(
  args: readonly string[],
  known: Omit<Leading, 'rest'> = { dialect: 'cluster', hasProcessRuntime: false },
): Leading {
  const [first = '', second = '', ...others] = args
  if (first === '--process-runtime')
    return leadingOptions(args.slice(1), { ...known, hasProcessRuntime: true })
  if (first === '--dialect')
    return leadingOptions(others, { ...known, dialect: dialectNamed(second) })
  if (first.startsWith('--dialect=')) {
    const dialect = dialectNamed(first.slice('--dialect='.length))
    return leadingOptions(args.slice(1), { ...known, dialect })
  }
  return { ...known, rest: args }
}

function dialectNamed(name: string): 'cluster' | 'kubernetes' {
  if (name === 'cluster' || name === 'kubernetes') return name
  throw new UsageProblem(`--dialect: expected cluster or kubernetes, got ${JSON.stringify(name)}`)
}
