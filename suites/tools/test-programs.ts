// How tests start programs that only tests have: bundled by the global set-up of the tests, or, as
// in the nightly run, from their source.

import { basename, join } from 'node:path'

/** The environment variable with the folder of the bundled programs. */
export const testProgramsVariable = 'TOUCHSTONE_TEST_PROGRAMS'

/** The file to run and the flags of Node.js for it. */
export type ProgramFile = { readonly file: string; readonly flags: readonly string[] }

/** Returns how a program is started whose source is at this absolute path. */
export function programFile(source: string, env: NodeJS.ProcessEnv = process.env): ProgramFile {
  const bundled = env[testProgramsVariable]
  return bundled === undefined
    ? { file: source, flags: ['--import', 'tsx'] }
    : { file: join(bundled, basename(source).replace(/\.ts$/, '.js')), flags: [] }
}
