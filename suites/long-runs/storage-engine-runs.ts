// The nightly steps on the reference and its storage engines: concurrent histories and sequences of
// writes on each engine, SIGKILL and loss of power on the durable one, an informer of a real client
// in a storm, and idle connections.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DialectName } from '../../fixtures/dialects/dialect.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { openStore } from '../../reference/server/open-store.ts'
import { findEtcd, startTestEtcd } from '../../reference/storage/etcd/test-server.ts'
import { compileFaultyDisk, killUnderLoad, losePower } from '../robustness/crash/crash-runs.ts'
import type { CrashOutcome } from '../robustness/crash/crash-runs.ts'
import {
  judgeConcurrentHistories,
  concurrentProblems,
  concurrentSummary,
} from './concurrent-histories.ts'
import type { ConcurrentOutcome } from './concurrent-histories.ts'
import { openIdleConnections } from '../robustness/idle-connections.ts'
import type { IdleOutcome } from '../robustness/idle-connections.ts'
import { runInformerInStorm, stormSummary as stormOf } from '../robustness/informer-storm.ts'
import { judgeNamespaceRaces, judgeSequences } from './judge-sequences.ts'
import { startServeOrThrow } from '../tools/serve-process.ts'
import { runVitest } from './run-vitest.ts'

/** The outcome of a long run: its counts, and its problem if there is one. */
export type LongRun = { summary?: string; problem?: string }

export type EngineName = 'memory' | 'lmdb' | 'etcd'

const historyMs = 300_000

/** Performs and judges histories of concurrent writers, readers and watches on one engine. */
export async function concurrentHistoriesOn(
  engine: EngineName,
  histories: number,
  seed = 1,
): Promise<LongRun> {
  const outcome = await onTarget(engine, 'kubernetes', target =>
    judgeConcurrentHistories(target, { histories, seed, concurrency: 4 }),
  )
  return { summary: concurrentSummary(outcome), ...problemWith(concurrentProblems(outcome)) }
}

/**
 * Performs sequences of writes on one engine, half of them in each dialect, and judges them by a
 * model.
 */
export async function sequencesOn(
  engine: EngineName,
  histories: number,
  seed = 1,
): Promise<LongRun> {
  const outcomes: ConcurrentOutcome[] = []
  for (const dialect of ['cluster', 'kubernetes'] as const)
    await onTarget(engine, dialect, async target => {
      const options = { histories: Math.ceil(histories / 2), seed, concurrency: 4 }
      outcomes.push(await judgeSequences(target, options))
      outcomes.push(
        await judgeNamespaceRaces(target, { ...options, histories: racesIn(histories) }),
      )
    })
  return {
    summary: outcomes.map(concurrentSummary).join(' and '),
    ...problemWith(outcomes.flatMap(concurrentProblems)),
  }
}

// A namespace costs more than an object, and has fewer possible outcomes.
const racesIn = (histories: number): number => Math.ceil(histories / 20)

async function onTarget<Result>(
  engine: EngineName,
  dialect: DialectName,
  act: (target: Target) => Promise<Result>,
): Promise<Result> {
  const { flags, close } = await storeFlagsFor(engine)
  const opened = await openStore(flags, historyMs)
  const target = await referenceTarget({ dialect, name: engine, ...opened })
  try {
    return await act(target)
  } finally {
    await target.close()
    await opened.stored?.store.close()
    await close()
  }
}

/** The flags of a server for an empty data directory or etcd of an engine. */
export async function storeFlagsFor(engine: EngineName) {
  if (engine === 'memory') return { flags: {}, close: async () => {} }
  if (engine === 'lmdb') {
    const directory = await mkdtemp(join(tmpdir(), 'touchstone-crowds-'))
    return { flags: { dataDir: directory }, close: () => rm(directory, { recursive: true }) }
  }
  const found = await findEtcd()
  if ('missing' in found) throw new Error(found.missing)
  const etcd = await startTestEtcd(found.command)
  return { flags: { etcdServers: etcd.url }, close: etcd.close }
}

/** Kills a load process on lmdb repeatedly. */
export const killRuns = async (deaths: number): Promise<LongRun> =>
  survived(await killUnderLoad({ deaths, seed: 1, deadlineMs: 60 * 60_000 }), deaths)

/** Kills a load process on lmdb repeatedly while the key of its values is replaced. */
export async function rotationKillRuns(deaths: number): Promise<LongRun> {
  const outcome = await killUnderLoad({ deaths, seed: 1, deadlineMs: 60 * 60_000, rotates: true })
  const { summary, ...others } = survived(outcome, deaths)
  return { summary: `${summary}, ${outcome.rotations ?? 0} rotations`, ...others }
}

/** Runs a load process on lmdb whose disk drops, keeps or tears writes that were not synced. */
export async function powerLossRuns(deaths: number): Promise<LongRun> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-disk-'))
  try {
    const disk = compileFaultyDisk(folder)
    if (disk === undefined) throw new Error('losing power needs Linux and a C compiler')
    const options = { deaths, seed: 1, deadlineMs: 60 * 60_000, imagesPerLife: 10 }
    return survived(await losePower(disk, options), deaths)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function survived({ deaths, acknowledged, findings }: CrashOutcome, wanted: number): LongRun {
  const missing = deaths < wanted ? [`${deaths} of ${wanted} in the time there was`] : []
  return {
    summary: `${deaths} deaths, ${acknowledged} acknowledged commits`,
    ...problemWith([...findings.map(finding => JSON.stringify(finding)), ...missing]),
  }
}

/** Runs an informer during a storm of writes, with its connections cut every second. */
export async function informerRun(minutes: number, seed = 1): Promise<LongRun> {
  const outcome = await runInformerInStorm({ ms: minutes * 60_000, cutEveryMs: 1000, seed })
  return { summary: stormOf(outcome), ...problemWith(outcome.differences) }
}

/** Opens idle connections while the server serves others. */
export async function idleConnectionRun(connections: number): Promise<LongRun> {
  return idleOutcome(await openIdleConnections(await startServeOrThrow(), connections), connections)
}

/**
 * Fewer connections than requested are a problem of the run, because they prove nothing about that
 * many.
 */
export function idleOutcome(
  {
    count,
    because,
    slowestMs,
    wrong,
  }: Pick<IdleOutcome, 'count' | 'because' | 'slowestMs' | 'wrong'>,
  wanted: number,
): LongRun {
  const why = because === undefined ? '' : `: ${because}`
  const missing = count < wanted ? [`expected ${wanted} connections, got ${count}${why}`] : []
  return {
    summary: `${count} connections, the slowest request took ${Math.round(slowestMs)} ms`,
    ...problemWith([...missing, ...wrong]),
  }
}

/** No problem if nothing is wrong. */
export const problemWith = (wrong: string[]): Pick<LongRun, 'problem'> =>
  wrong.length === 0 ? {} : { problem: wrong.slice(0, 20).join('\n') }

/** Generated orders of writes, caches, feeds and watches on each engine, in a process of vitest. */
export async function interleavingRuns(count: number, seed = 1): Promise<LongRun> {
  const test = 'reference/server/watch-interleavings.test.ts'
  const run = await runVitest(test, {
    INTERLEAVINGS: String(count),
    INTERLEAVINGS_SEED: String(seed),
  })
  return run.problem === undefined ? { summary: `${count} interleavings` } : run
}
