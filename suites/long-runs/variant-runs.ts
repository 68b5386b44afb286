// Runs lawful variants. No check may fail them, and each check judges them unless the variant
// declares that it cannot.

import type { DialectName } from '../../fixtures/dialects/dialect.ts'
import { variants } from '../../fixtures/generated/variants.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import type { Variant } from '../../fixtures/variants/variant.ts'
import type { Check } from '../check.ts'
import { run } from '../run/run.ts'
import { checksForVariant, requirement } from '../select/select.ts'
import type { Verdict } from '../verdict.ts'
import { withSecondLook } from './second-look.ts'
import { problemWith } from './storage-engine-runs.ts'
import type { LongRun } from './storage-engine-runs.ts'

// The reference registers no webhooks with side effects. Only `webhooks-with-side-effects` does.
const inapplicableToReference: readonly string[] = ['DRY-018']

/** A lawful variant in one of its dialects. */
export type VariantRun = { variant: Variant; dialect: DialectName }

/** Every variant in each of its dialects. */
export const variantRuns: readonly VariantRun[] = variants.flatMap(variant =>
  (variant.dialects ?? ['cluster']).map(dialect => ({ variant, dialect })),
)

/** The name of a run: the variant and the dialect. */
export const variantRunName = ({ variant, dialect }: VariantRun): string =>
  `${variant.name} in the ${dialect} dialect`

/** The nightly step: all runs, or those of the variants in VARIANTS. */
export async function judgeEveryVariant(): Promise<LongRun> {
  const names = process.env['VARIANTS']?.split(/\s+/).filter(Boolean)
  const unknown = names?.find(name => !variants.some(variant => variant.name === name))
  if (unknown) throw new Error(`VARIANTS: expected names of variants, got ${unknown}`)
  const wanted = variantRuns.filter(({ variant }) => names?.includes(variant.name) ?? true)
  const problems: string[] = []
  for (const one of wanted) {
    const found = await variantRunProblems(one)
    problems.push(...found.map(problem => `${variantRunName(one)}: ${problem}`))
  }
  return { summary: `${wanted.length} runs of variants`, ...problemWith(problems) }
}

/**
 * Returns failing verdicts on a lawful server, and checks that could not judge it for a reason that
 * the variant does not declare. The number of passing checks is compared only without a selection.
 */
export async function variantRunProblems(
  { variant, dialect }: VariantRun,
  selected?: ReadonlySet<Check>,
): Promise<string[]> {
  const allowedUnjudged = [...(variant.allowedUnjudged ?? []), ...inapplicableToReference]
  const checks = checksForVariant(variant, dialect).filter(check => selected?.has(check) ?? true)
  if (checks.length === 0) return []
  const verdicts = await withSecondLook(ids => {
    const again = checks.filter(({ id }) => ids?.includes(id) && !allowedUnjudged.includes(id))
    return verdictsOn({ variant, dialect }, ids ? again : checks)
  })

  const failures = wordsOf(verdicts, ['fail', 'flaky', 'error'])
  if (variant.passesMin !== undefined)
    return selected ? failures : [...failures, ...tooFew(verdicts, variant.passesMin)]
  const unexplained = verdicts.filter(
    ({ id, departure }) => !allowedUnjudged.includes(id) && departure === undefined,
  )
  // A must that is only observed makes the run of a correct server incomplete.
  const observed = unexplained.filter(({ id }) => requirement(id).strength === 'must')
  return [
    ...failures,
    ...wordsOf(unexplained, ['inconclusive', 'inapplicable']),
    ...wordsOf(observed, ['observed']),
  ]
}

async function verdictsOn({ variant, dialect }: VariantRun, checks: Check[]): Promise<Verdict[]> {
  if (checks.length === 0) return []
  const target = await referenceTarget({ ...variant, dialect, name: `variant:${variant.name}` })
  const options = {
    seed: 1,
    scenarios: 5,
    concurrency: Math.min(16, checks.length),
    checkMs: 120_000,
    caseMs: 60_000,
    shrinkMs: 5_000,
    signal: new AbortController().signal,
  }
  const { verdicts, ended } = await run(checks, target, options).finally(target.close)
  if (ended) throw ended
  return verdicts
}

function tooFew(verdicts: Verdict[], passesMin: number): string[] {
  const passes = verdicts.filter(({ verdict }) => verdict === 'pass').length
  return passes >= passesMin ? [] : [`${passes} rows pass, expected at least ${passesMin}`]
}

const wordsOf = (verdicts: Verdict[], among: Verdict['verdict'][]): string[] =>
  verdicts
    .filter(({ verdict }) => among.includes(verdict))
    .map(({ id, verdict, because }) => `${id} ${verdict}: ${because}`)
