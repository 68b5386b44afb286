// Judges the texts of field validation by those of genuine servers.

import { exchangeAt, bodyValueAt } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import { duplicateFieldsOf, unknownFieldsOf } from '../../history/sent-fields.ts'
import type { SentField } from '../../history/sent-fields.ts'
import { requireJudgedWrite } from './field-validation.ts'
import type { Law } from './field-validation.ts'
import { requireSuccess } from '../preconditions.ts'

/** K8S-VALID-003: the Warning header contains an item of exactly this form for each field. */
export const warningsNamePaths = (label: string): Law =>
  function* (history) {
    const write = yield* requireJudgedWrite(history, label)
    yield* requireSuccess(history, label)
    const value = write.answer?.headers['warning'] ?? ''
    const wanted = [
      ...unknownFieldsOf(write).map(field => `unknown field "${pathOf(field)}"`),
      ...duplicateFieldsOf(write).map(field => `duplicate field "${pathOf(field)}"`),
    ]
    for (const text of wanted) {
      const item = `299 - ${JSON.stringify(text)}`
      yield verify(value.includes(item), {
        says: 'A warning says whether a field is unknown or duplicate, and names its path.',
        expected: item,
        got: value,
        at: write,
      })
    }
  }

/** Returns `spec.containers[0].name` for `/spec/containers/0/name`. */
const pathOf = (field: SentField): string =>
  field.pointer
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')

/** K8S-VALID-004: the second value of duplicate annotations is stored. */
export const lastDuplicateIsStored = (label: string): Law =>
  function* (history) {
    yield* requireJudgedWrite(history, label)
    yield* requireSuccess(history, label, `after ${label}`)
    const after = exchangeAt(history, `after ${label}`)
    const got = bodyValueAt(after, '/metadata/annotations/written')
    yield verify(got === 'second', {
      says: 'Of a duplicate field, the last value is stored.',
      expected: 'second',
      got: got ?? 'nothing',
      at: after,
    })
  }
