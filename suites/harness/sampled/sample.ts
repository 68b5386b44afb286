// What `npm test` takes of the runs that are too long to be whole each time. The choice is random
// in a seed that comes from the commit, so that commits take turns and one commit always gets the
// same.

import { createHash, randomBytes } from 'node:crypto'
import { git } from './git.ts'

/** The environment variable that repeats a sample. */
export const seedVariable = 'TOUCHSTONE_TEST_SEED'

/** The seed of the environment; else of the commit; else, without a history, a random one. */
export function sampleSeed(env: NodeJS.ProcessEnv = process.env, commit = headCommit()): string {
  const given = env[seedVariable]
  if (given !== undefined) {
    if (/^[\w-]{1,40}$/.test(given)) return given
    throw new Error(
      `${seedVariable}: expected up to 40 letters, digits, "-" and "_", got ${JSON.stringify(given)}`,
    )
  }
  return commit?.slice(0, 12) ?? randomBytes(6).toString('hex')
}

const headCommit = (): string | undefined => git('rev-parse', 'HEAD')?.trim()

/** How many are chosen, in the order given; the same for the same seed, whatever else there is. */
export function sampleOf<Item>(
  items: readonly Item[],
  count: number,
  { seed, nameOf }: { seed: string; nameOf: (item: Item) => string },
): Item[] {
  const ranks = new Map(items.map(item => [item, rankOf(`${seed} ${nameOf(item)}`)]))
  const rank = (item: Item) => ranks.get(item) ?? ''
  const chosen = new Set(
    items.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, Math.max(0, count)),
  )
  return items.filter(item => chosen.has(item))
}

const rankOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export type Sampled<Item> = {
  /** What is run: all that the change touched, within the limit, and a sample of the others. */
  chosen: Item[]
  /** How many the change touched, and how many of those are run. */
  touched: number
  touchedRun: number
}

/** A sample, and what a change touched as far as there is time for it. */
export function sampleAndTouched<Item>(
  items: readonly Item[],
  isTouched: (item: Item) => boolean,
  options: { seed: string; nameOf: (item: Item) => string; count: number; touchedMax: number },
): Sampled<Item> {
  const touched = items.filter(isTouched)
  const run = sampleOf(touched, options.touchedMax, options)
  const others = sampleOf(
    items.filter(item => !run.includes(item)),
    options.count,
    options,
  )
  const chosen = new Set([...run, ...others])
  return {
    chosen: items.filter(item => chosen.has(item)),
    touched: touched.length,
    touchedRun: run.length,
  }
}
