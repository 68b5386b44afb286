// Targets with broken or lost answers. Their faults must not be reported as faults of the harness,
// and a bad connection must not be reported as a fault of the target.

import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import type { Check } from '../check.ts'
import { concurrencyMax } from '../target/run-namespaces.ts'
import { run } from '../run/run.ts'
import { checksFor } from '../select/select.ts'
import type { Verdict } from '../verdict.ts'
import { problemWith } from '../long-runs/storage-engine-runs.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'
import type { Rewriting } from '../../fixtures/targets/rewriting.ts'

/** A target that breaks or loses answers, and the verdicts that it must get. */
export type HostileTarget = {
  name: string
  /** A new fault. It calls `onFault` for every request or answer that it breaks. */
  rewriting: (onFault: () => void) => Rewriting
  /** No check may have one of these verdicts. */
  never: Verdict['verdict'][]
  /** Checks that must run, each with the verdict that it must have, whichever others run. */
  witnesses: ReadonlyMap<string, Verdict['verdict']>
}

const isLeased = ({ path }: { path: string }) => path === '/api/v1/namespaces'

const wrongTypes = {
  kind: {},
  apiVersion: [],
  metadata: {
    name: { a: 1 },
    namespace: [],
    uid: null,
    resourceVersion: 5,
    creationTimestamp: 1e99,
    labels: [],
    annotations: 7,
    finalizers: 'x',
    continue: {},
    remainingItemCount: 'many',
  },
  items: [{ metadata: { name: 5, namespace: {}, labels: 'x', resourceVersion: {} } }],
}

const bodies: [string, unknown][] = [
  ['metadata that is a number', { kind: 'Lease', metadata: 5, items: 'x' }],
  ['fields of wrong types', wrongTypes],
]

const broken = bodies.flatMap(([says, body]) =>
  [undefined, 200].map(
    (status): HostileTarget => ({
      name: `every answer has ${says}${status ? ` and status ${status}` : ''}`,
      rewriting: onFault => ({
        reply: (reply, request) => {
          if (isLeased(request)) return reply
          onFault()
          return { ...reply, status: status ?? reply.status, body }
        },
      }),
      never: ['error'],
      witnesses: new Map([['OBJ-001', 'fail']]),
    }),
  ),
)

const drop = (): never => {
  throw new Error('dropped')
}

const losses: [string, (isDue: () => boolean) => Rewriting][] = [
  ['requests are lost', isDue => ({ request: one => (!isLeased(one) && isDue() ? drop() : one) })],
  [
    'answers are lost',
    isDue => ({ reply: (reply, one) => (!isLeased(one) && isDue() ? drop() : reply) }),
  ],
  [
    'requests are returned 503',
    isDue => ({
      request: one =>
        !isLeased(one) && isDue() ? { reply: { status: 503, headers: {}, body: 'no' } } : one,
    }),
  ],
]

const losing = losses.map(
  ([name, losingWhen]): HostileTarget => ({
    name: `one in thirteen ${name}`,
    rewriting: onFault => {
      let count = 0
      return losingWhen(() => {
        const due = ++count % 13 === 0
        if (due) onFault()
        return due
      })
    },
    never: ['fail', 'error'],
    witnesses: new Map(),
  }),
)

/** All hostile targets. */
export const hostileTargets: readonly HostileTarget[] = [...broken, ...losing]

/** The checks that run on a hostile target. */
export const hostileTargetChecks = (): Check[] => checksFor('cluster', { sections: [], ids: [] })

/** The nightly step: runs all checks on each of them. */
export async function judgeHostileTargets(): Promise<LongRun> {
  const problems: string[] = []
  for (const one of hostileTargets) {
    const found = await hostileTargetProblems(one, hostileTargetChecks())
    problems.push(...found.map(problem => `${one.name}: ${problem}`))
  }
  return { summary: `${hostileTargets.length} hostile targets`, ...problemWith(problems) }
}

/**
 * The verdicts that the target must not get, the witnesses with other verdicts, and whether the
 * fault had no effect.
 */
export async function hostileTargetProblems(
  { never, witnesses, rewriting }: HostileTarget,
  checks: Check[],
): Promise<string[]> {
  let faults = 0
  const verdicts = await quietly(() => verdictsOn(() => rewriting(() => faults++), checks))
  const wrong = verdicts.filter(({ verdict }) => never.includes(verdict))
  const others = [...witnesses].flatMap(([id, expected]) => {
    const got = verdicts.find(verdict => verdict.id === id)?.verdict
    return got === expected ? [] : [`${id}: expected the verdict ${expected}, got ${got}`]
  })
  return [
    ...wrong.map(({ id, verdict, because }) => `${id} ${verdict}: ${because}`),
    ...others,
    ...(faults === 0 ? ['expected broken or lost answers, got none'] : []),
  ]
}

/** Silences the proxy, which reports every dropped connection. */
async function quietly<Result>(act: () => Promise<Result>): Promise<Result> {
  const { error } = console
  console.error = () => {}
  try {
    return await act()
  } finally {
    console.error = error
  }
}

async function verdictsOn(rewriting: () => Rewriting, checks: Check[]): Promise<Verdict[]> {
  const target = await referenceTarget({ rewriting })
  const options = {
    seed: 1,
    scenarios: 2,
    // Most of the time is spent waiting for events that such a target never sends.
    concurrency: Math.min(concurrencyMax, checks.length),
    checkMs: 60_000,
    caseMs: 60_000,
    shrinkMs: 0,
    signal: new AbortController().signal,
  }
  const { verdicts } = await run(checks, target, options).finally(target.close)
  return verdicts
}
