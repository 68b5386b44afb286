// The validation level of a write, and the texts about unknown and duplicate fields (VALID-001 to
// 025). `decode.ts` finds these fields.

import { valueNotSupported } from '../api/status-causes.ts'
import type { Dialect } from '../api/dialect.ts'
import { invalidObject } from '../api/status.ts'
import type { WriteOptionsKind, FieldValidationLevel } from '../api/write.ts'

const levels = ['Ignore', 'Strict', 'Warn'] as const

/** Returns the validation level of a write; `Warn` is the default (VALID-011). @throws 422 */
export function validationLevel(
  query: URLSearchParams,
  kind: WriteOptionsKind,
  { apiDomain }: Pick<Dialect, 'apiDomain'>,
): FieldValidationLevel {
  const text = query.get('fieldValidation') ?? ''
  const level = text === '' ? 'Warn' : levels.find(one => one === text)
  if (level) return level
  const cause = valueNotSupported('fieldValidation', text, ['', ...levels])
  throw invalidObject({ group: `meta.${apiDomain}`, kind, name: '' }, [cause])
}

// The total size of header values is limited. Beyond the limit each text is shortened, and the last
// ones are dropped.
const charactersMax = 4096
const cutTo = 256

/** Formats texts as `Warning` headers, each text once (VALID-009, VALID-010). */
export function warningHeaders(texts: readonly string[]): string[] {
  const distinct = [...new Set(texts)]
  const isTooLong = distinct.reduce((sum, { length }) => sum + length, 0) > charactersMax
  const shown = isTooLong ? distinct.map(text => text.slice(0, cutTo)) : distinct
  let length = 0
  return shown
    .filter(text => (length += text.length) <= charactersMax)
    .map(text => `299 - "${escaped(text)}"`)
}

/** Removes characters that are not printable ASCII, and escapes quotes and backslashes. */
const escaped = (text: string): string =>
  text.replaceAll(/[^ -~]/g, '').replaceAll(/["\\]/g, String.raw`\$&`)
