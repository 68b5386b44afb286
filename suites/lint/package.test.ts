// Installs the packed tarball into an empty folder and runs checks of every section with it.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checks } from '../generated/checks.ts'
import { requirement } from '../select/rows.ts'
import { exitCodeOf } from '../verdict.ts'
import type { RunResult } from '../verdict.ts'
import { projectRoot } from './sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-package-'))
// The time limit allows for the deletion of a whole `node_modules`.
afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000)

const npm = (args: string[], cwd: string): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

// Modules that the package lacks are missed by the checks of some section, or of started programs.
const perSection = 2
const bySection = new Map<string, string[]>()
// The reference is certified in the dialect of the specification.
for (const { id } of checks.filter(one => !one.id.startsWith('K8S-'))) {
  const { section, surface } = requirement(id)
  const key = `${section} ${surface}`
  bySection.set(key, [...(bySection.get(key) ?? []), id])
}
const ids = [...bySection.values()].flatMap(all => all.slice(0, perSection))

test('the packed tarball can certify the reference from any folder', { timeout: 600_000 }, () => {
  const packed =
    // The global set-up of the tests has built `dist`; the scripts would build it again.
    npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], projectRoot)
      .trim()
      .split('\n')
      .at(-1) ?? ''
  npm(
    [
      'install',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      '--prefix',
      folder,
      join(folder, packed),
    ],
    folder,
  )
  const args = [
    'exec',
    '--',
    'touchstone',
    'certify',
    'reference',
    '--smoke',
    '--id',
    ids.join(','),
    '--report-dir',
    'out',
  ]
  const { stdout, status } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  const report = JSON.parse(readFileSync(join(folder, 'out', 'report.json'), 'utf8')) as {
    result: RunResult
    requirements: { id: string; verdict: string; because?: string }[]
  }
  // What the package lacks would show as an error. On a busy machine a row may lack evidence.
  const faults = report.requirements.filter(({ verdict }) => /^(fail|flaky|error)$/.test(verdict))

  expect(faults).toEqual([])
  // Three scenarios per property are too few for a claim of conformance.
  expect(report.result).toMatch(/^(partial|incomplete)$/)
  expect(stdout).toContain(`${report.result}:`)
  expect(status).toBe(exitCodeOf(report.result))
  expect(report.requirements.length).toBe(1230)
})
