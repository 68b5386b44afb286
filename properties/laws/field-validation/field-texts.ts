// Laws of field validation in the words of genuine servers.

import { at, read } from '../../history/history.ts'
import { holds } from '../../history/observation.ts'
import { doubledFieldsOf, unknownFieldsOf } from '../../history/sent-fields.ts'
import type { Field } from '../../history/sent-fields.ts'
import { judged } from './field-validation.ts'
import type { Law } from './field-validation.ts'
import { done } from '../premises.ts'

/** K8S-VALID-003: the Warning header holds an item of this very form for each field. */
export const warnsByPath = (label: string): Law =>
  function* (history) {
    const write = yield* judged(history, label)
    yield* done(history, label)
    const value = write.answer?.headers['warning'] ?? ''
    const wanted = [
      ...unknownFieldsOf(write).map(field => `unknown field "${pathOf(field)}"`),
      ...doubledFieldsOf(write).map(field => `duplicate field "${pathOf(field)}"`),
    ]
    for (const text of wanted) {
      const item = `299 - ${JSON.stringify(text)}`
      yield holds(value.includes(item), {
        says: 'A warning names the sort and the path of a field.',
        expected: item,
        got: value,
        at: write,
      })
    }
  }

/** `spec.containers[0].name` for `/spec/containers/0/name`. */
const pathOf = (field: Field): string =>
  field.at
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')

/** K8S-VALID-004: of doubled annotations the second value is stored. */
export const keepsTheLast = (label: string): Law =>
  function* (history) {
    yield* judged(history, label)
    yield* done(history, label, `after ${label}`)
    const after = at(history, `after ${label}`)
    const got = read(after, '/metadata/annotations/written')
    yield holds(got === 'second', {
      says: 'Of a field that is sent twice the last value is stored.',
      expected: 'second',
      got: got ?? 'nothing',
      at: after,
    })
  }
