// Runs the durable store under SIGKILL, loss of power and disk faults. Each function repeats this a
// number of times and reports what was lost.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  emptyStoreHistory,
  type StoreFinding,
  judgeDirectory,
  type StoreHistory,
} from './judge-store.ts'
import { type CommitNote, parseNotes } from './commit-notes.ts'
import { type DiskCall, parseDiskCalls, diskImageAfter, notesInCalls } from './power-loss.ts'
import { createRandom } from './random.ts'
import { programFile } from '../../tools/test-programs.ts'

export type CrashOutcome = {
  deaths: number
  /** How many commits were acknowledged before the deaths. */
  acknowledged: number
  findings: StoreFinding[]
  /** The number of completed key rotations. */
  rotations?: number
}

export type CrashOptions = { deaths: number; seed: number; deadlineMs: number }

/** With `rotates`, values are encrypted with a key that is replaced repeatedly. */
export type KillOptions = CrashOptions & { rotates?: boolean }

const loadFile = fileURLToPath(new URL('./commit-load.ts', import.meta.url))
const diskFile = fileURLToPath(new URL('./disk.c', import.meta.url))

const compiler = process.env['CC'] ?? 'cc'

const countAcknowledged = (notes: CommitNote[]) =>
  notes.filter(note => 'acknowledged' in note).length

/** Kills a load process at random moments and judges the store that it leaves, again and again. */
export async function killUnderLoad({
  deaths,
  seed,
  deadlineMs,
  rotates = false,
}: KillOptions): Promise<CrashOutcome> {
  const draw = createRandom(seed)
  const result: CrashOutcome = { deaths: 0, acknowledged: 0, findings: [] }
  await inDirectory(async root => {
    const directory = join(root, 'store')
    let past = emptyStoreHistory
    let generation = 0
    const end = performance.now() + deadlineMs
    while (result.deaths < deaths && result.findings.length === 0 && performance.now() < end) {
      const notesFile = join(root, 'notes')
      writeFileSync(notesFile, '')
      const load = startLoad({
        directory,
        notesFile,
        acknowledgementsMax: 1e9,
        seed: draw(1e9),
        ...(rotates && { generation }),
      })
      await firstNote(notesFile, load)
      await passed(draw(150))
      load.kill('SIGKILL')
      await ended(load)
      const notes = parseNotes(readFileSync(notesFile, 'utf8'))
      past = await judged(directory, past, notes, result, rotates ? generation : undefined)
      // The older key is removed only after a complete rotation.
      if (notes.some(note => 'rotated' in note)) generation++
    }
    result.rotations = generation
  })
  return result
}

async function judged(
  directory: string,
  past: StoreHistory,
  notes: CommitNote[],
  result: CrashOutcome,
  generation?: number,
): Promise<StoreHistory> {
  const judgement = await judgeDirectory(directory, past, notes, generation)
  result.deaths++
  result.acknowledged += countAcknowledged(notes)
  result.findings.push(...judgement.findings)
  return judgement.past
}

/**
 * The disk faults: a sync, or a write of the first pages of LMDB, fails once; or the disk is full
 * for a while.
 */
export type DiskFault = 'sync' | 'synced write' | 'full'

// EIO and ENOSPC, as numbers for the C program.
const failureOf = (fault: DiskFault, size: number, draw: (bound: number) => number) =>
  fault === 'full'
    ? `F ${size + draw(1_000_000)} ${1 + draw(30)} 28`
    : `${fault === 'sync' ? 'S' : 'D'} ${1 + draw(30)} 1 5`

export type PowerLossOptions = CrashOptions & {
  /** How many disk images are made from each life. The next life begins with the last of them. */
  imagesPerLife: number
  /** Whether the disk keeps synced data. The run must detect a disk that does not. */
  believes?: boolean
  /** A fault of the disk in each life. */
  fault?: DiskFault
}

/**
 * Simulates a power failure at random points of a load process: writes that were not synced are
 * dropped, kept or torn at sectors. Needs the faulty disk that `compileFaultyDisk` compiles.
 */
export async function losePower(disk: string, options: PowerLossOptions): Promise<CrashOutcome> {
  const { deaths, seed, deadlineMs, imagesPerLife } = options
  const draw = createRandom(seed)
  const result: CrashOutcome = { deaths: 0, acknowledged: 0, findings: [] }
  await inDirectory(async root => {
    const end = performance.now() + deadlineMs
    const { past } = await judgeDirectory(join(root, 'store-0'), emptyStoreHistory, [])
    let round = { image: readFileSync(join(root, 'store-0', 'data.mdb')), past }
    while (result.deaths < deaths && result.findings.length === 0 && performance.now() < end) {
      const calls = await recordLife(root, disk, round.image, { ...options, seed: draw(1e9) })
      let next = round
      for (let image = 0; image < Math.min(imagesPerLife, deaths); image++) {
        const until = calls.slice(0, draw(calls.length + 1))
        const bytes = diskImageAfter(round.image, until, draw, options.believes)
        const directory = freshStore(root, bytes)
        const past = await judged(directory, round.past, notesInCalls(until), result)
        next = { image: readFileSync(join(directory, 'data.mdb')), past }
      }
      round = next
    }
  })
  return result
}

/** Records what a load process writes to a disk that begins with an image. */
async function recordLife(
  root: string,
  disk: string,
  image: Buffer,
  { seed, fault }: { seed: number; fault?: DiskFault },
): Promise<DiskCall[]> {
  const [record, notesFile] = [join(root, 'record'), join(root, 'notes')]
  rmSync(record, { force: true })
  writeFileSync(notesFile, '')
  const directory = freshStore(root, image)
  const load = startLoad(
    { directory, notesFile, acknowledgementsMax: 600, seed },
    {
      LD_PRELOAD: disk,
      DISK_FILE: 'data.mdb',
      DISK_NOTES: 'notes',
      DISK_RECORD: record,
      ...(fault && { DISK_FAIL: failureOf(fault, image.length, createRandom(seed)) }),
    },
  )
  await ended(load)
  if (load.exitCode !== 0)
    throw new Error(`the load ended with ${load.exitCode ?? load.signalCode}`)
  return parseDiskCalls(readFileSync(record))
}

let stores = 0

function freshStore(root: string, image: Buffer): string {
  rmSync(join(root, `store-${stores}`), { recursive: true, force: true })
  const directory = join(root, `store-${++stores}`)
  mkdirSync(directory)
  writeFileSync(join(directory, 'data.mdb'), image)
  return directory
}

/** Compiles `disk.c` into a folder. Undefined without a C compiler or LD_PRELOAD. */
export function compileFaultyDisk(folder: string): string | undefined {
  const library = join(folder, 'disk.so')
  try {
    if (process.platform !== 'linux') return undefined
    execFileSync(compiler, ['-shared', '-fPIC', '-O1', '-o', library, diskFile], {
      stdio: 'pipe',
    })
    return library
  } catch {
    // There is no compiler, or it lacks the headers.
    return undefined
  }
}

type Load = {
  directory: string
  notesFile: string
  acknowledgementsMax: number
  seed: number
  generation?: number
}

function startLoad(load: Load, env: Record<string, string> = {}): ChildProcess {
  const { directory, notesFile, acknowledgementsMax, seed, generation } = load
  const words = [directory, notesFile, acknowledgementsMax, seed, generation]
    .filter(word => word !== undefined)
    .map(String)
  const { file, flags } = programFile(loadFile)
  return spawn(process.execPath, [...flags, file, ...words], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, ...env },
  })
}

const ended = async (load: ChildProcess) => {
  if (load.exitCode === null && load.signalCode === null) await once(load, 'exit')
}

const passed = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Resolves when the load process has begun to commit. */
async function firstNote(notesFile: string, load: ChildProcess): Promise<void> {
  while (statSync(notesFile).size === 0) {
    if (load.exitCode !== null) throw new Error(`the load ended with ${load.exitCode}`)
    await passed(5)
  }
}

async function inDirectory(run: (root: string) => Promise<void>): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'crash-'))
  try {
    await run(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}
