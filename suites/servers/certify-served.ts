// Certifies `touchstone serve` by its address as a user does: with the commands of the
// documentation, in separate processes, and with only an administrator's token.

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'
import { startServeOrThrow } from '../tools/serve-process.ts'
import { thisProgram } from '../../fixtures/targets/this-program.ts'
import { projectRoot } from '../lint/sources.ts'

/** The settings of the server. */
export type ServeSetting = { dialect: 'cluster' | 'kubernetes'; hasUsers: boolean }

export const serveSettings: readonly ServeSetting[] = [
  { dialect: 'cluster', hasUsers: false },
  { dialect: 'cluster', hasUsers: true },
  { dialect: 'kubernetes', hasUsers: false },
  { dialect: 'kubernetes', hasUsers: true },
]

export type OwnVerdict = {
  code: number
  /** The last line of the summary. */
  result: string
  /** The verdicts by id, with their reasons. */
  verdicts: Map<string, { verdict: string; because?: string }>
}

const token = 'token-of-the-administrator'

/** Starts a server with a setting and certifies it, with additional flags for `certify`. */
export async function certifyServed(
  { dialect, hasUsers }: ServeSetting,
  flags: string[] = [],
): Promise<OwnVerdict> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-own-'))
  try {
    const [users, tokenFile] = [join(folder, 'users.csv'), join(folder, 'admin.token')]
    await writeFile(users, `${token},admin,1,"system:masters"\n`, { mode: 0o600 })
    await writeFile(tokenFile, token, { mode: 0o600 })
    const server = await startServeOrThrow([
      '--dialect',
      dialect,
      ...(hasUsers ? ['--token-auth-file', users] : []),
    ])
    const reportDir = join(folder, 'report')
    const credentials = hasUsers ? ['--token-file', tokenFile] : []
    const args = ['certify', server.url, '--report-dir', reportDir, ...credentials, ...flags]
    const { code, out } = await touchstone(args).finally(server.stop)
    const result = out.trimEnd().split('\n').at(-1) ?? ''
    return { code, result, verdicts: await verdictsIn(join(reportDir, 'report.json')) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Certifies all four settings in turn with the whole set. Each must be conformant. */
export async function certifyEverySetting(): Promise<LongRun> {
  const results: string[] = []
  const wrong: string[] = []
  for (const setting of serveSettings) {
    const { code, result, verdicts } = await certifyServed(setting)
    const where = `${setting.dialect} ${setting.hasUsers ? 'with' : 'without'} users`
    results.push(`${where}: ${result}`)
    if (code === 0) continue
    const bad = [...verdicts].filter(([, { verdict }]) =>
      ['fail', 'flaky', 'error', 'inconclusive'].includes(verdict),
    )
    wrong.push(
      `  ${where}: exit code ${code}, ${result}`,
      ...bad.map(([id, { verdict, because }]) => `    ${id} ${verdict}: ${because}`),
    )
  }
  return { summary: results.join('; '), ...(wrong.length > 0 ? { problem: wrong.join('\n') } : {}) }
}

function touchstone(args: string[]): Promise<{ code: number; out: string }> {
  const [command = '', ...words] = thisProgram()
  return new Promise(resolve => {
    const child = execFile(command, [...words, ...args], { cwd: projectRoot }, (_, out, err) =>
      // Progress is on standard error, and so is the error of a command that wrote no summary.
      resolve({ code: child.exitCode ?? -1, out: out || err }),
    )
  })
}

type Requirement = { id: string; verdict: string; because?: string }

async function verdictsIn(file: string): Promise<OwnVerdict['verdicts']> {
  const { requirements } = JSON.parse(await readFile(file, 'utf8')) as {
    requirements: Requirement[]
  }
  return new Map(requirements.map(({ id, ...rest }) => [id, rest]))
}
