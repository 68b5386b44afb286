// touchstone agent [--dialect NAME] FLAG…: checks a command line of the node agent.

import { packageVersion } from '../fixtures/targets/package-version.ts'
import { runAgent } from '../reference/config/flags/main.ts'
import { escapeControlsInLines } from '../reports/escape.ts'
import { UsageProblem } from './command-errors.ts'
import { printAsIs, printError } from './output.ts'

/** Passes everything after `agent` to the agent, except for a leading --dialect. */
export async function agent(args: readonly string[]): Promise<number> {
  const { dialect, rest } = dialectOf(args)
  const { code, out, err } = runAgent(rest, { dialect, version: `v${packageVersion}` })
  printAsIs(out)
  if (err.length > 0) {
    printError(err.map(line => `touchstone: ${escapeControlsInLines(line)}\n`).join(''))
  }
  return code
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
