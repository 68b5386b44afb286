// The Go client beside this file, built and run: the same steps against the reference and a genuine
// server, line by line.

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { kubernetesTarget } from '../../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../../fixtures/targets/reference.ts'
import type { Target } from '../../../fixtures/targets/target.ts'
import { problemOf } from '../engines.ts'
import type { LongRun } from '../engines.ts'
import { wireBefore } from './wire.ts'

const execute = promisify(execFile)

const protobuf = 'application/vnd.kubernetes.protobuf'

/** Wrong is a line of one server that is not one of the other, and an answer in JSON. */
export async function sameGoClient(): Promise<LongRun> {
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-go-client-'))
  try {
    const program = join(directory, 'client')
    const absent = await built(program)
    if (absent !== undefined) return { says: `not run: ${absent}` }
    const expected = await outcomeOf(program, await kubernetesTarget())
    const got = await outcomeOf(program, await referenceTarget({ dialect: 'kubernetes' }))
    const says = `${got.lines.length} steps, ${got.answers} answers`
    return { says, ...problemOf([...differences(expected.lines, got.lines), ...got.otherwise]) }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Why there is no program, when that is for want of Go. @throws what the compiler says */
async function built(program: string): Promise<string | undefined> {
  const cwd = join(import.meta.dirname, 'go')
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' }
  const args = ['build', '-trimpath', '-buildvcs=false', '-ldflags', '-s -w', '-o', program, '.']
  const building = execute('go', args, { cwd, env, maxBuffer: 64 * 2 ** 20 })
  const { pid } = building.child
  if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  try {
    await building
    return undefined
  } catch (cause) {
    const { code, stderr } = cause as { code?: unknown; stderr?: unknown }
    // Go itself may be absent; anything else that goes wrong is our fault.
    if (code === 'ENOENT') return '`go` is not on the PATH'
    throw new Error(`go build failed: ${String(stderr)}`, { cause })
  }
}

type Outcome = {
  lines: string[]
  answers: number
  /** Answers with a body in another form than Protobuf. */
  otherwise: string[]
}

async function outcomeOf(program: string, target: Target): Promise<Outcome> {
  const wire = await wireBefore(target.connection, target.credentials.admin)
  try {
    const args = ['-server', wire.url]
    const { stdout } = await execute(program, args, { maxBuffer: 64 * 2 ** 20, timeout: 200_000 })
    const spoken = wire.taken()
    const otherwise = spoken.filter(({ got }) => got !== '' && !got.startsWith(protobuf))
    return {
      lines: stdout.trim().split('\n'),
      answers: spoken.length,
      otherwise: otherwise.map(
        ({ verb, path, status, got }) => `${verb} ${path}: ${status} ${got}`,
      ),
    }
  } finally {
    await wire.close()
    await target.close()
  }
}

function differences(expected: string[], got: string[]): string[] {
  const count = Math.max(expected.length, got.length)
  return Array.from({ length: count }, (_, index) => [expected[index], got[index]] as const)
    .filter(([one, other]) => one !== other)
    .map(([one, other]) => `expected ${one ?? 'no step'}\ngot ${other ?? 'no step'}`)
}
