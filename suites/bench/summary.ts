// Summarizes the figures of all rounds: medians, ranges, ratios between servers, and goals.

import { type Side, sides } from './server.ts'
import type { Bound, Metric, Workload } from './workload.ts'

/** The figures of one metric in one round, one for each side that took part. */
export type RoundFigures = Partial<Record<Side, number>>

export type MedianAndRange = { median: number; min: number; max: number }

/** `met`: the worst round is within the bound. `median`: only the median is. */
export type GoalOutcome = 'met' | 'median' | 'missed'

export type GoalComparison = MedianAndRange & { bound?: Bound; outcome?: GoalOutcome }

export type MetricRow = {
  name: string
  unit: string
  figures: Partial<Record<Side, MedianAndRange>>
  absoluteGoal?: GoalComparison
  againstGenuine?: GoalComparison
  againstBare?: GoalComparison
  againstBefore?: GoalComparison
}

/**
 * Returns one row per metric of a workload. Ratios are computed within a round, so that both sides
 * ran under the same conditions of the machine.
 */
export function summarizeWorkload(
  workload: Pick<Workload, 'name' | 'metrics'>,
  rounds: Record<string, RoundFigures[]>,
): MetricRow[] {
  return Object.entries(workload.metrics).map(([name, metric]) =>
    rowOf(`${workload.name}: ${name}`, metric, rounds[name] ?? []),
  )
}

function rowOf(name: string, metric: Metric, rounds: RoundFigures[]): MetricRow {
  const { unit, absolute: alone, againstGenuine, againstBare } = metric
  const figures = Object.fromEntries(
    sides.flatMap(side => {
      const middle = medianAndRange(rounds.map(round => round[side]))
      return middle ? [[side, middle]] : []
    }),
  )
  const ratios = (to: Side) =>
    rounds.map(({ reference, [to]: other }) =>
      reference === undefined || other === undefined ? undefined : reference / other,
    )
  const own =
    alone &&
    comparison(
      rounds.map(round => round.reference),
      alone,
    )
  const genuine = comparison(ratios('genuine'), againstGenuine)
  const bare = comparison(ratios('bare'), againstBare)
  const before = comparison(ratios('before'), undefined)
  return {
    name,
    unit,
    figures,
    ...(own && { absoluteGoal: own }),
    ...(genuine && { againstGenuine: genuine }),
    ...(bare && { againstBare: bare }),
    ...(before && { againstBefore: before }),
  }
}

function comparison(
  values: readonly (number | undefined)[],
  bound: Bound | undefined,
): GoalComparison | undefined {
  const middle = medianAndRange(values)
  if (!middle) return undefined
  return bound ? { ...middle, bound, outcome: goalOutcome(middle, bound) } : middle
}

/** Compares a range with a goal. The worst round is the smallest or the largest value. */
export function goalOutcome({ median, min, max }: MedianAndRange, bound: Bound): GoalOutcome {
  const holds = (value: number) =>
    'atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost
  if (holds('atLeast' in bound ? min : max)) return 'met'
  return holds(median) ? 'median' : 'missed'
}

/** Ignores undefined values. Returns undefined if there is no value. */
export function medianAndRange(
  values: readonly (number | undefined)[],
): MedianAndRange | undefined {
  const sorted = values.filter(value => value !== undefined).toSorted((a, b) => a - b)
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  const [min, max] = [sorted[0], sorted.at(-1)]
  if (lower === undefined || upper === undefined) return undefined
  if (min === undefined || max === undefined) return undefined
  return { median: (lower + upper) / 2, min, max }
}

// Two runs of the same build differ by less.
const regressionMin = 0.05

/**
 * Returns the figure that is more than 5 % worse than before, as text. Rates are better if they are
 * higher, all other figures if they are lower. A round in which it was not worse speaks against a
 * regression, because the machine may be busy.
 */
export function regressionOf({ name, unit, againstBefore }: MetricRow): string | undefined {
  if (!againstBefore) return undefined
  const { median, min, max } = againstBefore
  const isRate = unit.endsWith('/s')
  const loss = isRate ? 1 / median - 1 : median - 1
  const isAlwaysWorse = isRate ? max < 1 : min > 1
  if (loss <= regressionMin || !isAlwaysWorse) return undefined
  return `${name}: ${(median * 100).toFixed(0)} % (${(min * 100).toFixed(0)}–${(max * 100).toFixed(0)} %)`
}
