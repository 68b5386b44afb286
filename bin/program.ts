// Builds the command that runs this program again from any directory.

import { realpathSync } from 'node:fs'
import { basename } from 'node:path'

type Running = { script: string | undefined; options: readonly string[] }

/**
 * Returns the words that run this program. It is named by its file, because `npx touchstone` would
 * ask the registry for a package of that name if none is installed. When used as a library it has
 * no file, and npx is then kept from downloading anything.
 */
export function programWords({ script, options }: Running = running()): string[] {
  const isOurs = script !== undefined && /^touchstone\.[jt]s$/.test(basename(script))
  return isOurs ? ['node', ...options, script] : ['npx', '--no-install', 'touchstone']
}

/** Returns how Node.js was started. A command in `node_modules/.bin` is a link to the file. */
function running(): Running {
  const [, named] = process.argv
  return { script: named && fileOf(named), options: process.execArgv }
}

function fileOf(named: string): string | undefined {
  try {
    return realpathSync(named)
  } catch {
    // A test runner may name something that is not a file.
    return undefined
  }
}
