// How this program can be run again, from any directory.

import { realpathSync } from 'node:fs'
import { basename } from 'node:path'

type Running = { script: string | undefined; options: readonly string[] }

/**
 * The words of a command line that run this program: by its file, since `npx touchstone` would ask
 * the registry for a package of that name where none is installed. As a library it has no file;
 * npx is then kept from downloading anything.
 */
export function programWords({ script, options }: Running = running()): string[] {
  const isOurs = script !== undefined && /^touchstone\.[jt]s$/.test(basename(script))
  return isOurs ? ['node', ...options, script] : ['npx', '--no-install', 'touchstone']
}

/** What Node.js was started with; a command in `node_modules/.bin` is a link to the file. */
function running(): Running {
  const [, named] = process.argv
  return { script: named && fileOf(named), options: process.execArgv }
}

function fileOf(named: string): string | undefined {
  try {
    return realpathSync(named)
  } catch {
    // A test runner may name what is no file.
    return undefined
  }
}
