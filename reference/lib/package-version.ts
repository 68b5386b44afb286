import { existsSync, readFileSync } from 'node:fs'

/** Returns the version in the package.json of this package, from the sources or from the build. */
export function packageVersion(): string {
  const candidates = ['../../package.json', '../../../package.json']
  const found = candidates.map(path => new URL(path, import.meta.url)).find(url => existsSync(url))
  if (!found) return '0.0.0'
  const { version: own } = JSON.parse(readFileSync(found, 'utf8')) as { version: string }
  return own
}
