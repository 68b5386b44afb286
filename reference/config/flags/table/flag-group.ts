import type { Flag } from '../flag.ts'

/** Adds the group of the help to rows. */
export const flagGroup = (group: string, rows: readonly Omit<Flag, 'group'>[]): readonly Flag[] =>
  rows.map(row => ({ ...row, group }))
