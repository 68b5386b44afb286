// The finding of a checker: one per fault, formatted like field errors of the API.

import { quote, previewJson } from '../api/quote.ts'
import type { FaultType, ValuePath, RequirementId } from './config-rules.ts'

/** One error or warning, with its position in a file. */
export type ConfigFinding = {
  readonly severity: 'error' | 'warning'
  readonly file: string
  readonly line: number
  readonly column: number
  /** Such as `jwt[0].issuer.url`. Empty for the whole document. */
  readonly path: string
  readonly type: FaultType
  readonly detail: string
  /** The requirement that is violated. */
  readonly requirement?: RequirementId
}

/**
 * Formats a path: dots before names, brackets around indexes and around names with special
 * characters.
 */
export function configPathText(path: ValuePath): string {
  const parts = path.map(part =>
    typeof part === 'string' && /^[\w-]+$/.test(part) ? `.${part}` : `[${String(part)}]`,
  )
  return parts.join('').replace(/^\./, '')
}

/** Formats the part after the type, such as `"x": …`, from the value and the detail. */
export function detailText(value: unknown, detail = ''): string {
  if (value === undefined) return detail
  const shown = typeof value === 'string' ? quote(value) : previewJson(value)
  return detail === '' ? shown : `${shown}: ${detail}`
}

/** Formats a finding without its file and position: `jwt[0].issuer.url: Required value: …`. */
export function findingMessage({ path, type, detail }: ConfigFinding): string {
  return [path, type, detail].filter(part => part !== '').join(': ')
}
