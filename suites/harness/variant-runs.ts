import type { DialectName } from '../../fixtures/dialects/dialect.ts'
import { variants } from '../../fixtures/generated/variants.ts'
import { referenceTarget } from '../../fixtures/targets/reference.ts'
import type { Variant } from '../../fixtures/variants/variant.ts'
import { run } from '../run.ts'
import { checksOn } from '../select.ts'
import type { Verdict } from '../verdict.ts'
import type { LongRun } from './engines.ts'

/**
 * The variants of which `npm test` runs this dialect. Of those that speak both, two thirds are run in
 * kubernetes: cluster has more of its own, and the two files are to take the same time.
 */
export function variantsIn(dialect: DialectName): readonly Variant[] {
  const isInCluster = (variant: Variant) => speakingBoth.indexOf(variant) % 3 === 0
  return variants.filter(
    one =>
      dialectsOf(one).includes(dialect) &&
      (!speakingBoth.includes(one) || isInCluster(one) === (dialect === 'cluster')),
  )
}

/** Runs what `npm test` leaves out. */
export async function otherVariants(): Promise<LongRun> {
  const problems: string[] = []
  let count = 0
  for (const dialect of ['cluster', 'kubernetes'] as const) {
    const others = speakingBoth.filter(variant => !variantsIn(dialect).includes(variant))
    count += others.length
    for (const variant of others) {
      const found = await problemsOn(variant, dialect)
      problems.push(...found.map(problem => `${variant.name}, ${dialect}: ${problem}`))
    }
  }
  const says = `${count} variants`
  return problems.length === 0 ? { says } : { says, problem: problems.join('\n') }
}

const dialectsOf = ({ dialects = ['cluster'] }: Variant): readonly DialectName[] => dialects

const speakingBoth = variants.filter(variant => dialectsOf(variant).length > 1)

/** What a whole run says against a lawful server, and where it says nothing without a reason. */
export async function problemsOn(variant: Variant, dialect: DialectName): Promise<string[]> {
  const { silences = [], passesMin } = variant
  const target = await referenceTarget({ ...variant, dialect, name: `variant:${variant.name}` })
  const options = {
    seed: 1,
    runs: 5,
    concurrency: 16,
    checkMs: 120_000,
    caseMs: 60_000,
    shrinkMs: 5_000,
    signal: new AbortController().signal,
  }
  const { verdicts, ended } = await run(checksOn(variant, dialect), target, options).finally(
    target.close,
  )
  if (ended) throw ended

  const failures = wordsOf(verdicts, ['fail', 'flaky', 'error'])
  const passes = verdicts.filter(({ verdict }) => verdict === 'pass').length
  if (passesMin !== undefined) {
    const few = `${passes} rows pass, expected at least ${passesMin}`
    return passes >= passesMin ? failures : [...failures, few]
  }
  const unexplained = verdicts.filter(
    ({ id, literal }) => !silences.includes(id) && literal === undefined,
  )
  return [...failures, ...wordsOf(unexplained, ['inconclusive', 'inapplicable'])]
}

const wordsOf = (verdicts: Verdict[], among: Verdict['verdict'][]): string[] =>
  verdicts
    .filter(({ verdict }) => among.includes(verdict))
    .map(({ id, verdict, because }) => `${id} ${verdict}: ${because}`)
