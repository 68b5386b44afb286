// Builds the program of an earlier commit in a temporary work tree.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../lint/sources.ts'

/** The program of a commit. `remove` deletes its work tree. */
export type BuiltRevision = { program: string; remove(): void }

/**
 * Checks out and builds a commit with the installed packages of this tree.
 * @throws when git does not know the revision, or when the build fails
 */
export function buildRevision(revision: string): BuiltRevision {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-revision-'))
  const tree = join(folder, 'tree')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, stdio: 'pipe' })
  const remove = () => {
    rmSync(folder, { recursive: true, force: true })
    git('worktree', 'prune')
  }
  try {
    git('worktree', 'add', '--detach', tree, revision)
    symlinkSync(join(projectRoot, 'node_modules'), join(tree, 'node_modules'))
    execFileSync('npm', ['run', '--silent', 'generate'], { cwd: tree, stdio: 'inherit' })
    const tsc = ['tsc', '-p', 'tsconfig.build.json']
    execFileSync('npx', ['--no-install', ...tsc], { cwd: tree, stdio: 'inherit' })
    execFileSync('npx', ['--no-install', 'tsx', 'suites/tools/bundle.ts'], { cwd: tree })
    // Commits before the bundle had its data copied it in a step of its own.
    const data = ['run', '--silent', '--if-present', 'build:data']
    execFileSync('npm', data, { cwd: tree, stdio: 'inherit' })
  } catch (problem) {
    remove()
    throw problem
  }
  return { program: join(tree, 'dist', 'bin', 'touchstone.js'), remove }
}
