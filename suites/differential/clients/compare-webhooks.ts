// Runs the webhooks of three operators, and a suite of tests for each, against a genuine server and
// the reference. Then again with webhooks that do nothing: both servers must fail the same tests.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { type LongRun, problemWith } from '../../long-runs/storage-engine-runs.ts'
import { type ProgramCommand, compareLines } from './compare-lines.ts'
import { buildGoProgram } from './go-program.ts'

const execute = promisify(execFile)

const published = 'github.com/cert-manager/cert-manager'

/** The suites of the program in the subfolder `webhooks`. */
const suites = ['jobs', 'guards', 'certificates'] as const
type Suite = (typeof suites)[number]

/** Tests with other results on the reference, unless the webhooks are sabotaged. */
const differs: Readonly<Partial<Record<Suite, Readonly<Record<string, string>>>>> = {
  guards: {
    'a webhook renames a new object': 'the reference does not let webhooks rename objects',
    'a deletion of all is refused': 'here the review of each deletion has a name',
    'what nowhere does to a new object': 'the message of a patch that cannot be applied',
  },
}

/** Runs the suites named by the environment variable `WEBHOOK_SUITES`, by default all. */
export async function compareWebhooks(): Promise<LongRun> {
  const wanted = process.env['WEBHOOK_SUITES']?.split(',')
  const runs: LongRun[] = []
  for (const suite of suites) {
    if (wanted && !wanted.includes(suite)) continue
    runs.push(named(suite, await compareSuite(suite, false)))
    runs.push(named(`${suite}, sabotaged`, await compareSuite(suite, true)))
  }
  return {
    summary: runs.map(({ summary }) => summary).join('; '),
    ...problemWith(runs.flatMap(({ problem }) => problem ?? [])),
  }
}

const named = (name: string, { summary, problem }: LongRun): LongRun => ({
  summary: `${name}: ${summary ?? ''}`,
  ...(problem !== undefined && { problem: `${name}: ${problem}` }),
})

async function compareSuite(suite: Suite, isSabotaged: boolean): Promise<LongRun> {
  const verdicts: string[] = []
  const declared = (isSabotaged ? undefined : differs[suite]) ?? {}
  const compared = await compareLines({
    differs: declared,
    prepare: async directory => {
      const built = await buildGoProgram('webhooks', directory)
      if (typeof built === 'function' || 'absent' in built) return built
      return withArguments(built, suite, isSabotaged)
    },
    observe: lines => verdicts.push(...lines),
  })
  const failed = verdicts.filter(line => line.includes(': fail: ') && !isDeclared(line, declared))
  const unexpected =
    verdicts.length === 0 || isSabotaged === failed.length > 0
      ? []
      : isSabotaged
        ? ['no test fails although the webhooks do nothing']
        : failed
  return {
    summary: `${compared.summary ?? ''}, ${failed.length / 2} failed on each server`,
    ...problemWith([...(compared.problem === undefined ? [] : [compared.problem]), ...unexpected]),
  }
}

const isDeclared = (line: string, declared: object): boolean =>
  Object.hasOwn(declared, line.split(': ')[0] ?? '')

async function withArguments(
  { command, args }: ProgramCommand,
  suite: Suite,
  isSabotaged: boolean,
): Promise<ProgramCommand> {
  const more = [...args, '-suite', suite, ...(isSabotaged ? ['-sabotaged'] : [])]
  if (suite !== 'certificates') return { command, args: more }
  const cwd = join(import.meta.dirname, 'webhooks')
  const list = ['list', '-m', '-f', '{{.Dir}}', published]
  const { stdout } = await execute('go', list, { cwd, env: { ...process.env, GOWORK: 'off' } })
  return { command, args: [...more, '-definitions', join(stdout.trim(), 'deploy', 'crds')] }
}
