// Whole runs of all checks, on a genuine kube-apiserver in good and bad conditions, and on the
// reference.

import { spawn } from 'node:child_process'
import { kubeApiserverTarget } from '../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { certify } from '../certify.ts'
import type { Verdict } from '../verdict.ts'
import { concurrentProblems, concurrentSummary } from './concurrent-histories.ts'
import { problemWith } from './storage-engine-runs.ts'
import type { LongRun } from './storage-engine-runs.ts'
import { judgeSequences } from './judge-sequences.ts'
import { startSlowLink } from './slow-link.ts'

type Options = { seed?: number; runs?: number; concurrency?: number }

const bothDialects = ['cluster', 'kubernetes'] as const
const verdictsIdle = new Map<string, string>()

async function verdictsOn(
  target: Target,
  { seed = 1, runs = 20, concurrency = 4 }: Options = {},
): Promise<Verdict[]> {
  const options = {
    selection: { sections: [], ids: [] },
    seed,
    scenarios: runs,
    concurrency,
    slow: false,
    signal: new AbortController().signal,
    onVerdict: () => {},
    onHistory: () => {},
  }
  return (await certify(target, options)).verdicts
}

/** Certifies the genuine server. Verdicts must equal those on an idle server. */
export async function certifyOnGenuine(
  conditions: 'idle' | 'busy' | 'slow link',
): Promise<LongRun> {
  if (conditions !== 'idle' && verdictsIdle.size === 0)
    throw new Error('there are no verdicts of an idle server to compare with')
  const target = await kubeApiserverTarget()
  const neighbours =
    conditions === 'busy' ? [0, 1].map(() => spawn(process.execPath, ['-e', 'for (;;) {}'])) : []
  const link = conditions === 'slow link' ? await startSlowLink(target.connection.url) : undefined
  const reached = link ? { ...target, connection: { ...target.connection, url: link.url } } : target
  try {
    const verdicts = await verdictsOn(
      reached,
      conditions === 'slow link' ? { concurrency: 24 } : {},
    )
    const changed = verdicts.filter(
      ({ id, verdict }) => (verdictsIdle.get(id) ?? verdict) !== verdict,
    )
    for (const { id, verdict } of verdicts) if (conditions === 'idle') verdictsIdle.set(id, verdict)
    const wrong =
      conditions === 'idle'
        ? verdicts.filter(({ verdict }) =>
            ['fail', 'flaky', 'error', 'inconclusive'].includes(verdict),
          )
        : changed
    return { summary: countsOf(verdicts), ...problemWith(wrong.map(verdictText)) }
  } finally {
    for (const neighbour of neighbours) neighbour.kill('SIGKILL')
    await link?.close()
    await target.close()
  }
}

/** Judges sequences on the genuine server. The model must agree, except for a known loss. */
export async function judgeSequencesOnGenuine(histories: number): Promise<LongRun> {
  const target = await kubeApiserverTarget()
  const options = { histories, seed: 1, concurrency: 4, removesBlindly: true }
  const outcome = await judgeSequences(target, options).finally(target.close)
  return { summary: concurrentSummary(outcome), ...problemWith(concurrentProblems(outcome)) }
}

/**
 * Certifies the reference in alternating dialects. The first run with a check that did not pass is
 * the problem.
 */
export async function certifyOnReference(runs: Options[]): Promise<LongRun> {
  for (const [index, options] of runs.entries()) {
    const dialect = bothDialects[index % 2]
    const target = await referenceTarget({ ...(dialect && { dialect }) })
    const verdicts = await verdictsOn(target, { concurrency: 16, ...options }).finally(target.close)
    const wrong = verdicts.filter(({ verdict }) => !['pass', 'observed'].includes(verdict))
    if (wrong.length > 0)
      return problemWith([
        `run ${index + 1}, seed ${options.seed}, ${dialect}`,
        ...wrong.map(verdictText),
      ])
  }
  return { summary: `${runs.length} runs, in each dialect half of them` }
}

function countsOf(verdicts: Verdict[]): string {
  const words = [...new Set(verdicts.map(({ verdict }) => verdict))]
  return words
    .map(word => `${verdicts.filter(({ verdict }) => verdict === word).length} ${word}`)
    .join(', ')
}

function verdictText({ id, verdict, because }: Verdict): string {
  return `  ${id} ${verdict}: ${because}`
}
