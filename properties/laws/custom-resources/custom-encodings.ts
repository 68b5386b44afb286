// Judges custom objects in encodings other than JSON, and which of their data is preserved. The
// labels are in scenarios/custom-instances.ts.

import type { History } from '../../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, isSuccess } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import {
  answersAgree,
  canonicalText,
  requireEstablishedTypes,
  hasStatusCode,
  answerIncludes,
} from './custom-answers.ts'
import { logicalNamesIn } from './custom-instances.ts'
import { warningsOf } from '../../history/warnings.ts'
import { requireUntouched } from '../other-writers.ts'
import { requireSuccess, requireNotOvertaken } from '../preconditions.ts'

/** ENC-021: a custom type is not served in Protobuf. */
export function* customObjectIsNotInProtobuf(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'notes')
  yield* requireSuccess(history, 'object', 'after')
  for (const label of ['get', 'list'])
    yield* hasStatusCode(
      history,
      label,
      406,
      'A request that accepts a custom type only in Protobuf is refused with 406.',
    )
  yield* answerIncludes(
    history,
    'either',
    { spec: { text: 'a' } },
    'A request that accepts Protobuf or JSON gets a custom object in JSON.',
  )
}

/** K8S-CR-044: only the metadata of custom objects is served in Protobuf. */
export function* customMetadataIsInProtobuf(history: History): Generator<Observation> {
  yield* customObjectIsNotInProtobuf(history)
  const says = 'The metadata of custom objects is served in Protobuf.'
  const part = { kind: 'PartialObjectMetadataList' }
  yield* answerIncludes(history, 'metadata', part, says)
  const got = logicalNamesIn(history, 'metadata')
  yield verify(got === 'x', { says, expected: 'x', got, at: 'metadata' })
}

/** VALID-017: unknown fields of a type that preserves them are stored without warnings. */
export function* unknownFieldsArePreserved(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'notes')
  const says = 'Unknown fields are stored where the schema preserves them.'
  const kept = { spec: { text: 'a', more: { b: [{ c: null }] } }, other: { d: 1 } }
  for (const level of ['Warn', 'Strict']) {
    const [put, of, after] = [`update ${level}`, `create ${level}`, `after ${level}`]
    yield* requireNotOvertaken(history, { put, of, after })
    for (const label of [`create ${level}`, `update ${level}`]) {
      const exchange = exchangeAt(history, label)
      const status = exchange.answer?.status ?? 503
      const warnings = warningsOf(exchange).join(', ')
      yield* precondition(
        status < 500 && status !== 429,
        `${label} returned ${answerSummary(exchange)}`,
      )
      yield verify(isSuccess(exchange) && !/unknown/.test(warnings), {
        says: 'Preserved unknown fields cause neither a warning nor a refusal.',
        expected: 'success without a warning',
        got: `${answerSummary(exchange)} ${warnings}`,
        at: exchange,
      })
    }
    yield* answerIncludes(history, `read ${level}`, kept, says)
    yield* answerIncludes(history, `update ${level}`, { spec: { ...kept.spec, new: true } }, says)
  }
}

/** K8S-CR-048: custom objects are the same in CBOR as in JSON. */
export function* cborMatchesJson(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'notes')
  yield* requireSuccess(history, 'object', 'after')
  yield* requireUntouched(history, 'object', 'after')
  const says = 'A custom object is the same in CBOR as in JSON.'
  yield* answerIncludes(history, 'get in JSON', { spec: { text: 'é' } }, says)
  const spec = { text: 'é', more: [1, -1, 1.5, true, null, { a: 'b' }, 2 ** 40] }
  const [expected, got] = [spec, bodyValueAt(exchangeAt(history, 'get in JSON'), '/spec')].map(
    canonicalText,
  )
  yield verify(expected === got, { says, expected, got, at: 'get in JSON' })
  yield* answersAgree(history, ['get in JSON', 'get in CBOR'], [''], says)
  yield* answersAgree(history, ['list in JSON', 'list in CBOR'], ['/items', '/kind'], says)
  const type = exchangeAt(history, 'get in CBOR').answer?.headers['content-type']
  yield verify(type === 'application/cbor', {
    says: 'A custom object is served in CBOR on request.',
    expected: 'application/cbor',
    got: type,
    at: 'get in CBOR',
  })
}
