// Runs the long steps that are not part of `npm test`. Prints a line per step and ends with `N
// passed, N failed`. Words choose a group by its name, or the steps whose names contain them;
// `--list` prints the groups and their steps.

import { printLine } from './print-line.ts'
import type { LongRun } from './storage-engine-runs.ts'
import { nightlyGroups } from './nightly-steps.ts'
import type { NightlyGroup } from './nightly-steps.ts'

const words = process.argv.slice(2)
const isList = words.includes('--list')
const chosen = chosenBy(words.filter(word => word !== '--list'))
if (chosen.length === 0) {
  process.stderr.write(
    `expected the name of a group or part of the name of a step, got ${words.join(' ')}; --list prints them\n`,
  )
  process.exitCode = 3
} else if (isList) for (const group of chosen) printLine(listing(group))
else await runAll(chosen)

/** The groups, each with the steps that the words choose; all without a word. */
function chosenBy(wanted: string[]): NightlyGroup[] {
  const named = nightlyGroups.filter(({ name }) => wanted.includes(name))
  const others = wanted.filter(word => !named.some(({ name }) => name === word))
  const isChosen = (group: NightlyGroup, step: string) =>
    wanted.length === 0 || named.includes(group) || others.some(word => step.includes(word))
  return nightlyGroups
    .map(group => ({ ...group, steps: group.steps.filter(([name]) => isChosen(group, name)) }))
    .filter(({ steps }) => steps.length > 0)
}

function listing({ name, proves, steps }: NightlyGroup): string {
  return [`${name}: ${proves}`, ...steps.map(([step]) => `  ${step}`)].join('\n')
}

async function runAll(all: NightlyGroup[]): Promise<void> {
  const counts = { passed: 0, failed: 0 }
  for (const { name: group, proves, steps } of all) {
    printLine(`${group}: ${proves}`)
    for (const [name, step] of steps) {
      const start = performance.now()
      const { summary: says, problem } = await step().catch(failed)
      const seconds = Math.round((performance.now() - start) / 1000)
      const word = problem === undefined ? 'passed' : 'FAILED'
      printLine([`${word}  ${name}  ${seconds} s`, says].filter(Boolean).join('  '))
      if (problem === undefined) counts.passed++
      else counts.failed++
      if (problem !== undefined) printLine(problem)
    }
  }
  printLine(`${counts.passed} passed, ${counts.failed} failed`)
  process.exitCode = counts.failed === 0 ? 0 : 1
}

function failed(error: Error): LongRun {
  return { problem: error.stack ?? String(error) }
}
