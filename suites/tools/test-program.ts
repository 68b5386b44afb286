// Which program the tests start as a process: the bundle, which starts in a third of the time of
// the sources. The global set-up of the tests writes it if a source has changed.

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '../lint/sources.ts'

/** The environment variable with the path of the bundle. */
export const bundleVariable = 'TOUCHSTONE_TEST_BUNDLE'

/**
 * The words of a command line that runs this program, before its arguments. Without the variable,
 * as in the nightly run, they run the sources.
 */
export function testProgram(env: NodeJS.ProcessEnv = process.env): string[] {
  const bundle = env[bundleVariable]
  if (bundle !== undefined) return [process.execPath, bundle]
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  return [process.execPath, '--import', tsx, join(projectRoot, 'bin', 'touchstone.ts')]
}
