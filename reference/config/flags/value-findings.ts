// Checks the value of a flag against its row of the table.

import type { FindingType, Flag, FlagFinding, Severity, RequirementId } from './flag.ts'
import { originSuffix, type FlagSetting } from './flag-settings.ts'
import { quote } from '../../api/quote.ts'

/** Checks a value that is set. Defaults are not checked. */
export function valueFindings(
  setting: FlagSetting,
  isOn: (gate: string) => boolean,
): FlagFinding[] {
  const { row, value, from } = setting
  if (from === 'default') return []
  const ofValue = [
    ...outOfRange(row, value),
    ...unsupported(row, value),
    ...insecure(row, value),
    ...gated(row, value, isOn),
  ]
  return [
    ...ofValue.map(one => ({ ...one, detail: one.detail + originSuffix(setting) })),
    ...(from === 'flag' ? outOfUse(row) : []),
  ]
}

function outOfRange(row: Flag, value: unknown): FlagFinding[] {
  const { min = -Infinity, max = Infinity, requirement } = row.range ?? { requirement: '' }
  // Numbers beyond 2^53 are texts.
  const number = Number(value)
  if (!row.range || (number >= min && number <= max)) return []
  const limit = max === Infinity ? `at least ${min}` : `from ${min} to ${max}`
  return [finding(row, 'error', 'Invalid value', `${String(value)}: must be ${limit}`, requirement)]
}

function unsupported(row: Flag, value: unknown): FlagFinding[] {
  const { of, requirement } = row.values ?? { of: [], requirement: '' }
  // An empty text leaves a flag without a default unset.
  if (!row.values || (value === '' && row.default === undefined)) return []
  const supported = `supported values: ${listed(of, supportedMax)}`
  const wrong = textsIn(value).filter(text => !of.includes(text))
  return [
    ...wrong
      .slice(0, wrongMax)
      .map(text =>
        finding(row, 'error', 'Unsupported value', `${quote(text)}: ${supported}`, requirement),
      ),
    ...(wrong.length > wrongMax
      ? [finding(row, 'error', 'Unsupported value', `${wrong.length - wrongMax} more`, requirement)]
      : []),
  ]
}

// Keeps a line readable. The help has the whole list.
const supportedMax = 8
const wrongMax = 10

const listed = (texts: readonly string[], max: number): string =>
  texts
    .slice(0, max)
    .map(text => JSON.stringify(text))
    .join(', ') + (texts.length > max ? ` and ${texts.length - max} more` : '')

function insecure(row: Flag, value: unknown): FlagFinding[] {
  const { of, requirement } = row.insecure ?? { of: [], requirement: '' }
  const texts = new Set(textsIn(value))
  return of
    .filter(text => texts.has(text))
    .map(text =>
      finding(row, 'warning', 'Insecure', `${quote(text)} is no longer secure`, requirement),
    )
}

function gated(row: Flag, value: unknown, isOn: (gate: string) => boolean): FlagFinding[] {
  const { gate } = row
  if (!gate || isOn(gate.name) || sameJson(value, row.default)) return []
  const detail = `needs the feature gate ${gate.name}`
  return gate.isOnlyAdvice
    ? [finding(row, 'warning', 'Ignored', detail, gate.requirement)]
    : [finding(row, 'error', 'Forbidden', detail, gate.requirement)]
}

function outOfUse(row: Flag): FlagFinding[] {
  const { deprecated, field, staysBesideField, isAlpha } = row
  const inFile = field !== undefined && !staysBesideField
  const advice = deprecated ?? (inFile ? `set ${field} in the file of --config` : undefined)
  return [
    ...(advice === undefined ? [] : [finding(row, 'warning', 'Deprecated', advice, 'AGENT-137')]),
    ...(isAlpha
      ? [finding(row, 'warning', 'Alpha', 'may change or be removed', row.requirement[0])]
      : []),
  ]
}

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(text => typeof text === 'string')

const sameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

function finding(
  row: Flag,
  severity: Severity,
  type: FindingType,
  detail: string,
  requirement: RequirementId | undefined,
): FlagFinding {
  return {
    severity,
    flag: `--${row.name}`,
    type,
    detail,
    ...(requirement !== undefined && { requirement }),
  }
}
