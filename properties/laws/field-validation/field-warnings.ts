// Judges how answers report unknown or duplicate fields: in warnings, or in the message of a
// refusal. Servers may choose the text, but it must name the field.

import { isBuiltIn } from '../../../fixtures/objects/built-in-types.ts'
import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt, isFinalRefusal } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import { duplicateFieldsOf, unknownFieldsOf } from '../../history/sent-fields.ts'
import type { SentField } from '../../history/sent-fields.ts'
import { warningsBeyondControl, warningsOf } from '../../history/warnings.ts'
import { isOfOwner, judgedUnknownFields, requireJudgedWrite } from './field-validation.ts'
import type { Law } from './field-validation.ts'
import { requireSuccess } from '../preconditions.ts'

/** Each unknown field, or each duplicate one, has its own warning. */
export const eachFieldHasAWarning =
  (which: 'unknown' | 'doubled', says: string) =>
  (label: string): Law =>
    function* (history) {
      const write = yield* requireJudgedWrite(history, label)
      yield* requireSuccess(history, label)
      const texts = warningsBeyondControl(write, exchangeAt(history, 'twin'))
      const fields =
        which === 'unknown' ? judgedUnknownFields(history, write) : duplicateFieldsOf(write)
      for (const { name, pointer: place } of fields) {
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

/** Some warning names each unknown or duplicate field. */
export const someWarningNamesEachField =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const write = yield* requireJudgedWrite(history, label)
      yield* requireSuccess(history, label)
      const texts = warningsBeyondControl(write, exchangeAt(history, 'twin'))
      for (const field of faultyFieldsOf(history, write))
        yield verify(
          texts.some(text => names(text, field.name)),
          { says, expected: `a warning about ${field.pointer}`, got: texts, at: write },
        )
    }

/** No warning names an unknown or duplicate field. Servers may send other warnings. */
export const noWarningNamesTheFields =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const write = yield* requireJudgedWrite(history, label)
      const texts = warningsBeyondControl(write, exchangeAt(history, 'twin'))
      for (const field of faultyFieldsOf(history, write)) {
        const got = texts.filter(text => names(text, field.name))
        yield verify(got.length === 0, {
          says,
          expected: `no warning about ${field.pointer}`,
          got,
          at: write,
        })
      }
    }

/** VALID-015: a valid write gets no more warnings than at the level without warnings. */
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

/**
 * The refusal, in any form, names each unknown and each duplicate field. A refused write does not
 * show whether the server allows any fields in an owner reference.
 */
export const refusalNamesEachField =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const write = yield* requireJudgedWrite(history, label)
      yield* precondition(isFinalRefusal(write), `${label} returned ${answerSummary(write)}`)
      const text = write.answer?.text ?? ''
      const fields = faultyFieldsOf(history, write)
      for (const field of fields.filter(({ pointer }) => !isOfOwner(history, pointer)))
        yield verify(names(text, field.name), {
          says,
          expected: field.pointer,
          got: text,
          at: write,
        })
    }

/**
 * Applies a law from which genuine servers depart for custom types: there they report the unknown
 * fields of a body before they check the types of the others.
 */
export const departsForCustomTypes =
  (lawFor: (label: string) => Law) =>
  (label: string): Law =>
    function* (history) {
      const { context } = history
      const role = exchangeAt(history, label).about?.role ?? 'main'
      const type = context.types[role]
      const isOfServer = isBuiltIn(type) || type.group.endsWith(`.${context.apiDomain}`)
      if (context.dialect !== 'kubernetes' || isOfServer) return yield* lawFor(label)(history)
      for (const one of lawFor(label)(history)) {
        if (one.kind === 'held') yield { kind: 'departure', presence: 'absent' }
        else if (one.kind === 'violated')
          yield { kind: 'departure', presence: 'present', what: `${label}: got ${one.got}` }
        else yield one
      }
    }

/** VALID-019: a refusal for a wrong type does not name unknown fields of the same body. */
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
          expected: `nothing about ${field.pointer}`,
          got: text,
          at: write,
        })
      }
    }

/** Removes quoted parts of the body, which are no report of a field. */
const withoutEcho = (text: string, { name }: SentField): string =>
  text.replaceAll(new RegExp(String.raw`${name}[\\"']*\s*[:=]\s*[\\"']*value`, 'g'), '')

const faultyFieldsOf = (history: History, write: Exchange): SentField[] => [
  ...judgedUnknownFields(history, write),
  ...duplicateFieldsOf(write),
]

/** Reports whether a text contains a name as a word. */
const names = (text: string, name: string): boolean =>
  new RegExp(`(?<![A-Za-z0-9])${name}(?![A-Za-z0-9])`).test(text)
