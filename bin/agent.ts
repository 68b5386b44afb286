// touchstone agent [--dialect NAME] FLAG…: runs the node agent.

import { packageVersion } from '../fixtures/targets/package-version.ts'
import { escapeControlsInLines } from '../reports/escape.ts'
import { UsageProblem } from './command-errors.ts'
import { printAsIs, printError } from './output.ts'

/** Passes everything after `agent` to the agent, except for a leading --dialect. */
export async function agent(args: readonly string[]): Promise<number> {
  const { dialect, rest } = dialectOf(args)
  // The agent is loaded by this command only.
  const { agentCommand } = await import('../reference/agent/main.ts')
  return agentCommand(rest, {
    dialect,
    version: `v${packageVersion}`,
    writeOut: printAsIs,
    writeError: printError,
    refuse: lines =>
      printError(lines.map(line => `touchstone: ${escapeControlsInLines(line)}\n`).join('')),
  })
}

function dialectOf(args: readonly string[]) {
  const [first = '', second = ''] = args
  if (first !== '--dialect' && !first.startsWith('--dialect=')) {
    return { dialect: 'cluster', rest: args } as const
  }
  const isOne = first !== '--dialect'
  const name = isOne ? first.slice('--dialect='.length) : second
  if (name !== 'cluster' && name !== 'kubernetes') {
    throw new UsageProblem(`--dialect: expected cluster or kubernetes, got ${JSON.stringify(name)}`)
  }
  return { dialect: name, rest: args.slice(isOne ? 1 : 2) } as const
}
