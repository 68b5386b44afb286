// What a checker says: one finding a fault, in the usual form of the errors of fields.

import { quote, previewJson } from '../api/quote.ts'
import type { FaultType, ValuePath, RequirementId } from './config-rules.ts'

export type ConfigFinding = {
  readonly severity: 'error' | 'warning'
  readonly file: string
  readonly line: number
  readonly column: number
  /** Such as `jwt[0].issuer.url`; empty for a document as a whole. */
  readonly path: string
  readonly type: FaultType
  readonly detail: string
  /** The row of the catalogue behind it. */
  readonly by?: RequirementId
}

/** Dots before names, brackets around indexes and around names that are not plain. */
export function configPathText(path: ValuePath): string {
  const parts = path.map(part =>
    typeof part === 'string' && /^[\w-]+$/.test(part) ? `.${part}` : `[${String(part)}]`,
  )
  return parts.join('').replace(/^\./, '')
}

/** `Required value: …`, `Invalid value: "x": …` and so on; the detail holds the value. */
export function detailText(value: unknown, detail = ''): string {
  if (value === undefined) return detail
  const shown = typeof value === 'string' ? quote(value) : previewJson(value)
  return detail === '' ? shown : `${shown}: ${detail}`
}

/** The finding without its place: `jwt[0].issuer.url: Required value: …`. */
export function findingMessage({ path, type, detail }: ConfigFinding): string {
  return [path, type, detail].filter(part => part !== '').join(': ')
}
