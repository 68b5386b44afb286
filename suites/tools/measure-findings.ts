// Measures which rows a fault fails: every mutant against all checks of its dialect. A report is
// useful if few rows fail and the first finding names the violated rule. `npm run nightly` prints
// the summary and fails if it is worse than allowed. With `--update` the measurements are written
// to reports/results/blame.json one by one, so that an interrupted run can continue: a measurement
// of the same mutant with the same sources of its checks is reused.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mutants } from '../../fixtures/generated/mutants.ts'
import type { Mutant } from '../../fixtures/mutants/mutant.ts'
import { referenceTarget } from '../../fixtures/targets/reference.ts'
import { findingsOf } from '../../reports/findings.ts'
import type { RequirementRow } from '../../reports/report.ts'
import { run } from '../run/run.ts'
import { proofHash } from '../proofs/prove.ts'
import { checksFor, requirement } from '../select/select.ts'
import type { Verdict } from '../verdict.ts'
import { problemWith } from '../long-runs/storage-engine-runs.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'

/** The effect of a mutant on a whole report. */
export type Blame = {
  mutant: string
  /** The failing rows of the set, in the order of the findings. */
  ids: string[]
  /** Whether the first finding is about a rule that the mutant breaks. */
  first: boolean
  /**
   * How many scenarios the quickest of its checks performed until it failed; null if none failed.
   */
  cases: number | null
  /** The digest of the sources of the mutant and of its checks. */
  hash: string
}

const path = fileURLToPath(new URL('../../reports/results/blame.json', import.meta.url))

/** Runs one mutant against all checks, at the default seed with a quarter of the default runs. */
export async function blameOf(mutant: Mutant): Promise<Blame> {
  const target = await referenceTarget({ ...mutant, name: `mutant:${mutant.name}` })
  try {
    // Checks of silent rows never fail.
    const checks = checksFor(target.dialect.name, { sections: [], ids: [] }).filter(
      ({ id }) => requirement(id).strength !== 'silent',
    )
    const { verdicts, ended } = await run(checks, target, {
      seed: 1,
      runs: 5,
      concurrency: 24,
      checkMs: 60_000,
      caseMs: 60_000,
      shrinkMs: 0,
      signal: new AbortController().signal,
    })
    if (ended) throw ended
    return { ...blameFrom(mutant, verdicts), hash: proofHash(mutant) }
  } finally {
    await target.close()
  }
}

export function blameFrom(
  { name, killedBy }: Pick<Mutant, 'name' | 'killedBy'>,
  verdicts: Verdict[],
): Omit<Blame, 'hash'> {
  const findings = findingsOf(verdicts.map(rowOf))
  const own = verdicts.filter(({ id, verdict }) => killedBy.includes(id) && verdict === 'fail')
  return {
    mutant: name,
    ids: findings.flatMap(finding => finding.ids),
    first: findings[0]?.ids.some(id => killedBy.includes(id)) ?? false,
    cases: own.length === 0 ? null : Math.min(...own.map(({ cases }) => cases)),
  }
}

/** The fields of a report row from which findings are made. */
function rowOf(verdict: Verdict): RequirementRow {
  const mutantsOfRow = { killed: 0, survived: 0 }
  const { id } = verdict
  const known = { ...requirement(id), inSet: true, proof: 'proven' as const }
  return { ...known, ...verdict, mutants: mutantsOfRow, case: `cases/${id}.json` }
}

/** The median of numbers; of two middle ones the lower. */
export const lowerMedian = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? Number.NaN

export function blameSummary(blames: Blame[]): string {
  const failing = blames.map(({ ids }) => ids.length)
  const cases = blames.flatMap(one => one.cases ?? [])
  const missed = missedIn(blames)
  return [
    `${blames.length} mutants: a median of ${lowerMedian(failing)} failing ids, at most ${Math.max(...failing)}`,
    `the first finding names the broken rule: ${blames.filter(({ first }) => first).length}`,
    `scenarios until killed: a median of ${lowerMedian(cases)}, at most ${Math.max(...cases)}`,
    `found by no check at a quarter of the runs: ${missed.join(' ') || 'none'}`,
  ].join('\n')
}

// The limits. A reader can still grasp three ids at a glance. With a quarter of the runs a few
// mutants may be missed.
const failingMedianMax = 3
const missedShareMax = 0.05

/** Why the reports are not useful enough; empty if they are. */
export function blameProblems(blames: Blame[]): string[] {
  if (blames.length === 0) return ['expected mutants, got none']
  const failing = lowerMedian(blames.map(({ ids }) => ids.length))
  const missed = missedIn(blames)
  return [
    ...(failing > failingMedianMax
      ? [`expected a median of at most ${failingMedianMax} failing ids, got ${failing}`]
      : []),
    ...(missed.length > missedShareMax * blames.length
      ? [
          `expected at most ${missedShareMax * 100} % of the mutants unseen, got ${missed.join(' ')}`,
        ]
      : []),
  ]
}

const missedIn = (blames: Blame[]): string[] =>
  blames.filter(({ ids }) => ids.length === 0).map(({ mutant }) => mutant)

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2))

async function main(words: string[]): Promise<void> {
  const names = words.filter(word => !word.startsWith('--'))
  const chosen = mutants.filter(({ name }) => names.length === 0 || names.includes(name))
  const blames = await blamesOf(chosen, words.includes('--update'))
  console.log(blameSummary(blames))
  const problems = blameProblems(blames)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

/** The nightly step: measures every mutant and prints a line for each. */
export async function blameOfEveryMutant(): Promise<LongRun> {
  const blames = await blamesOf(mutants, false)
  return {
    summary: blameSummary(blames).replaceAll('\n', '; '),
    ...problemWith(blameProblems(blames)),
  }
}

async function blamesOf(chosen: Mutant[], isUpdate: boolean): Promise<Blame[]> {
  const found = new Map(isUpdate ? measured().map(blame => [blame.mutant, blame]) : [])
  const queue = chosen.filter(mutant => found.get(mutant.name)?.hash !== proofHash(mutant))
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const blame = await blameOf(next)
      found.set(next.name, blame)
      console.log(`${blame.first ? 'first' : 'later'} ${blame.mutant}: ${blame.ids.join(' ')}`)
      if (isUpdate) writeFileSync(path, lines([...found.values()]))
    }
  }
  // Two workers: one continues while the other waits for silent streams.
  await Promise.all([work(), work()])
  return [...found.values()]
}

/** The earlier measurements of mutants that still exist. */
function measured(): Blame[] {
  if (!existsSync(path)) return []
  const blames = JSON.parse(readFileSync(path, 'utf8')) as Blame[]
  return blames.filter(blame => mutants.some(({ name }) => name === blame.mutant))
}

/** One mutant per line, for readable diffs. */
function lines(blames: Blame[]): string {
  const sorted = blames.toSorted((a, b) => (a.mutant < b.mutant ? -1 : 1))
  return `[\n${sorted.map(blame => `  ${JSON.stringify(blame)}`).join(',\n')}\n]\n`
}
