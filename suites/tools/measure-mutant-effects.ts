// Measures which rows a fault fails: every mutant against all checks of its dialect. A report is
// useful if few rows fail and the first finding names the violated rule. `npm run nightly` prints
// the summary and fails if it is worse than allowed. With `--update` the measurements are written
// to reports/results/mutant-effects.json one by one, so that an interrupted run can continue: a
// measurement of the same mutant with the same sources of its checks is reused.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mutants } from '../../fixtures/generated/mutants.ts'
import type { Mutant } from '../../fixtures/mutants/mutant.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import { findingsOf } from '../../reports/findings.ts'
import type { RowOfRun } from '../../reports/findings.ts'
import { run } from '../run/run.ts'
import { proofHash } from '../proofs/prove.ts'
import { checksFor, requirement } from '../select/select.ts'
import type { Verdict } from '../verdict.ts'
import { problemWith } from '../long-runs/storage-engine-runs.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'

/** The effect of a mutant on a whole report. */
export type MutantEffect = {
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

const path = fileURLToPath(new URL('../../reports/results/mutant-effects.json', import.meta.url))

/** Runs one mutant against all checks, at the default seed with a quarter of the default runs. */
export async function measureEffect(mutant: Mutant): Promise<MutantEffect> {
  const target = await referenceTarget({ ...mutant, name: `mutant:${mutant.name}` })
  try {
    // Checks of silent rows never fail.
    const checks = checksFor(target.dialect.name, { sections: [], ids: [] }).filter(
      ({ id }) => requirement(id).strength !== 'silent',
    )
    const { verdicts, ended } = await run(checks, target, {
      seed: 1,
      scenarios: 5,
      concurrency: 24,
      checkMs: 60_000,
      caseMs: 60_000,
      shrinkMs: 0,
      signal: new AbortController().signal,
    })
    if (ended) throw ended
    return { ...effectOf(mutant, verdicts), hash: proofHash(mutant) }
  } finally {
    await target.close()
  }
}

export function effectOf(
  { name, killedBy }: Pick<Mutant, 'name' | 'killedBy'>,
  verdicts: Verdict[],
): Omit<MutantEffect, 'hash'> {
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
function rowOf(verdict: Verdict): RowOfRun {
  const mutantsOfRow = { killed: 0, survived: 0 }
  const { id } = verdict
  const known = { ...requirement(id), inSet: true, proof: 'proven' as const }
  return { ...known, ...verdict, mutants: mutantsOfRow, case: `cases/${id}.json` }
}

/** The median of numbers; of two middle ones the lower. */
export const lowerMedian = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? Number.NaN

export function summaryOfEffects(effects: MutantEffect[]): string {
  const failing = effects.map(({ ids }) => ids.length)
  const cases = effects.flatMap(one => one.cases ?? [])
  const missed = missedIn(effects)
  return [
    `${effects.length} mutants: a median of ${lowerMedian(failing)} failing ids, at most ${Math.max(...failing)}`,
    `the first finding names the broken rule: ${effects.filter(({ first }) => first).length}`,
    `scenarios until killed: a median of ${lowerMedian(cases)}, at most ${Math.max(...cases)}`,
    `found by no check at a quarter of the runs: ${missed.join(' ') || 'none'}`,
  ].join('\n')
}

// The limits. A reader can still grasp three ids at a glance. With a quarter of the runs a few
// mutants may be missed.
const failingMedianMax = 3
const missedShareMax = 0.05

/** Why the reports are not useful enough; empty if they are. */
export function problemsWithEffects(effects: MutantEffect[]): string[] {
  if (effects.length === 0) return ['expected mutants, got none']
  const failing = lowerMedian(effects.map(({ ids }) => ids.length))
  const missed = missedIn(effects)
  return [
    ...(failing > failingMedianMax
      ? [`expected a median of at most ${failingMedianMax} failing ids, got ${failing}`]
      : []),
    ...(missed.length > missedShareMax * effects.length
      ? [
          `expected at most ${missedShareMax * 100} % of the mutants unseen, got ${missed.join(' ')}`,
        ]
      : []),
  ]
}

const missedIn = (effects: MutantEffect[]): string[] =>
  effects.filter(({ ids }) => ids.length === 0).map(({ mutant }) => mutant)

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2))

async function main(words: string[]): Promise<void> {
  const names = words.filter(word => !word.startsWith('--'))
  const chosen = mutants.filter(({ name }) => names.length === 0 || names.includes(name))
  const effects = await measureEffects(chosen, words.includes('--update'))
  console.log(summaryOfEffects(effects))
  const problems = problemsWithEffects(effects)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

/** The nightly step: measures every mutant and prints a line for each. */
export async function measureEveryMutant(): Promise<LongRun> {
  const effects = await measureEffects(mutants, false)
  return {
    summary: summaryOfEffects(effects).replaceAll('\n', '; '),
    ...problemWith(problemsWithEffects(effects)),
  }
}

async function measureEffects(chosen: Mutant[], isUpdate: boolean): Promise<MutantEffect[]> {
  const found = new Map(isUpdate ? recordedEffects().map(effect => [effect.mutant, effect]) : [])
  const queue = chosen.filter(mutant => found.get(mutant.name)?.hash !== proofHash(mutant))
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const effect = await measureEffect(next)
      found.set(next.name, effect)
      console.log(`${effect.first ? 'first' : 'later'} ${effect.mutant}: ${effect.ids.join(' ')}`)
      if (isUpdate) writeFileSync(path, lines([...found.values()]))
    }
  }
  // Two workers: one continues while the other waits for silent streams.
  await Promise.all([work(), work()])
  return [...found.values()]
}

/** The earlier measurements of mutants that still exist. */
function recordedEffects(): MutantEffect[] {
  if (!existsSync(path)) return []
  const effects = JSON.parse(readFileSync(path, 'utf8')) as MutantEffect[]
  return effects.filter(effect => mutants.some(({ name }) => name === effect.mutant))
}

/** One mutant per line, for readable diffs. */
function lines(effects: MutantEffect[]): string {
  const sorted = effects.toSorted((a, b) => (a.mutant < b.mutant ? -1 : 1))
  return `[\n${sorted.map(effect => `  ${JSON.stringify(effect)}`).join(',\n')}\n]\n`
}
