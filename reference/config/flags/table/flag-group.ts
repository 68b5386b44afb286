import type { Flag } from '../flag.ts'

/** Rows of one group of the help. */
export const flagGroup = (group: string, rows: readonly Omit<Flag, 'group'>[]): readonly Flag[] =>
  rows.map(row => ({ ...row, group }))
