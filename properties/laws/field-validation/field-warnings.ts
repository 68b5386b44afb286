// What answers say of the fields that were unknown or doubled in a write: in warnings, or in the
// message of a refusal. Texts are a server's own; what counts is that they name the field.

import type { Exchange } from '../../history/history.ts'
import { answerSummary, exchangeAt, isFinalRefusal } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import { duplicateFieldsOf, unknownFieldsOf } from '../../history/sent-fields.ts'
import type { SentField } from '../../history/sent-fields.ts'
import { warningsBeyondControl, warningsOf } from '../../history/warnings.ts'
import { requireJudgedWrite } from './field-validation.ts'
import type { Law } from './field-validation.ts'
import { requireSuccess } from '../preconditions.ts'

/** Each unknown field, or each doubled one, has one warning of its own. */
export const eachFieldHasAWarning =
  (which: 'unknown' | 'doubled', says: string) =>
  (label: string): Law =>
    function* (history) {
      const write = yield* requireJudgedWrite(history, label)
      yield* requireSuccess(history, label)
      const texts = warningsBeyondControl(write, exchangeAt(history, 'twin'))
      const fields = (which === 'unknown' ? unknownFieldsOf : duplicateFieldsOf)(write)
      for (const { name, at: place } of fields) {
        const meant = texts.filter(text => names(text, name))
        const others = fields.filter(
          other => other.name !== name && meant.some(text => names(text, other.name)),
        )
        yield verify(meant.length === 1 && others.length === 0, {
          says,
          expected: `one warning about ${place}`,
          got: texts,
          at: write,
        })
      }
    }

/** Each unknown or doubled field is named by some warning. */
export const someWarningNamesEachField =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const write = yield* requireJudgedWrite(history, label)
      yield* requireSuccess(history, label)
      const texts = warningsBeyondControl(write, exchangeAt(history, 'twin'))
      for (const field of faultyFieldsOf(write))
        yield verify(
          texts.some(text => names(text, field.name)),
          { says, expected: `a warning about ${field.at}`, got: texts, at: write },
        )
    }

/** No warning names an unknown or a doubled field. Servers may warn of other things. */
export const noWarningNamesTheFields =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const write = yield* requireJudgedWrite(history, label)
      const texts = warningsBeyondControl(write, exchangeAt(history, 'twin'))
      for (const field of faultyFieldsOf(write)) {
        const got = texts.filter(text => names(text, field.name))
        yield verify(got.length === 0, {
          says,
          expected: `no warning about ${field.at}`,
          got,
          at: write,
        })
      }
    }

/** VALID-015: a write with nothing wrong has no more warnings than at the level that gives none. */
export const warnsNoMoreThanControl: Law = function* (history) {
  const write = yield* requireJudgedWrite(history, 'Strict')
  yield* requireSuccess(history, 'Strict')
  const [got, usual] = [warningsOf(write), warningsOf(exchangeAt(history, 'twin'))]
  yield verify(got.length <= usual.length, {
    says: 'A valid body is accepted at Strict without warnings.',
    expected: usual.length === 0 ? 'no warnings' : usual,
    got,
    at: write,
  })
}

/** The refusal, in whatever form it comes, names each unknown and each doubled field. */
export const refusalNamesEachField =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const write = yield* requireJudgedWrite(history, label)
      yield* precondition(isFinalRefusal(write), `${label} returned ${answerSummary(write)}`)
      const text = write.answer?.text ?? ''
      for (const field of faultyFieldsOf(write))
        yield verify(names(text, field.name), { says, expected: field.at, got: text, at: write })
    }

/** VALID-019: a refusal for a wrong type says nothing of the unknown fields beside it. */
export const refusalOmitsUnknownFields =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const write = yield* requireJudgedWrite(history, label)
      yield* precondition(isFinalRefusal(write), `${label} returned ${answerSummary(write)}`)
      for (const field of unknownFieldsOf(write)) {
        const text = withoutEcho(write.answer?.text ?? '', field)
        yield verify(!names(text, field.name), {
          says,
          expected: `nothing about ${field.at}`,
          got: text,
          at: write,
        })
      }
    }

/** A refusal may show the body that it is about, which is no report of a field in it. */
const withoutEcho = (text: string, { name }: SentField): string =>
  text.replaceAll(new RegExp(String.raw`${name}[\\"']*\s*[:=]\s*[\\"']*value`, 'g'), '')

const faultyFieldsOf = (write: Exchange): SentField[] => [
  ...unknownFieldsOf(write),
  ...duplicateFieldsOf(write),
]

/** Whether a text holds a name as a word. */
const names = (text: string, name: string): boolean =>
  new RegExp(`(?<![A-Za-z0-9])${name}(?![A-Za-z0-9])`).test(text)
