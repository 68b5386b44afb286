// The long runs that are not part of `npm test`: a genuine kube-apiserver, idle, beside a busy
// neighbour and over a slow link, must get the same verdicts each time; the reference must pass
// many seeds and many runs. Prints a line a step and ends with `N passed, N failed`.

import { spawn } from 'node:child_process'
import { kubeApiserverTarget } from '../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../fixtures/targets/reference.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { certify } from '../certify.ts'
import type { Verdict } from '../verdict.ts'
import { slowLink } from './slow-link.ts'

type Options = { seed?: number; runs?: number; concurrency?: number }

const steps: [name: string, step: () => Promise<string | undefined>][] = [
  ['the genuine server passes or differs as declared', () => onGenuine('idle')],
  ['the genuine server beside two busy processes', () => onGenuine('busy')],
  ['the genuine server behind a link of 200 ± 100 ms', () => onGenuine('slow link')],
  [
    'twenty runs of the reference',
    () => onReference(Array.from({ length: 20 }, () => ({ seed: 1 }))),
  ],
  [
    'fifty seeds on the reference',
    () => onReference(Array.from({ length: 50 }, (_, seed) => ({ seed: seed + 100 }))),
  ],
]

const wanted = process.argv.slice(2)
const verdictsIdle = new Map<string, string>()
let failed = 0
let passed = 0
for (const [name, step] of steps) {
  if (wanted.length > 0 && !wanted.some(word => name.includes(word))) continue
  const start = performance.now()
  const problem = await step().catch((error: Error) => error.stack ?? String(error))
  console.log(
    `${problem === undefined ? 'passed' : 'FAILED'}  ${name}  ${Math.round((performance.now() - start) / 1000)} s`,
  )
  if (problem === undefined) passed++
  else failed++
  if (problem !== undefined) console.log(problem)
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function verdictsOn(
  target: Target,
  { seed = 1, runs = 20, concurrency = 4 }: Options = {},
): Promise<Verdict[]> {
  const options = {
    selection: { sections: [], ids: [] },
    seed,
    runs,
    concurrency,
    slow: false,
    signal: new AbortController().signal,
    onVerdict: () => {},
    onHistory: () => {},
  }
  return (await certify(target, options)).verdicts
}

/** What is not as it was when the server was idle, or nothing. */
async function onGenuine(conditions: 'idle' | 'busy' | 'slow link'): Promise<string | undefined> {
  if (conditions !== 'idle' && verdictsIdle.size === 0)
    return 'there are no verdicts of an idle server to compare with'
  const target = await kubeApiserverTarget()
  const neighbours =
    conditions === 'busy' ? [0, 1].map(() => spawn(process.execPath, ['-e', 'for (;;) {}'])) : []
  const link = conditions === 'slow link' ? await slowLink(target.connection.url) : undefined
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
    return wrong.length === 0 ? undefined : wrong.map(shown).join('\n')
  } finally {
    for (const neighbour of neighbours) neighbour.kill('SIGKILL')
    await link?.close()
    await target.close()
  }
}

/** The first run in which a check did not pass, or nothing. */
async function onReference(runs: Options[]): Promise<string | undefined> {
  for (const [index, options] of runs.entries()) {
    for (const dialect of ['cluster', 'kubernetes'] as const) {
      const target = await referenceTarget({ dialect })
      const verdicts = await verdictsOn(target, options).finally(target.close)
      const wrong = verdicts.filter(({ verdict }) => !['pass', 'observed'].includes(verdict))
      if (wrong.length > 0)
        return `run ${index + 1}, seed ${options.seed}, ${dialect}\n${wrong.map(shown).join('\n')}`
    }
  }
  return undefined
}

function shown({ id, verdict, because }: Verdict): string {
  return `  ${id} ${verdict}: ${because}`
}
