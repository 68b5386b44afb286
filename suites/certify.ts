// A whole certification: choose the checks, run them, and say what the rows came to.

import type { Difference, Target } from '../fixtures/targets/target.ts'
import type { History } from '../properties/history.ts'
import { statesReached } from '../properties/states.ts'
import type { Check } from './check.ts'
import { run } from './run.ts'
import { scenarioDigest } from './seed.ts'
import { checksFor, holdsFor, requirement } from './select.ts'
import type { Selection } from './select.ts'
import type { Verdict } from './verdict.ts'

export type CertifyOptions = {
  selection: Selection
  seed: number
  runs: number
  concurrency: number
  /** Whether checks that wait for the real clock may run. */
  slow: boolean
  signal: AbortSignal
  onVerdict: (verdict: Verdict, requests: number) => void
  onHistory: (check: Check, history: History) => void
}

export type Certified = {
  verdicts: Verdict[]
  requests: number
  scenarioDigest: string
  states: Record<string, number>
}

// Ten minutes for one check are far beyond what a slow link needs; then the time is up.
const checkMs = 600_000
const shrinkMs = 20_000

/** The verdicts of the selected checks on a target, with declared differences waived. */
export async function certify(target: Target, options: CertifyOptions): Promise<Certified> {
  const selected = checksFor(target.dialect.name, options.selection)
  const [judging, tooOld] = parted(selected, check =>
    holdsFor(requirement(check.id).versions, target.follows ?? target.version),
  )
  const states: Record<string, number> = {}
  const { verdicts, requests } = await run(judging, target, {
    ...options,
    checkMs,
    shrinkMs,
    onHistory: (check, history) => {
      for (const state of statesReached(history)) states[state] = (states[state] ?? 0) + 1
      options.onHistory(check, history)
    },
  })
  const today = new Date().toISOString().slice(0, 10)
  return {
    verdicts: [
      ...verdicts.map(verdict => waived(verdict, target.differences, today)),
      ...tooOld.map(outOfVersion),
    ],
    requests,
    scenarioDigest: scenarioDigest(selected, options.seed, options.runs),
    states,
  }
}

/** A failure that the target declares is waived until the end date it names. */
export function waived(verdict: Verdict, differences: Difference[], today: string): Verdict {
  const difference = differences.find(one => one.id === verdict.id && one.until >= today)
  if (verdict.verdict !== 'fail' || !difference) return verdict
  return {
    ...verdict,
    verdict: 'waived',
    because: `${difference.because} (${difference.link}, until ${difference.until})`,
  }
}

const outOfVersion = ({ id }: Check): Verdict => ({
  id,
  verdict: 'inapplicable',
  cases: 0,
  observations: 0,
  because: `the rule holds for versions ${requirement(id).versions}`,
})

const parted = <Entry>(entries: Entry[], test: (entry: Entry) => boolean): [Entry[], Entry[]] => [
  entries.filter(test),
  entries.filter(entry => !test(entry)),
]
