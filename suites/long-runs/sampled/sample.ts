// Samples the runs that are too long to be complete in `npm test`. The seed of the choice comes
// from the commit, so that different commits have different samples and one commit always has the
// same.

import { createHash, randomBytes } from 'node:crypto'
import type { DialectName } from '../../../fixtures/dialects/dialect.ts'
import { git } from './git.ts'

/** The environment variable that repeats a sample. */
export const seedVariable = 'TOUCHSTONE_TEST_SEED'

/**
 * The seed from the environment, or else from the commit, or else, without a history, a random one.
 */
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

/**
 * Chooses `count` items, in the given order. The rank of an item depends only on the seed and its
 * name, not on the other items.
 */
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
  /** The items to run: the touched ones, within the limit, and a sample of the others. */
  chosen: Item[]
  /** How many items the change touches, and how many of those are run. */
  touched: number
  touchedRun: number
}

/** Chooses a sample, and the touched items within the limit. */
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

/** The environment variable with which tests run all of the cases that they sample otherwise. */
export const wholeVariable = 'TOUCHSTONE_TEST_WHOLE'

/** Chooses cases of one test file: a sample in `npm test`, all of them in the nightly run. */
export const sampledCases = <Item>(
  items: readonly Item[],
  count: number,
  nameOf: (item: Item) => string,
  env: NodeJS.ProcessEnv = process.env,
): readonly Item[] =>
  env[wholeVariable] === undefined
    ? sampleOf(items, count, { seed: sampleSeed(env), nameOf })
    : items

const dialects: readonly DialectName[] = ['cluster', 'kubernetes']

/**
 * The dialect in which `npm test` certifies the reference. A whole variant runs in the other one.
 */
export const certifiedDialect = (seed: string): DialectName =>
  sampleOf(dialects, 1, { seed, nameOf: name => name })[0] ?? 'cluster'
