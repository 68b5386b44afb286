// `npm run bench` measures the reference, a genuine kube-apiserver with its etcd, and a bare server
// in turns with one driver. A full run writes its table to docs/benchmarks.md and then measures the
// throughput of the harness. Options:
//   --only WORKLOAD            run the workloads whose names start with this text; repeatable
//   --rounds N                 number of rounds (default 5, with --quick 1)
//   --quick                    small sizes, to see whether each workload runs
//   --without-kube-apiserver   leave out the genuine server
//   --program FILE             measure this build of touchstone
//   --before FILE              compare only with this build of touchstone from an earlier commit
//   --against REV              build this commit, compare only with it, and fail if a median figure
//                              is more than 5 % worse and no round shows the opposite

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, release } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBinaries } from '../../fixtures/targets/kube-apiserver/build.ts'
import { packageVersion } from '../../fixtures/targets/package-version.ts'
import { projectRoot } from '../lint/sources.ts'
import { listWorkloads } from './lists.ts'
import { requestWorkloads } from './requests.ts'
import { type WorkloadGroup, groupBySetting, measureGroup, type Plan } from './rounds.ts'
import { compileBare, sides } from './server.ts'
import {
  comparisonRow,
  replaceSection,
  markdownSection,
  terminalHead,
  terminalRow,
} from './tables.ts'
import { startWorkload } from './starts.ts'
import { buildRevision } from './revision.ts'
import { type MetricRow, regressionOf } from './summary.ts'
import { watchWorkloads } from './watches.ts'
import { webhookWorkload } from './webhooks.ts'
import { fullSizes, quickSizes } from './workload.ts'

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    'without-kube-apiserver': { type: 'boolean', default: false },
    before: { type: 'string' },
    against: { type: 'string' },
    program: { type: 'string', default: join(projectRoot, 'dist', 'bin', 'touchstone.js') },
  },
})
const sizes = flags.quick ? quickSizes : fullSizes
const all = [
  startWorkload(sizes),
  ...requestWorkloads(sizes),
  ...listWorkloads(sizes),
  ...watchWorkloads(sizes),
  webhookWorkload(sizes),
]
const chosen = all.filter(
  ({ name }) => flags.only.length === 0 || flags.only.some(word => name.startsWith(word)),
)
if (flags.before !== undefined && flags.against !== undefined) {
  console.error('--against: expected no --before as well, got both')
  process.exit(3)
}
const rounds = roundsOf(flags.rounds ?? (flags.quick ? '1' : '5'))
const built = flags.against === undefined ? undefined : buildRevision(flags.against)
const before = built?.program ?? flags.before
const isWhole = flags.only.length === 0 && !flags.quick && before === undefined

if (chosen.length === 0) {
  console.error(`--only: expected the beginning of one of: ${all.map(one => one.name).join('; ')}`)
  process.exit(3)
}
const plan: Plan = {
  programs: { reference: flags.program, bare: compileBare(), before },
  sides: before
    ? ['reference', 'before']
    : sides.filter(
        side => side !== 'before' && (side !== 'genuine' || !flags['without-kube-apiserver']),
      ),
  rounds,
  isWarmedUp: !flags.quick,
  idleMs: sizes.idleMs,
}
const rows = await measured().finally(() => built?.remove())
if (isWhole && plan.rounds >= 5 && plan.sides.length === 3 && process.exitCode === undefined) {
  const page = join(projectRoot, 'docs', 'benchmarks.md')
  writeFileSync(
    page,
    replaceSection(readFileSync(page, 'utf8'), markdownSection(rows, await facts())),
  )
}
if (built) {
  const worse = rows.flatMap(row => regressionOf(row) ?? [])
  for (const text of worse) console.error(`worse than ${flags.against}: ${text}`)
  if (worse.length > 0) process.exitCode = 1
}
if (isWhole) await import('../long-runs/harness-throughput.ts')
console.log(`${Math.round(performance.now() / 1000)} s in all`)

/**
 * Returns the rows of all workloads that could be measured. For the others, prints the error and
 * sets the exit code to 1.
 */
async function measured(): Promise<MetricRow[]> {
  const rows: MetricRow[] = []
  console.log(before ? 'now, before, now to before (least–most)' : terminalHead)
  for (const group of groupBySetting(chosen)) {
    try {
      await measureGroup(group, plan, more => {
        rows.push(...more)
        for (const row of more) console.log(before ? comparisonRow(row) : terminalRow(row))
      })
    } catch (cause) {
      // Continue with the other groups: a server that fails at one of them may support the rest.
      console.error(`${namesOf(group).join('; ')}: ${String(cause)}`)
      process.exitCode = 1
    }
  }
  return rows
}

function namesOf(group: WorkloadGroup): string[] {
  return 'anew' in group ? [group.anew.name] : group.workloads.map(({ name }) => name)
}

function roundsOf(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text)
  console.error(`--rounds: expected a positive number, got ${JSON.stringify(text)}`)
  process.exit(3)
}

async function facts(): Promise<string[]> {
  const { version, etcd } = await ensureBinaries()
  const etcdVersion = /Version: (\S+)/.exec(execFileSync(etcd, ['--version'], { encoding: 'utf8' }))
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: projectRoot })
  const processors = cpus()
  return [
    `touchstone ${packageVersion} (commit ${commit.toString().trim()}), kube-apiserver ${version} with etcd`,
    `${etcdVersion?.[1]}, Node ${process.version}, Linux ${release().split('-')[0]}, ${processors.length} cores of`,
    `${processors[0]?.model}. Medians of ${plan.rounds} rounds, in which the three servers alternate. A ratio is the median of the`,
    'ratios of the rounds, so it may differ from the ratio of two medians; in parentheses',
    'the smallest and largest ratio of a round. *met*: the goal is met in every round; *median*:',
    'only by the median of the rounds. All servers use TLS; the driver shares the cores with the server. Objects are ConfigMaps',
    'with 1,750 bytes of data. *Memory*: etcd does not sync; *disk*: it does, and the reference uses',
    '`--data-dir`. *Mixed*: of twenty requests 14 gets, 2 lists of ten, 3 updates, a create. Idle memory',
    `is read ${sizes.idleMs / 1000} s after the last request. *Notify*: from a write until the last watcher has`,
    'its event. *Fan-out*: a burst of creates that all watchers receive. *Isolation*: notify while ten',
    'watchers do not read and one client lists all objects repeatedly; its *growth* is the ratio to the',
    'time without them. *Pages*: 500 objects per page; their *growth* is the ratio of 100k to 10k objects.',
    '*4 lists*: four lists at the same time, one of them read slowly; *peak growth* is their peak memory',
    'minus the memory before them, and negative if V8 returns memory meanwhile. *Own*: the time of',
    'the create divided by that of its webhooks, from the arrival of each review to the end of the response.',
    '*Reference only*: the goal for the figure itself, not for a ratio.',
  ]
}
