// Laws of custom objects in other encodings than JSON, and of what is preserved in them; for the
// labels see scenarios/custom-instances.ts.

import type { History } from '../../history/history.ts'
import { answered, at, read, succeeded } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { agree, canonical, defined, isAnswered, shows } from './custom-answers.ts'
import { namesIn } from './custom-instances.ts'
import { warningsOf } from '../../history/warnings.ts'
import { untouched } from '../other-writers.ts'
import { done, notOvertaken } from '../premises.ts'

/** ENC-021: a custom type is not shown in Protobuf. */
export function* isNotInProtobuf(history: History): Generator<Observation> {
  yield* defined(history, 'notes')
  yield* done(history, 'object', 'after')
  for (const label of ['get', 'list'])
    yield* isAnswered(history, label, 406, 'A custom type in Protobuf alone is not acceptable.')
  yield* shows(history, 'either', { spec: { text: 'a' } }, 'In JSON a custom type is acceptable.')
}

/** K8S-CR-044: of its objects the metadata alone is. */
export function* metadataIsInProtobuf(history: History): Generator<Observation> {
  yield* isNotInProtobuf(history)
  const says = 'The metadata of custom objects is served in Protobuf.'
  const part = { kind: 'PartialObjectMetadataList' }
  yield* shows(history, 'metadata', part, says)
  const got = namesIn(history, 'metadata')
  yield holds(got === 'x', { says, expected: 'x', got, at: 'metadata' })
}

/** VALID-017: unknown fields of a type that preserves them are kept without a word. */
export function* preservesFields(history: History): Generator<Observation> {
  yield* defined(history, 'notes')
  const says = 'Unknown fields are stored where the schema preserves them.'
  const kept = { spec: { text: 'a', more: { b: [{ c: null }] } }, other: { d: 1 } }
  for (const level of ['Warn', 'Strict']) {
    const [put, of, after] = [`update ${level}`, `create ${level}`, `after ${level}`]
    yield* notOvertaken(history, { put, of, after })
    for (const label of [`create ${level}`, `update ${level}`]) {
      const exchange = at(history, label)
      const status = exchange.answer?.status ?? 503
      const warnings = warningsOf(exchange).join(', ')
      yield* given(status < 500 && status !== 429, `${label} answered ${answered(exchange)}`)
      yield holds(succeeded(exchange) && !/unknown/.test(warnings), {
        says: 'Unknown fields that are preserved are neither warned of nor refused.',
        expected: 'success without a warning',
        got: `${answered(exchange)} ${warnings}`,
        at: exchange,
      })
    }
    yield* shows(history, `read ${level}`, kept, says)
    yield* shows(history, `update ${level}`, { spec: { ...kept.spec, new: true } }, says)
  }
}

/** K8S-CR-048: in CBOR custom objects say the same as in JSON. */
export function* saysTheSameInCbor(history: History): Generator<Observation> {
  yield* defined(history, 'notes')
  yield* done(history, 'object', 'after')
  yield* untouched(history, 'object', 'after')
  const says = 'A custom object says the same in CBOR as in JSON.'
  yield* shows(history, 'get in JSON', { spec: { text: 'é' } }, says)
  const spec = { text: 'é', more: [1, -1, 1.5, true, null, { a: 'b' }, 2 ** 40] }
  const [expected, got] = [spec, read(at(history, 'get in JSON'), '/spec')].map(canonical)
  yield holds(expected === got, { says, expected, got, at: 'get in JSON' })
  yield* agree(history, ['get in JSON', 'get in CBOR'], [''], says)
  yield* agree(history, ['list in JSON', 'list in CBOR'], ['/items', '/kind'], says)
  const type = at(history, 'get in CBOR').answer?.headers['content-type']
  yield holds(type === 'application/cbor', {
    says: 'A custom object is served in CBOR on request.',
    expected: 'application/cbor',
    got: type,
    at: 'get in CBOR',
  })
}
