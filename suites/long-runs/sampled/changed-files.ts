// Finds the checks, mutants and variants that the current change touches. `npm test` runs
// them, up to a limit.

import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { variantFiles } from '../../../fixtures/generated/variants.ts'
import { mutantFiles } from '../../../fixtures/generated/mutants.ts'
import type { Mutant } from '../../../fixtures/mutants/mutant.ts'
import type { Variant } from '../../../fixtures/variants/variant.ts'
import type { Check } from '../../check.ts'
import { checkFiles } from '../../generated/checks.ts'
import { git } from './git.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** The environment variable that names the commit before the change. */
const baseVariable = 'TOUCHSTONE_TEST_BASE'

/**
 * The files that differ from the commit before the change, including uncommitted files, as paths
 * relative to the root. Empty without a history.
 */
export function changedFiles(env: NodeJS.ProcessEnv = process.env): Set<string> {
  const base = env[baseVariable] ?? baseCommit()
  if (base === undefined) return new Set()
  const changed = git('diff', '--name-only', '--no-renames', base, '--')
  if (changed === undefined && env[baseVariable] !== undefined)
    throw new Error(`${baseVariable}: expected a commit, got ${JSON.stringify(base)}`)
  const added = git('ls-files', '--others', '--exclude-standard')
  return new Set([changed, added].flatMap(text => text?.split('\n') ?? []).filter(Boolean))
}

/** The commit at which the branch left origin/main. On main itself the commit before the newest. */
function baseCommit(): string | undefined {
  const head = git('rev-parse', 'HEAD')
  const fork = git('merge-base', 'HEAD', 'origin/main')
  const base = fork !== undefined && fork !== head ? fork : git('rev-parse', '--verify', 'HEAD~1')
  return base?.trim()
}

/** The items whose sources a change touches. */
export type TouchedItems = {
  checks: Set<Check>
  isMutant(mutant: Mutant): boolean
  isVariant(variant: Variant): boolean
}

/**
 * Selects the touched items. A change to the reference or the runner affects all of them, so it
 * selects none: the sample and the nightly run cover it.
 */
export function touchedBy(files: ReadonlySet<string>): TouchedItems {
  const isChanged = (file: string) => sourcesFrom(file).some(source => files.has(source))
  const inChanged = <Held>(all: [file: string, held: Held[]][], folder: string) =>
    new Set(all.flatMap(([file, held]) => (isChanged(`${folder}/${file}`) ? held : [])))
  const checks = inChanged(checkFiles, 'suites')
  const mutants = inChanged(mutantFiles, 'fixtures')
  const variants = inChanged(variantFiles, 'fixtures')
  const ids = new Set<string>([...checks].map(({ id }) => id))
  return {
    checks,
    isMutant: mutant => mutants.has(mutant) || mutant.killedBy.some(id => ids.has(id)),
    isVariant: variant => variants.has(variant),
  }
}

const isJudging = /^(properties\/|suites\/spec\/|fixtures\/(mutants|variants)\/)/

/** A source file of a check, mutant or variant and all files that it imports, directly or not. */
function sourcesFrom(file: string): string[] {
  const found = new Set<string>()
  const add = (path: string) => {
    if (!isJudging.test(path) || found.has(path)) return
    found.add(path)
    for (const imported of importsOf(path)) add(imported)
  }
  add(file)
  return [...found]
}

const known = new Map<string, string[]>()

function importsOf(path: string): string[] {
  let found = known.get(path)
  if (!found) {
    const text = readFileSync(join(root, path), 'utf8')
    found = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, name = '']) =>
      normalize(join(dirname(path), name)),
    )
    known.set(path, found)
  }
  return found
}
