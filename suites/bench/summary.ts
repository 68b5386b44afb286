import { type Side, sides } from './server.ts'
import type { Bound, Metric, Workload } from './workload.ts'

/** What one round measured of one metric: a figure for each side that took part. */
export type Round = Partial<Record<Side, number>>

export type Middle = { median: number; min: number; max: number }

/** Met when the worst round is within the bound, `median` when only the middle one is. */
export type Outcome = 'met' | 'median' | 'missed'

export type Comparison = Middle & { bound?: Bound; outcome?: Outcome }

export type Row = {
  name: string
  unit: string
  figures: Partial<Record<Side, Middle>>
  alone?: Comparison
  againstGenuine?: Comparison
  againstBare?: Comparison
  againstBefore?: Comparison
}

/** The rows of a workload; ratios are taken within a round, where both sides had the same machine. */
export function summaryOf(
  workload: Pick<Workload, 'name' | 'metrics'>,
  rounds: Record<string, Round[]>,
): Row[] {
  return Object.entries(workload.metrics).map(([name, metric]) =>
    rowOf(`${workload.name}: ${name}`, metric, rounds[name] ?? []),
  )
}

function rowOf(name: string, metric: Metric, rounds: Round[]): Row {
  const { unit, alone, againstGenuine, againstBare } = metric
  const figures = Object.fromEntries(
    sides.flatMap(side => {
      const middle = middleOf(rounds.map(round => round[side]))
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
    ...(own && { alone: own }),
    ...(genuine && { againstGenuine: genuine }),
    ...(bare && { againstBare: bare }),
    ...(before && { againstBefore: before }),
  }
}

function comparison(
  values: readonly (number | undefined)[],
  bound: Bound | undefined,
): Comparison | undefined {
  const middle = middleOf(values)
  if (!middle) return undefined
  return bound ? { ...middle, bound, outcome: outcomeOf(middle, bound) } : middle
}

export function outcomeOf({ median, min, max }: Middle, bound: Bound): Outcome {
  const holds = (value: number) =>
    'atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost
  if (holds('atLeast' in bound ? min : max)) return 'met'
  return holds(median) ? 'median' : 'missed'
}

export function middleOf(values: readonly (number | undefined)[]): Middle | undefined {
  const sorted = values.filter(value => value !== undefined).toSorted((a, b) => a - b)
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  const [min, max] = [sorted[0], sorted.at(-1)]
  if (lower === undefined || upper === undefined) return undefined
  if (min === undefined || max === undefined) return undefined
  return { median: (lower + upper) / 2, min, max }
}
