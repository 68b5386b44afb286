// The long runs that are not part of `npm test`: a genuine kube-apiserver, idle, beside a busy
// neighbour and over a slow link, must get the same verdicts each time; the reference must pass
// many seeds and many runs; its engines must lose nothing under crowds, kills and losses of power,
// and do as a model says in sequences of writes.
// Prints a line a step and ends with `N passed, N failed`. Words choose the steps that name them.

import { spawn } from 'node:child_process'
import { kubeApiserverTarget } from '../../fixtures/targets/kube-apiserver/target.ts'
import { redact } from '../../fixtures/client/redact.ts'
import { referenceTarget } from '../../fixtures/targets/reference.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { visibleLines, withoutCommands } from '../../reports/escape.ts'
import { certify } from '../certify.ts'
import type { Verdict } from '../verdict.ts'
import { sameApplies } from './apply-differential.ts'
import { auditDependencies } from './audit.ts'
import { sameDefaults } from './built-in-defaults.ts'
import { sameTables } from './built-in-tables.ts'
import { sameCommandLines } from './command-line-differential.ts'
import { sameConfiguration } from './config-differential.ts'
import { sameCustom } from './custom-differential.ts'
import { sameDrawn } from './clients/drawn/same-drawn.ts'
import { sameGoClient, sameOperator } from './clients/go-client.ts'
import { sameJavaClient } from './clients/java-client.ts'
import { sameNodeClient } from './clients/node-client.ts'
import { samePythonClient } from './clients/python-client.ts'
import { sameBodies } from './clients/recorded-bodies.ts'
import { sameOperators } from './clients/operators/same-operators.ts'
import { sameKubectl } from './clients/same-kubectl.ts'
import { problemsOf, summaryOf } from './crowds.ts'
import {
  crowdsOn,
  idle,
  informerFor,
  interleavings,
  kills,
  powerLosses,
  problemOf,
  sequencesOn,
} from './engines.ts'
import type { LongRun } from './engines.ts'
import { foreignJudged } from './foreign/foreign.ts'
import { ownVerdicts } from './own-verdict.ts'
import { sameOpenApi } from './same-openapi.ts'
import { sameSettings } from './settings-differential.ts'
import { judgeSequences } from './sequences.ts'
import { slowLink } from './slow-link.ts'
import { resultsAreFresh } from './results-fresh.ts'
import { strangersJudged } from './strangers.ts'
import { sameValues } from './values/differential.ts'
import { otherVariants } from './variant-runs.ts'
import { waitingWatches } from './waiting-watches.ts'

type Options = { seed?: number; runs?: number; concurrency?: number }

const steps: [name: string, step: () => Promise<LongRun>][] = [
  ['the genuine server passes or differs as declared', () => onGenuine('idle')],
  ['the genuine server beside two busy processes', () => onGenuine('busy')],
  ['the genuine server behind a link of 200 ± 100 ms', () => onGenuine('slow link')],
  ['the built-in types are filled in as by the genuine server', sameDefaults],
  ['the same where they come in Protobuf', () => sameDefaults('protobuf')],
  ['settings do what they do on the genuine server', sameSettings],
  ['10,000 values are refused as by the genuine server', sameValues],
  ['the built-in types have the rows of the genuine server', sameTables],
  ['the documents of OpenAPI say what those of the genuine server say', sameOpenApi],
  ['definitions and custom objects are treated as by the genuine server', sameCustom],
  [
    'configuration is taken and refused as by the genuine server',
    () => sameConfiguration({ documents: 5000, starts: 24 }),
  ],
  [
    'command lines of the node agent are taken and refused as by the genuine options',
    sameCommandLines,
  ],
  ['five operators define and use what they do with the genuine server', sameOperators],
  ['bodies of every kind mean to us what they mean to the genuine server', sameBodies],
  ['kubectl says of the reference what it says of the genuine server', sameKubectl],
  [
    'drawn commands are answered as by the genuine server',
    () => sameDrawn({ commands: numberIn('DRAWN_COMMANDS', 300), seed: numberIn('DRAWN_SEED', 1) }),
  ],
  ['a Go client sees on the reference what it sees on the genuine server', sameGoClient],
  ['an operator does on the reference what it does on the genuine server', sameOperator],
  ['a Python client sees on the reference what it sees there', samePythonClient],
  ['a Java client sees on the reference what it sees there', sameJavaClient],
  ['a JavaScript client sees on the reference what it sees there', sameNodeClient],
  ['what is served is conformant by its address, with users and without', ownVerdicts],
  ['no check fails on a variant in the dialect that npm test leaves out', otherVariants],
  ['what is said of small servers is true, and what is true of them is said', strangersJudged],
  ['foreign servers are judged as their tables say', foreignJudged],
  [
    'twenty runs of the reference',
    () => onReference(Array.from({ length: 20 }, () => ({ seed: 1 }))),
  ],
  [
    'fifty seeds on the reference',
    () => onReference(Array.from({ length: 50 }, (_, seed) => ({ seed: seed + 100 }))),
  ],
  ['10,000 crowds on memory', () => crowdsOn('memory', 10_000)],
  ['10,000 crowds on lmdb', () => crowdsOn('lmdb', 10_000)],
  ['10,000 crowds on etcd', () => crowdsOn('etcd', 10_000)],
  [
    '5,000 sequences of applies are answered as by the genuine server',
    () => sameApplies({ sequences: 5000 }),
  ],
  ['1,000 sequences on the genuine server', () => sequencesOnGenuine(1000)],
  ['10,000 sequences on memory', () => sequencesOn('memory', 10_000)],
  ['10,000 sequences on lmdb', () => sequencesOn('lmdb', 10_000)],
  ['10,000 sequences on etcd', () => sequencesOn('etcd', 10_000)],
  ['100,000 interleavings lose no event', () => interleavings(100_000)],
  ['10,000 waiting watches on memory', () => waitingWatches('memory', 10_000)],
  ['10,000 waiting watches on lmdb', () => waitingWatches('lmdb', 10_000)],
  ['10,000 waiting watches on etcd', () => waitingWatches('etcd', 10_000)],
  ['lmdb and 500 kills under load', () => kills(500)],
  ['lmdb and 500 losses of power', () => powerLosses(500)],
  ['an informer in a storm for ten minutes', () => informerFor(10)],
  ['10,000 idle connections', () => idle(10_000)],
  ['no dependency has a known vulnerability', auditDependencies],
  ['committed results are of the present checks', resultsAreFresh],
]

function numberIn(name: string, standard: number): number {
  const text = process.env[name] ?? String(standard)
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`${name}: expected a whole number, got ${JSON.stringify(text)}`)
}

const bothDialects = ['cluster', 'kubernetes'] as const
const wanted = process.argv.slice(2)
const verdictsIdle = new Map<string, string>()
const counts = { passed: 0, failed: 0 }
for (const [name, step] of steps) {
  if (wanted.length > 0 && !wanted.some(word => name.includes(word))) continue
  const start = performance.now()
  const { says, problem } = await step().catch(failed)
  const seconds = Math.round((performance.now() - start) / 1000)
  const word = problem === undefined ? 'passed' : 'FAILED'
  print([`${word}  ${name}  ${seconds} s`, says].filter(Boolean).join('  '))
  if (problem === undefined) counts.passed++
  else counts.failed++
  if (problem !== undefined) print(problem)
}
print(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 ? 0 : 1

/** Problems quote servers. */
function print(line: string): void {
  process.stdout.write(`${withoutCommands(visibleLines(redact(line)))}\n`)
}

function failed(error: Error): LongRun {
  return { problem: error.stack ?? String(error) }
}

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

/** Wrong is what is not as it was when the server was idle. */
async function onGenuine(conditions: 'idle' | 'busy' | 'slow link'): Promise<LongRun> {
  if (conditions !== 'idle' && verdictsIdle.size === 0)
    throw new Error('there are no verdicts of an idle server to compare with')
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
    return { says: countsOf(verdicts), ...problemOf(wrong.map(shown)) }
  } finally {
    for (const neighbour of neighbours) neighbour.kill('SIGKILL')
    await link?.close()
    await target.close()
  }
}

/** The model is true of the server that it is a model of, but for what that one is known to lose. */
async function sequencesOnGenuine(histories: number): Promise<LongRun> {
  const target = await kubeApiserverTarget()
  const options = { histories, seed: 1, lanes: 4, removesBlindly: true }
  const outcome = await judgeSequences(target, options).finally(target.close)
  return { says: summaryOf(outcome), ...problemOf(problemsOf(outcome)) }
}

/** The dialects take turns. Wrong is the first run in which a check did not pass. */
async function onReference(runs: Options[]): Promise<LongRun> {
  for (const [index, options] of runs.entries()) {
    const dialect = bothDialects[index % 2]
    const target = await referenceTarget({ ...(dialect && { dialect }) })
    const verdicts = await verdictsOn(target, { concurrency: 16, ...options }).finally(target.close)
    const wrong = verdicts.filter(({ verdict }) => !['pass', 'observed'].includes(verdict))
    if (wrong.length > 0)
      return problemOf([`run ${index + 1}, seed ${options.seed}, ${dialect}`, ...wrong.map(shown)])
  }
  return { says: `${runs.length} runs, in each dialect half of them` }
}

function countsOf(verdicts: Verdict[]): string {
  const words = [...new Set(verdicts.map(({ verdict }) => verdict))]
  return words
    .map(word => `${verdicts.filter(({ verdict }) => verdict === word).length} ${word}`)
    .join(', ')
}

function shown({ id, verdict, because }: Verdict): string {
  return `  ${id} ${verdict}: ${because}`
}
