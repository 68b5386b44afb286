// Laws of the envelope around objects in Protobuf. For the labels see scenarios/encodings.ts.

import type { Envelope } from '../../../fixtures/client/bodies.ts'
import { encodingOf } from '../../../fixtures/client/media-types.ts'
import { apiVersionOf } from '../../../fixtures/objects/probe-types.ts'
import { withoutZeros } from '../../history/equal-meaning.ts'
import type { Exchange, History } from '../../history/history.ts'
import { at, read, succeeded } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { accepts, decided, findsNothing, refuses } from '../decisions.ts'
import { differenceOf, sidesOf } from '../differences.ts'
import { form } from './negotiation.ts'
import { done } from '../premises.ts'

const label = 'plain in protobuf'

/** The answer in Protobuf and its envelope, as far as there is one. */
function* enveloped(history: History): Generator<Observation, [Exchange, Envelope | undefined]> {
  yield* done(history, 'plain', 'plain in json', label)
  const exchange = at(history, label)
  return [exchange, exchange.answer?.envelope]
}

/** ENC-014. */
export function* beginsWithThePrefix(history: History): Generator<Observation> {
  const [exchange, envelope] = yield* enveloped(history)
  yield holds(envelope?.hasPrefix === true, {
    says: 'An answer in Protobuf begins with the bytes 6b 38 73 00 and a message Unknown.',
    expected: 'the four bytes',
    got: exchange.answer?.undecodable ?? 'no Protobuf',
    at: exchange,
  })
}

/** ENC-016. */
export function* namesItsType(history: History): Generator<Observation> {
  const [exchange, envelope] = yield* enveloped(history)
  const { apiVersion, kind } = (at(history, 'plain in json').answer?.body ?? {}) as Envelope & {
    apiVersion?: string
    kind?: string
  }
  yield* given(envelope?.hasPrefix === true, 'the answer is no Protobuf')
  // The type is optional; one that is there is that of the object.
  const found = envelope?.typeMeta && differenceOf({ apiVersion, kind }, { ...envelope.typeMeta })
  yield holds(found === undefined, {
    says: 'Field 1 of Unknown holds the apiVersion and the kind of the object.',
    ...sidesOf(found),
    at: exchange,
  })
}

/** ENC-017: what field 2 holds is the whole object. */
export function* holdsTheObject(history: History): Generator<Observation> {
  const [exchange, envelope] = yield* enveloped(history)
  yield* given(envelope?.hasPrefix === true, 'the answer is no Protobuf')
  const found = differenceOf(
    withoutZeros(at(history, 'plain in json').answer?.body),
    withoutZeros(exchange.answer?.body),
  )
  yield holds(found === undefined && exchange.answer?.undecodable === undefined, {
    says: 'Field 2 of Unknown holds the object, serialized as a whole.',
    ...sidesOf(found),
    ...(exchange.answer?.undecodable !== undefined && { got: exchange.answer.undecodable }),
    at: exchange,
  })
}

/** ENC-018: absent means no encoding, and this is what clients can read. */
export function* isNotEncodedFurther(history: History): Generator<Observation> {
  const [exchange, envelope] = yield* enveloped(history)
  yield* given(envelope?.hasPrefix === true, 'the answer is no Protobuf')
  yield holds(!envelope?.contentEncoding && exchange.answer?.undecodable === undefined, {
    says: 'Field 3 of Unknown names the encoding of raw; a plain one has none.',
    expected: 'no contentEncoding',
    got: envelope?.contentEncoding || (exchange.answer?.undecodable ?? 'no contentEncoding'),
    at: exchange,
  })
  yield* takesWithout(history, 'contentEncoding')
}

/** ENC-019: absent means Protobuf. */
export const isOfItsContentType = (protobufType: (history: History) => string) =>
  function* (history: History): Generator<Observation> {
    const [exchange, envelope] = yield* enveloped(history)
    yield* given(envelope?.hasPrefix === true, 'the answer is no Protobuf')
    const type = envelope?.contentType ?? ''
    const isRight = type === '' || type === protobufType(history)
    yield holds(isRight && exchange.answer?.undecodable === undefined, {
      says: 'Field 4 of Unknown names the serialization of raw; absent means Protobuf.',
      expected: 'no contentType, or that of Protobuf',
      got: type || (exchange.answer?.undecodable ?? 'no contentType'),
      at: exchange,
    })
    yield* takesWithout(history, 'contentType')
  }

function* takesWithout(history: History, field: string): Generator<Observation> {
  yield* accepts(history, 'wrapped', `A body in Protobuf whose envelope has no ${field} is taken.`)
}

/** ENC-015: a body in its envelope is taken, one without the prefix is none. */
export function* needsThePrefix(history: History): Generator<Observation> {
  const says = 'A body in Protobuf is wrapped in the prefix and Unknown.'
  yield* accepts(history, 'wrapped', says)
  yield* given(succeeded(at(history, 'wrapped')), 'no body in Protobuf is taken')
  yield* refuses(history, 'bare', 'A body without the prefix is not taken for Protobuf.')
  yield* findsNothing(history, 'after bare', 'What is refused is not stored.')
}

/**
 * ENC-023: a type with Protobuf, which is one that is shown in it where nothing else is accepted,
 * is answered in it where JSON would do as well, any other type in JSON.
 */
export function* prefersProtobuf(history: History): Generator<Observation> {
  yield* done(history, 'plain')
  const alone = yield* decided(history, label)
  const isServed = succeeded(alone) && alone.answer?.envelope?.hasPrefix === true
  for (const step of ['protobuf first', 'list']) {
    const exchange = yield* decided(history, step)
    const isInProtobuf = exchange.answer?.envelope?.hasPrefix === true
    // An answer that names no media type is another fault (ENC-001), and read as JSON.
    const type = exchange.answer?.headers['content-type'] ?? 'application/json'
    const isInJson = encodingOf(type) === 'json' && exchange.answer?.body !== undefined
    yield holds(succeeded(exchange) && (isServed ? isInProtobuf : isInJson), {
      says: isServed
        ? 'A type with Protobuf answers in it where JSON is only the fallback.'
        : 'A type without Protobuf answers in JSON where that is the fallback.',
      expected: isServed ? 'Protobuf' : 'JSON',
      got: form(exchange),
      at: exchange,
    })
    if (!isServed) continue
    const kind = read(exchange, '/kind')
    const main = history.words.types.main
    const wanted = step === 'list' ? `${main.kind}List` : main.kind
    yield holds(kind === wanted && read(exchange, '/apiVersion') === apiVersionOf(main), {
      says: 'What is answered in Protobuf is the object, or the list, that was asked for.',
      expected: wanted,
      got: kind ?? 'no kind',
      at: exchange,
    })
  }
}
