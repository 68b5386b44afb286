// A program that does the same things to whatever server it is given and prints a line a step,
// `step: what it saw`: run against a genuine server and the reference, and compared line by line.

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { kubernetesTarget } from '../../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../../fixtures/targets/reference.ts'
import type { Target } from '../../../fixtures/targets/target.ts'
import { problemWith } from '../../long-runs/storage-engine-runs.ts'
import type { LongRun } from '../../long-runs/storage-engine-runs.ts'
import { startRecordingProxy } from './recording-proxy.ts'
import type { RecordedExchange } from './recording-proxy.ts'

const execute = promisify(execFile)

/** What starts a program. */
export type ProgramCommand = { command: string; args: readonly string[] }

/**
 * What starts a program; it is given `-server` and a URL that takes it for an administrator. Or a
 * function that is given the URL.
 */
export type Program = ProgramCommand | ((server: string) => Promise<string[]>)

export type ComparedClient = {
  /** Makes it in this directory; or why not, for want of a language or of its packages. */
  prepare(directory: string): Promise<Program | { absent: string }>
  /** Steps that see something else on the reference, and why. */
  differs?: Readonly<Record<string, string>>
  /** Whether the reference may not answer so. */
  refuses?: (spoken: RecordedExchange) => boolean
}

// Far beyond what any of the programs takes on a busy machine.
const patienceMs = 300_000

const maxBuffer = 64 * 2 ** 20

/** Wrong is a line that was not declared to differ and does, or that was declared and does not. */
export async function compareLines({
  prepare,
  differs = {},
  refuses,
}: ComparedClient): Promise<LongRun> {
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-client-'))
  try {
    const program = await prepare(directory)
    if ('absent' in program) return { says: `not run: ${program.absent}` }
    const expected = await outcomeOf(program, await kubernetesTarget())
    const got = await outcomeOf(
      program,
      await referenceTarget({ dialect: 'kubernetes', storesIgnoredSettings: true }),
    )
    const refused = refuses ? got.spoken.filter(refuses).map(lineOf) : []
    const declared = Object.keys(differs).length
    const says = [
      `${got.lines.length} steps, ${got.spoken.length} answers`,
      declared > 0 && `${declared} declared to differ`,
    ]
    return {
      says: says.filter(Boolean).join(', '),
      ...problemWith([...lineDifferences(expected.lines, got.lines, differs), ...refused]),
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

type Outcome = { lines: string[]; spoken: RecordedExchange[] }

async function outcomeOf(program: Program, target: Target): Promise<Outcome> {
  const wire = await startRecordingProxy(target.connection, target.credentials.admin)
  try {
    const lines = await linesOf(program, wire.url)
    return { lines, spoken: wire.takeExchanges() }
  } finally {
    await wire.close()
    await target.close()
  }
}

async function linesOf(program: Program, server: string): Promise<string[]> {
  if (typeof program === 'function') return program(server)
  const args = [...program.args, '-server', server]
  const { stdout } = await execute(program.command, args, { maxBuffer, timeout: patienceMs })
  return stdout.trim().split('\n')
}

const lineOf = ({ verb, path, status, got }: RecordedExchange): string =>
  `${verb} ${path}: ${status} ${got}`

/** What is not the same line by line, but for the steps that are declared to differ. */
export function lineDifferences(
  expected: readonly string[],
  got: readonly string[],
  declared: Readonly<Record<string, string>> = {},
): string[] {
  const count = Math.max(expected.length, got.length)
  const steps = Array.from({ length: count }, (_, index) => [expected[index], got[index]] as const)
  const differing = steps.filter(([one, other]) => one !== other)
  const stepOf = ([one = '', other = '']: (typeof steps)[number]) => (one || other).split(': ')[0]
  const found = new Set(differing.map(step => stepOf(step) ?? ''))
  return [
    ...differing
      .filter(step => declared[stepOf(step) ?? ''] === undefined)
      .map(([one, other]) => `expected ${one ?? 'no step'}\ngot ${other ?? 'no step'}`),
    ...Object.entries(declared)
      .filter(([step]) => !found.has(step))
      .map(([step, why]) => `${step}: declared to differ (${why}), but does not`),
  ]
}
