// Runs a client program against a genuine server and the reference, and compares its output line by
// line. The program performs fixed steps and prints a line `step: result` for each.

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { kubernetesTarget } from '../../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../../fixtures/targets/reference-target.ts'
import type { Target } from '../../../fixtures/targets/target.ts'
import { problemWith } from '../../long-runs/storage-engine-runs.ts'
import type { LongRun } from '../../long-runs/storage-engine-runs.ts'
import { startRecordingProxy } from './recording-proxy.ts'
import type { RecordedExchange } from './recording-proxy.ts'

const execute = promisify(execFile)

/** The command line that starts a program. */
export type ProgramCommand = { command: string; args: readonly string[] }

/**
 * A command, which is run with the arguments `-server URL`, or a function of the URL. The server
 * treats requests to the URL as those of an administrator.
 */
export type Program = ProgramCommand | ((server: string) => Promise<string[]>)

export type ComparedClient = {
  /** Builds the program in a directory, or returns which language or packages are absent. */
  prepare(directory: string): Promise<Program | { absent: string }>
  /** Steps with other results on the reference, and the reasons. */
  differs?: Readonly<Record<string, string>>
  /** Whether this exchange with the reference is a problem. */
  refuses?: (spoken: RecordedExchange) => boolean
  /** Receives the lines of each server, the genuine one first. */
  observe?: (lines: readonly string[]) => void
}

// Far longer than any of the programs needs on a busy machine.
const patienceMs = 300_000

const maxBuffer = 64 * 2 ** 20

/** An undeclared difference is a problem, and so is a declared one that does not occur. */
export async function compareLines({
  prepare,
  differs = {},
  refuses,
  observe,
}: ComparedClient): Promise<LongRun> {
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-client-'))
  try {
    const program = await prepare(directory)
    if ('absent' in program) return { summary: `not run: ${program.absent}` }
    const expected = await outcomeOf(program, await kubernetesTarget())
    const got = await outcomeOf(
      program,
      await referenceTarget({ dialect: 'kubernetes', storesIgnoredSettings: true }),
    )
    for (const { lines } of [expected, got]) observe?.(lines)
    const refused = refuses ? got.spoken.filter(refuses).map(lineOf) : []
    const declared = Object.keys(differs).length
    const says = [
      `${got.lines.length} steps, ${got.spoken.length} answers`,
      declared > 0 && `${declared} declared to differ`,
    ]
    return {
      summary: says.filter(Boolean).join(', '),
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

/** Returns the undeclared differences, line by line, and the declared ones that do not occur. */
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
