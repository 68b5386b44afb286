// The table of docs/benchmarks.md: of which commit it is, and whether the present tree is slower.

import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'
import { projectRoot } from '../lint/sources.ts'

/** The number of commits to `reference/` after which the table has to be measured again. */
export const commitsMax = 60

/**
 * Returns the commit that the table names: `touchstone 0.1.0 (commit 96b50d7), …`.
 * @throws if it names none
 */
export function commitOfTable(page: string): string {
  const commit = /^touchstone \S+ \(commit ([0-9a-f]{7,40})\)/m.exec(page)?.[1]
  if (commit === undefined) throw new Error('docs/benchmarks.md: expected the commit of the table')
  return commit
}

/**
 * Compares the speed with that of the commit of the table. Fails beyond 5 %, or if it is too old.
 */
export function compareWithTable(): LongRun {
  const page = readFileSync(join(projectRoot, 'docs/benchmarks.md'), 'utf8')
  const commit = commitOfTable(page)
  const range = ['rev-list', '--count', `${commit}..HEAD`, '--', 'reference']
  const since = Number(execFileSync('git', range, { cwd: projectRoot, encoding: 'utf8' }))
  if (since > commitsMax)
    return {
      problem: `docs/benchmarks.md: expected a table of at most ${commitsMax} commits to reference/ ago, got ${since} (${commit}); run npm run bench`,
    }
  const { status } = spawnSync('npx', ['tsx', 'suites/bench/main.ts', '--against', commit], {
    cwd: projectRoot,
    stdio: 'inherit',
  })
  return status === 0
    ? { summary: `within 5 % of ${commit}` }
    : { problem: `a figure above is more than 5 % worse than at ${commit}` }
}
