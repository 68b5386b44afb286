// Tests the first steps of a new user: certify a small server, fix the first finding, certify
// again.

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ConformanceReport } from '../../reports/report.ts'
import { projectRoot } from '../lint/sources.ts'
import { runProgram } from './certify-partial-servers.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'

const runMs = 300_000

// The fix of one rule of the first finding, that lists ignore their parameters: after it, versions
// other than the newest are expired.
const isRead = '      return { code: 200, body: list(resource, namespace) }\n'
const mend = `      if (query.get('resourceVersionMatch') === 'Exact' && query.get('resourceVersion') !== String(version))
        return status(410, 'Expired', 'the version is no longer kept')
`

/** Passes if the fix takes its rule out of the first finding, and no other row fails afterwards. */
export async function newUserPath(): Promise<LongRun> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-first-'))
  const program = join(folder, 'server.mjs')
  const source = readFileSync(join(projectRoot, 'fixtures/first-server/server.mjs'), 'utf8')
  if (!source.includes(isRead)) throw new Error('fixtures/first-server/server.mjs: no list to mend')
  try {
    writeFileSync(program, source)
    const before = await certified(program, join(folder, 'before'))
    writeFileSync(program, source.replace(isRead, `${mend}${isRead}`))
    const after = await certified(program, join(folder, 'after'))
    const [first] = before.findings
    const failing = new Set(before.requirements.filter(isFailing).map(({ id }) => id))
    const fresh = after.requirements.filter(row => isFailing(row) && !failing.has(row.id))
    const problems = [
      ...(first?.ids.includes('LIST-025')
        ? []
        : [`expected LIST-025 in the first finding, got ${first?.ids.join(', ')}`]),
      ...(after.findings.some(({ ids }) => ids.includes('LIST-025'))
        ? ['LIST-025 is still found']
        : []),
      ...fresh.map(({ id, title }) => `fails only after the mend: ${id} ${title}`),
    ]
    const says = `${before.findings.length} findings before the mend, ${after.findings.length} after it`
    return { summary: says, ...(problems.length > 0 && { problem: problems.join('\n') }) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const isFailing = ({ verdict }: { verdict: string }): boolean => verdict === 'fail'

/** The report of a run on a new server. @throws Error when there is no report */
async function certified(program: string, directory: string): Promise<ConformanceReport> {
  const server = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const url = await firstLine(server)
    await runProgram(['certify', url, '--smoke', '--report-dir', directory], runMs)
    const text = readFileSync(join(directory, 'report.json'), 'utf8')
    return JSON.parse(text) as ConformanceReport
  } finally {
    server.kill()
  }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('the server has no output')
  const [line] = (await once(createInterface(stdout), 'line')) as [string]
  return line
}
