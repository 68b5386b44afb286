import type { DialectName } from '../../api/dialect.ts'
import type { Flag, Platform } from './flag.ts'

/** The environment of a command line: names and operating system. */
export type FlagEnvironment = { readonly dialect: DialectName; readonly platform: Platform }

/**
 * Returns the rows that exist in an environment, with its names, keyed by the specification's
 * names.
 */
export function flagsIn(table: readonly Flag[], place: FlagEnvironment): ReadonlyMap<string, Flag> {
  const { dialect, platform } = place
  return new Map(
    table
      .filter(
        ({ onlyIn = dialect, onlyOn = platform }) => onlyIn === dialect && onlyOn === platform,
      )
      .map(row => [row.name, rowIn(row, place)]),
  )
}

function rowIn(row: Flag, { dialect, platform }: FlagEnvironment): Flag {
  const isWindows = platform === 'windows'
  const own = dialect === 'kubernetes' ? row.kubernetes : undefined
  return { ...row, ...(isWindows && row.windows), ...own, ...(isWindows && own?.windows) }
}

/** Translates the `--names` in a sentence to those of a dialect. */
export const translateFlagNames = (text: string, rows: ReadonlyMap<string, Flag>): string =>
  text.replaceAll(/--([a-z][a-z0-9-]*)/g, (found, name: string) => {
    const row = rows.get(name)
    return row ? `--${row.name}` : found
  })
