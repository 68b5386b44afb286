// What a checker says: one finding a fault, in the usual form of the errors of fields.

import { quoted, shownJson } from '../api/shown.ts'
import type { FaultType, Path } from './rules.ts'
import type { By } from './vocabulary.ts'

export type Finding = {
  readonly severity: 'error' | 'warning'
  readonly file: string
  readonly line: number
  readonly column: number
  /** Such as `jwt[0].issuer.url`; empty for a document as a whole. */
  readonly path: string
  readonly type: FaultType
  readonly detail: string
  /** The row of the catalogue behind it. */
  readonly by?: By
}

/** Dots before names, brackets around indexes and around names that are not plain. */
export function pathText(path: Path): string {
  const parts = path.map(part =>
    typeof part === 'string' && /^[\w-]+$/.test(part) ? `.${part}` : `[${String(part)}]`,
  )
  return parts.join('').replace(/^\./, '')
}

/** `Required value: …`, `Invalid value: "x": …` and so on; the detail holds the value. */
export function detailText(value: unknown, detail = ''): string {
  if (value === undefined) return detail
  const shown = typeof value === 'string' ? quoted(value) : shownJson(value)
  return detail === '' ? shown : `${shown}: ${detail}`
}

/** The finding without its place: `jwt[0].issuer.url: Required value: …`. */
export function messageOf({ path, type, detail }: Finding): string {
  return [path, type, detail].filter(part => part !== '').join(': ')
}
