import { execFileSync } from 'node:child_process'

/** What git prints, or nothing where there is no git, no repository or no such commit. */
export function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      maxBuffer: 64 * 2 ** 20,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return undefined
  }
}
