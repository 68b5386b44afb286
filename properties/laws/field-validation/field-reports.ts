// What answers say of the fields that were unknown or doubled in a write: in warnings, or in the
// message of a refusal. Texts are a server's own; what counts is that they name the field.

import type { Exchange } from '../../history/history.ts'
import { answered, at, refused } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import { doubledFieldsOf, unknownFieldsOf } from '../../history/sent-fields.ts'
import type { Field } from '../../history/sent-fields.ts'
import { ownWarnings, warningsOf } from '../../history/warnings.ts'
import { judged } from './field-validation.ts'
import type { Law } from './field-validation.ts'
import { done } from '../premises.ts'

/** Each unknown field, or each doubled one, has one warning of its own. */
export const warnsOf =
  (which: 'unknown' | 'doubled', says: string) =>
  (label: string): Law =>
    function* (history) {
      const write = yield* judged(history, label)
      yield* done(history, label)
      const texts = ownWarnings(write, at(history, 'twin'))
      const fields = (which === 'unknown' ? unknownFieldsOf : doubledFieldsOf)(write)
      for (const { name, at: place } of fields) {
        const meant = texts.filter(text => names(text, name))
        const others = fields.filter(
          other => other.name !== name && meant.some(text => names(text, other.name)),
        )
        yield holds(meant.length === 1 && others.length === 0, {
          says,
          expected: `one warning, of ${place}`,
          got: texts,
          at: write,
        })
      }
    }

/** Each unknown or doubled field is named by some warning. */
export const isWarnedOf =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const write = yield* judged(history, label)
      yield* done(history, label)
      const texts = ownWarnings(write, at(history, 'twin'))
      for (const field of faultyFieldsOf(write))
        yield holds(
          texts.some(text => names(text, field.name)),
          { says, expected: `a warning of ${field.at}`, got: texts, at: write },
        )
    }

/** No warning names an unknown or a doubled field. Servers may warn of other things. */
export const isSilentOn =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const write = yield* judged(history, label)
      const texts = ownWarnings(write, at(history, 'twin'))
      for (const field of faultyFieldsOf(write)) {
        const got = texts.filter(text => names(text, field.name))
        yield holds(got.length === 0, {
          says,
          expected: `no warning of ${field.at}`,
          got,
          at: write,
        })
      }
    }

/** VALID-015: a write with nothing wrong has no more warnings than at the level that gives none. */
export const warnsNoMoreThanTwin: Law = function* (history) {
  const write = yield* judged(history, 'Strict')
  yield* done(history, 'Strict')
  const [got, usual] = [warningsOf(write), warningsOf(at(history, 'twin'))]
  yield holds(got.length <= usual.length, {
    says: 'A body with nothing wrong is accepted at Strict without warnings.',
    expected: usual.length === 0 ? 'no warnings' : usual,
    got,
    at: write,
  })
}

/** The refusal, in whatever form it comes, names each unknown and each doubled field. */
export const namesAll =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const write = yield* judged(history, label)
      yield* given(refused(write), `${label} answered ${answered(write)}`)
      const text = write.answer?.text ?? ''
      for (const field of faultyFieldsOf(write))
        yield holds(names(text, field.name), { says, expected: field.at, got: text, at: write })
    }

/** VALID-019: a refusal for a wrong type says nothing of the unknown fields beside it. */
export const reportsNoUnknown =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const write = yield* judged(history, label)
      yield* given(refused(write), `${label} answered ${answered(write)}`)
      for (const field of unknownFieldsOf(write)) {
        const text = withoutEcho(write.answer?.text ?? '', field)
        yield holds(!names(text, field.name), {
          says,
          expected: `nothing of ${field.at}`,
          got: text,
          at: write,
        })
      }
    }

/** A refusal may show the body that it is about, which is no report of a field in it. */
const withoutEcho = (text: string, { name }: Field): string =>
  text.replaceAll(new RegExp(String.raw`${name}[\\"']*\s*[:=]\s*[\\"']*value`, 'g'), '')

const faultyFieldsOf = (write: Exchange): Field[] => [
  ...unknownFieldsOf(write),
  ...doubledFieldsOf(write),
]

/** Whether a text holds a name as a word. */
const names = (text: string, name: string): boolean =>
  new RegExp(`(?<![A-Za-z0-9])${name}(?![A-Za-z0-9])`).test(text)
